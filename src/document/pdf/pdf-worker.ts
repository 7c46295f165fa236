import { type AssetSource, isSameSource, scriptUrl } from '../../assets/asset-source.ts';
import { isUnavailable } from '../../assets/unavailable.ts';
import { startModuleWorker } from '../../support/module-worker.ts';
import { UnreadableError } from '../document-load.ts';

/**
 * Starts pdf.js's worker. pdf.js itself falls back to the main thread without a word when it can't; made here
 * and handed over, it runs or it is a problem that the signer hears of. It says “ready” as soon as it is
 * evaluated.
 *
 * @param signal ends a worker that is still starting.
 * @param withImageDecoders needed for `needsImageDecoders` files where the assets are embedded.
 * @returns the worker, after its first sign of life.
 * @throws UnreadableError `assets` when the page is set up so that it can't be loaded or run, else `viewer`.
 */
export async function startPdfWorker(
  assets: AssetSource,
  signal: AbortSignal,
  withImageDecoders = false,
): Promise<Worker> {
  let url: string | undefined;
  try {
    url = await scriptUrl(assets, 'pdfjs/pdf-worker.mjs', { withImageDecoders });
    return await startModuleWorker(url, 'sign-session-pdf', signal);
  } catch (cause) {
    const isForGood = url !== undefined && !signal.aborted && (await isUnavailable(url));
    throw new UnreadableError(isForGood ? 'assets' : 'viewer', { cause });
  }
}

/**
 * The worker for a file. From a folder pdf.js's worker imports the decoders that few files need; an embedded one has
 * no folder, and a policy that allows workers from blobs need not allow imports from them. So such a file gets a worker
 * with the decoders in it, and `worker` ends.
 */
export async function workerFor(
  bytes: Uint8Array,
  worker: Promise<Worker>,
  assets: AssetSource,
  signal: AbortSignal,
): Promise<Worker> {
  if (assets.kind === 'folder' || !needsImageDecoders(bytes)) return worker;
  const started = await worker;
  started.terminate();
  return startPdfWorker(assets, signal, true);
}

/** Filters whose decoders pdf.js has in files of their own. A stream's dictionary always stands in a file as it is. */
const SEPARATE_DECODERS = ['/JPXDecode', '/JBIG2Decode', '/CCITTFaxDecode'].map(name =>
  Array.from(name, character => character.charCodeAt(0)),
);

/** Does a PDF name a filter that only pdf.js's separate decoders read? */
function needsImageDecoders(bytes: Uint8Array): boolean {
  return SEPARATE_DECODERS.some(([slash = 0, ...name]) => {
    for (let at = bytes.indexOf(slash); at !== -1; at = bytes.indexOf(slash, at + 1)) {
      if (name.every((code, index) => bytes[at + 1 + index] === code)) return true;
    }
    return false;
  });
}

/**
 * pdf.js's worker, started while the viewer's code is still on its way: one way to the network less before the
 * first page. It belongs to who takes it.
 */
export class EarlyWorker {
  readonly #assets: AssetSource;
  readonly #ending = new AbortController();
  #worker: Promise<Worker> | undefined;

  constructor(assets: AssetSource) {
    this.#assets = assets;
    this.#worker = startPdfWorker(assets, this.#ending.signal);
    // Who takes it hears that it failed.
    this.#worker.catch(() => undefined);
  }

  /**
   * The worker, for who wants one of just these assets; once. Otherwise it is of no use to them.
   *
   * @param signal ends a worker that is still starting; one that runs is then theirs to end.
   */
  take(assets: AssetSource, signal: AbortSignal): Promise<Worker> | undefined {
    if (!isSameSource(assets, this.#assets)) this.discard();
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
