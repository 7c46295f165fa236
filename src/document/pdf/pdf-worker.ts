import { startModuleWorker } from '../../support/module-worker.ts';
import { UnreadableError } from '../document-load.ts';

/**
 * Starts pdf.js's worker. pdf.js itself falls back to the main thread without a word when it can't; made here
 * and handed over, it runs or it is a problem that the signer hears of. It says “ready” as soon as it is
 * evaluated.
 *
 * @param assetsUrl absolute, with a slash at the end.
 * @param signal ends a worker that is still starting.
 * @returns the worker, after its first sign of life.
 * @throws UnreadableError `viewer` when it can't be loaded or the page's policy refuses it.
 */
export async function startPdfWorker(assetsUrl: string, signal: AbortSignal): Promise<Worker> {
  try {
    return await startModuleWorker(`${assetsUrl}pdfjs/pdf-worker.mjs`, 'sign-session-pdf', signal);
  } catch (cause) {
    throw new UnreadableError('viewer', { cause });
  }
}

/**
 * pdf.js's worker, started while the viewer's code is still on its way: one way to the network less before the
 * first page. It belongs to who takes it.
 */
export class EarlyWorker {
  readonly #assetsUrl: string;
  readonly #ending = new AbortController();
  #worker: Promise<Worker> | undefined;

  /** @param assetsUrl as for `startPdfWorker` */
  constructor(assetsUrl: string) {
    this.#assetsUrl = assetsUrl;
    this.#worker = startPdfWorker(assetsUrl, this.#ending.signal);
    // Who takes it hears that it failed.
    this.#worker.catch(() => undefined);
  }

  /**
   * The worker, for who wants one of just these assets; once. Otherwise it is of no use to them.
   *
   * @param signal ends a worker that is still starting; one that runs is then theirs to end.
   */
  take(assetsUrl: string, signal: AbortSignal): Promise<Worker> | undefined {
    if (assetsUrl !== this.#assetsUrl) this.discard();
    const worker = this.#worker;
    if (worker === undefined) return undefined;
    this.#worker = undefined;
    signal.addEventListener('abort', () => this.#ending.abort(), { once: true });
    return worker;
  }

  /** Ends it, unless it was taken. */
  discard(): void {
    if (this.#worker === undefined) return;
    this.#ending.abort();
    void this.#worker.then(worker => worker.terminate()).catch(() => undefined);
    this.#worker = undefined;
  }
}
