/** Values of `npm_lifecycle_event` for `npm start` and `npx`. */
const STARTED_BY_NPM = ['start', 'npx'];

const POLL_MS = 500;

/**
 * Ends this process as by SIGTERM when the npm that started it has exited. npm forwards a SIGTERM only to the shell
 * in between, which exits without forwarding it.
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
