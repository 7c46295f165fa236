import { shownTime } from './shown-time.ts';
import { UnreadableError } from './unreadable-error.ts';

/** How long a worker may be silent, ms: decoding a large image keeps it from answering. */
const SILENCE = 20_000;

/** How long to wait from an answer to the next question, ms. */
const PULSE = 2000;

/**
 * Asks pdf.js's worker again and again whether it is there: a browser that ends it, for want of memory, tells
 * nobody, and what was asked of it is then never answered.
 *
 * @param signal ends the watch, with a rejection.
 * @throws UnreadableError `viewer` when it has been silent for too long.
 */
export async function untilSilent(worker: Worker, signal: AbortSignal): Promise<never> {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one question after the other
    if (!(await answers(worker))) throw new UnreadableError('viewer');
    // oxlint-disable-next-line no-await-in-loop
    await new Promise(resolve => setTimeout(resolve, PULSE));
    signal.throwIfAborted();
  }
}

async function answers(worker: Worker): Promise<boolean> {
  const { port1: here, port2: there } = new MessageChannel();
  const answered = new AbortController();
  const answer = new Promise<boolean>(resolve => {
    here.addEventListener('message', () => resolve(true));
    here.start();
  });
  const silence = shownTime(SILENCE, answered.signal).then(() => false);
  // The worker's entry answers it; pdf.js takes no notice.
  worker.postMessage('are you there?', [there]);
  try {
    return await Promise.race([answer, silence]);
  } finally {
    answered.abort();
    here.close();
  }
}
