import { trustedScriptUrl } from './trusted-script-url.ts';

/**
 * Starts one of the widget's own module workers, also from another origin than the page's.
 *
 * @param url absolute address of its script, built from the assets' address.
 * @param name what developer tools call it.
 * @param signal ends a worker that is still starting.
 * @returns the worker, after its first message, which says that it listens.
 * @throws when it can't be loaded or the page's policy forbids it.
 */
export async function startModuleWorker(url: string, name: string, signal: AbortSignal): Promise<Worker> {
  if (signal.aborted) throw notWanted();
  const worker = createWorker(url, name);
  try {
    await firstMessage(worker, signal);
    return worker;
  } catch (error) {
    worker.terminate();
    throw error;
  }
}

const notWanted = (): Error => new Error('Not wanted');

function createWorker(url: string, name: string): Worker {
  const options = { type: 'module', name } as const;
  if (new URL(url).origin === globalThis.origin) return new Worker(trustedScriptUrl(url), options);
  // A worker's script must have the page's origin; what it imports need not (with CORS). A static import would have
  // to be allowed by `worker-src`, a dynamic one only by `script-src`.
  // Awaited, it would fail without an `error` event in WebKit, and the page would wait forever.
  const script = new Blob([`import(${JSON.stringify(url)}).catch(reportError)`], { type: 'text/javascript' });
  const blobUrl = URL.createObjectURL(script);
  try {
    return new Worker(trustedScriptUrl(blobUrl), options);
  } finally {
    // The fetch has begun with the construction; revoking in a later task is safe in all engines.
    setTimeout(() => URL.revokeObjectURL(blobUrl), 60_000);
  }
}

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
      // The caller reports it: unhandled, it would also appear in the host page's error log.
      event.preventDefault();
      reject(new Error('Not started'));
    });
    listen(signal, 'abort', () => reject(notWanted()));
  });
}
