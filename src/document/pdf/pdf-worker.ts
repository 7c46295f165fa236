import { startModuleWorker } from '../../support/module-worker.ts';
import { UnreadableError } from '../document-load.ts';

/**
 * Starts pdf.js's worker. When pdf.js can't start it, it silently falls back to the main thread; started here and
 * passed to pdf.js, it either runs or is an error that the signer is told. It posts “ready” once it is evaluated.
 *
 * @param assetsUrl absolute, with a slash at the end.
 * @param signal ends a worker that is still starting.
 * @returns the worker, after its first message.
 * @throws UnreadableError `viewer` when it can't be loaded or the page's policy forbids it.
 */
export async function startPdfWorker(assetsUrl: string, signal: AbortSignal): Promise<Worker> {
  try {
    return await startModuleWorker(`${assetsUrl}pdfjs/pdf-worker.mjs`, 'sign-session-pdf', signal);
  } catch (cause) {
    throw new UnreadableError('viewer', { cause });
  }
}

/**
 * pdf.js's worker, started while the viewer's code is still loading: one round trip less before the first page. Whoever
 * takes it has to end it.
 */
export class EarlyWorker {
  readonly #assetsUrl: string;
  readonly #ending = new AbortController();
  #worker: Promise<Worker> | undefined;

  /** @param assetsUrl as for `startPdfWorker` */
  constructor(assetsUrl: string) {
    this.#assetsUrl = assetsUrl;
    this.#worker = startPdfWorker(assetsUrl, this.#ending.signal);
    // `take` reports the failure.
    this.#worker.catch(() => undefined);
  }

  /**
   * Returns the worker, once, if it was loaded from these assets; else undefined.
   *
   * @param signal ends a worker that is still starting; a running one has to be ended by the caller.
   */
  take(assetsUrl: string, signal: AbortSignal): Promise<Worker> | undefined {
    if (assetsUrl !== this.#assetsUrl) this.discard();
    const worker = this.#worker;
    if (worker === undefined) return undefined;
    this.#worker = undefined;
    signal.addEventListener('abort', () => this.#ending.abort(), { once: true });
    return worker;
  }

  /** Terminates it, unless it was taken. */
  discard(): void {
    if (this.#worker === undefined) return;
    this.#ending.abort();
    void this.#worker.then(worker => worker.terminate()).catch(() => undefined);
    this.#worker = undefined;
  }
}
