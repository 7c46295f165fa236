import { trustedScriptUrl } from '../../support/trusted-script-url.ts';
import { UnreadableError } from './unreadable-error.ts';

/**
 * Starts pdf.js's worker. pdf.js itself falls back to the main thread without a word when it can't; made here
 * and handed over, it runs or it is a problem that the signer hears of.
 *
 * @param assetsUrl absolute, with a slash at the end.
 * @param signal ends a worker that is still starting.
 * @returns the worker, after its first sign of life.
 * @throws UnreadableError `viewer` when it can't be loaded or the page's policy refuses it.
 */
export async function startPdfWorker(assetsUrl: string, signal: AbortSignal): Promise<Worker> {
  let worker: Worker | undefined;
  try {
    worker = createWorker(`${assetsUrl}pdfjs/pdf-worker-entry.mjs`);
    await firstMessage(worker, signal);
    return worker;
  } catch (cause) {
    worker?.terminate();
    throw new UnreadableError('viewer', { cause });
  }
}

function createWorker(url: string): Worker {
  if (new URL(url).origin === globalThis.origin) {
    return new Worker(trustedScriptUrl(url), { type: 'module', name: 'sign-session-pdf' });
  }
  // A worker's own script must be of the page's origin; what it imports need not be (with CORS).
  // A static import would have to pass `worker-src` with its own address; a dynamic one is a script like others.
  const script = new Blob([`await import(${JSON.stringify(url)});`], { type: 'text/javascript' });
  const blobUrl = URL.createObjectURL(script);
  try {
    return new Worker(trustedScriptUrl(blobUrl), { type: 'module', name: 'sign-session-pdf' });
  } finally {
    // The fetch has begun with the construction; revoking in a later task is safe in all engines.
    setTimeout(() => URL.revokeObjectURL(blobUrl), 60_000);
  }
}

/** pdf.js's worker says “ready” as soon as it is evaluated; an error before that is a worker that can't run. */
function firstMessage(worker: Worker, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settled = new AbortController();
    const listen = (target: EventTarget, type: string, handle: (event: Event) => void): void => {
      target.addEventListener(
        type,
        event => {
          settled.abort();
          handle(event);
        },
        { signal: settled.signal },
      );
    };
    listen(worker, 'message', () => resolve());
    listen(worker, 'error', event => {
      // Ours to tell: unhandled, the browser would report it to the host page's error log as well.
      event.preventDefault();
      reject(new Error('The worker of pdf.js did not start.'));
    });
    listen(signal, 'abort', () => reject(new Error('The viewer was closed.')));
  });
}
