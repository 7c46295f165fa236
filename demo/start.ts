/**
 * `npm start`: builds what the service serves, then runs it. Its script limits V8's threads and young generation, which
 * would keep a hundred megabytes of memory that they no longer use.
 */
import { existsSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
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

/** As `npm run manual` left it: a start does not build it. */
const manual = path.join(root, 'dist/manual');

const folders = {
  PAGES_DIR: builds.pages,
  WIDGET_DIR: builds['script-tag'],
  CONSOLE_DIR: builds.console,
  ...(existsSync(path.join(manual, 'index.html')) ? { MANUAL_DIR: manual } : {}),
  DATA_DIR: path.join(root, '.data'),
};
await run({ env: { ...folders, ...process.env }, args: process.argv.slice(2), prepare: buildPages });
endWithNpm();
