/** `npm start`: builds what the service serves, then runs it. */
import path from 'node:path';
import { build } from 'vite';
import { run } from './service/src/run.ts';

const root = path.resolve(import.meta.dirname, '..');

/** After the port and the data folder are taken: a second start must not rebuild under the first one's feet. */
async function buildPages(): Promise<void> {
  for (const mode of ['script-tag', 'pages']) {
    await build({ configFile: path.join(root, 'vite.config.ts'), mode, logLevel: 'warn' });
  }
}

const folders = {
  PAGES_DIR: path.join(root, 'dist/pages'),
  WIDGET_DIR: path.join(root, 'dist/script-tag'),
  DATA_DIR: path.join(root, '.data'),
};
await run({ env: { ...folders, ...process.env }, prepare: buildPages });
endWithNpm();

/** npm hands a SIGTERM to the shell between us only, which dies without a word: then nobody is left to end us. */
function endWithNpm(): void {
  const parent = process.ppid;
  if (process.env['npm_lifecycle_event'] !== 'start') return;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  timer.unref();
}
