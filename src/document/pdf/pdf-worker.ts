import { type AssetSource, isSameSource, scriptUrl } from '../../assets/asset-source.ts';
import { isUnavailable } from '../../assets/asset-watch.ts';
import { startModuleWorker } from '../../support/module-worker.ts';
import { UnreadableError } from '../document-load.ts';

/**
 * Starts pdf.js's worker. When pdf.js can't start it, it silently falls back to the main thread; started here and
 * passed to pdf.js, it either runs or is an error that the signer is told. It posts “ready” once it is evaluated.
 *
 * @param signal ends a worker that is still starting.
 * @param before goes before the text of an embedded worker.
 * @returns the worker, after its first message.
 * @throws UnreadableError `assets` when the page is set up so that it can't be loaded or run, else `viewer`.
 */
export async function startPdfWorker(assets: AssetSource, signal: AbortSignal, before = ''): Promise<Worker> {
  let url: string | undefined;
  try {
    url = await scriptUrl(assets, 'pdfjs/pdf-worker.mjs', before);
    return await startModuleWorker(url, 'sign-session-pdf', signal);
  } catch (cause) {
    const isForGood = url !== undefined && !signal.aborted && (await isUnavailable(url));
    throw new UnreadableError(isForGood ? 'assets' : 'viewer', { cause });
  }
}

/**
 * pdf.js's worker, started while the viewer's code is still on its way: one round trip less before the
 * first page. Whoever takes it has to end it.
 */
export class EarlyWorker {
  readonly #assets: AssetSource;
  readonly #ending = new AbortController();
  #worker: Promise<Worker> | undefined;

  constructor(assets: AssetSource) {
    this.#assets = assets;
    this.#worker = startPdfWorker(assets, this.#ending.signal);
    // `take` reports the failure.
    this.#worker.catch(() => undefined);
  }

  /**
   * Returns the worker, once, if it was loaded from these assets; else undefined.
   *
   * @param signal ends a worker that is still starting; a running one has to be ended by the caller.
   */
  take(assets: AssetSource, signal: AbortSignal): Promise<Worker> | undefined {
    if (!isSameSource(assets, this.#assets)) this.discard();
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
