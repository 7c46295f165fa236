/** What npm calls itself in the environment while it runs `npm start`, and `npx`. */
const STARTED_BY_NPM = ['start', 'npx'];

const POLL_MS = 500;

/**
 * Ends this process as by SIGTERM when the npm that started it is gone. npm hands a SIGTERM to the shell between the two
 * only, which dies without a word: then nobody is left to end this process.
 */
export function endWithNpm(): void {
  const parent = process.ppid;
  if (!STARTED_BY_NPM.includes(process.env['npm_lifecycle_event'] ?? '')) return;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, POLL_MS);
  timer.unref();
}
