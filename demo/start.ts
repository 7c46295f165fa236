/**
 * `npm start`: builds what the service serves, then runs it. Its script limits V8's threads and young generation, which
 * would keep a hundred megabytes of memory that they no longer use.
 */
import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, rename } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { runChild } from '../packages/service/src/support/child-process.ts';
import { endWithNpm } from '../packages/service/src/main/end-with-npm.ts';
import { run } from '../packages/service/src/main/run.ts';

const root = path.resolve(import.meta.dirname, '..');

/** Of this start alone: another one builds without changing files under the feet of this one. */
const folder = await mkdtemp(path.join(os.tmpdir(), 'sign-session-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const builds = {
  'script-tag': path.join(folder, 'widget'),
  pages: path.join(folder, 'pages'),
  console: path.join(folder, 'console'),
};

/** After the port and the data folder are taken: who cannot start need not build. */
function buildPages(): Promise<void> {
  return runChild(new URL('build-pages.ts', import.meta.url), Object.entries(builds).flat(), 'inherit');
}

/** As `npm run manual` left it, or else built in the background. */
const manual = path.join(root, 'dist/manual');

/** Where processes can't be ended as a group, they end by themselves. */
const hasGroups = process.platform !== 'win32';

/**
 * Builds the manual once, at the lowest priority: nobody waits for it. It takes a minute or more, with all that the
 * machine has; until then the service says that it is being built. What is built counts only when it is whole.
 */
async function buildManual(): Promise<void> {
  if (existsSync(path.join(manual, 'index.html'))) return;
  const unfinished = `${manual}-${process.pid}`;
  const args = ['--import', 'tsx', path.join(root, 'build/manual.ts'), unfinished];
  const build = spawn(process.execPath, args, { cwd: root, stdio: 'ignore', detached: hasGroups });
  const { pid } = build;
  if (pid === undefined) return;
  const end = () => {
    if (hasGroups) process.kill(-pid, 'SIGKILL');
    else build.kill();
    rmSync(unfinished, { recursive: true, force: true });
  };
  process.prependOnceListener('exit', end);
  os.setPriority(pid, os.constants.priority.PRIORITY_LOW);
  const code = await new Promise<number | null>(resolve =>
    build.once('exit', resolve).once('error', () => resolve(1)),
  );
  process.off('exit', end);
  if (code !== 0) return console.error('The manual could not be built. npm run manual says why.');
  await mkdir(path.dirname(manual), { recursive: true });
  rmSync(manual, { recursive: true, force: true });
  await rename(unfinished, manual);
}

const folders = {
  PAGES_DIR: builds.pages,
  WIDGET_DIR: builds['script-tag'],
  CONSOLE_DIR: builds.console,
  MANUAL_DIR: manual,
  DATA_DIR: path.join(root, '.data'),
};
await run({ env: { ...folders, ...process.env }, args: process.argv.slice(2), prepare: buildPages });
endWithNpm();
if (process.env['MANUAL_DIR'] === undefined)
  await buildManual().catch((error: unknown) => console.error('The manual could not be built.', error));
