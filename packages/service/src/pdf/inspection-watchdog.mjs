// Ends an inspection that is stuck in one long computation, which no timer of its own thread could. It counts the
// time that the processor worked, not the clock: on a busy machine an honest file must not be refused.
// SIGVTALRM, the system's own word for processor time that is up, tells this end from every other one.
// Memory that V8 does not count, such as pictures have, is limited here, too.
// Plain JavaScript: Node 20 doesn't hand the TypeScript loader on to worker threads.
import { parentPort } from 'node:worker_threads';

const POLL_MS = 100;
const MOST_BYTES = 1536 * 1024 * 1024;

let timer;

function endWhenBeyond(microseconds, start) {
  const { user, system } = process.cpuUsage(start);
  const isBeyond = user + system > microseconds || process.memoryUsage.rss() > MOST_BYTES;
  if (isBeyond) process.kill(process.pid, 'SIGVTALRM');
}

/** A number of milliseconds starts the limit anew, 0 lifts it. */
parentPort?.on('message', limit => {
  clearInterval(timer);
  if (limit > 0) timer = setInterval(endWhenBeyond, POLL_MS, limit * 1000, process.cpuUsage());
});
