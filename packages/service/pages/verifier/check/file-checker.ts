import type { components } from '../../../interface.d.ts';
import type { Reason } from '../messages/message-types.ts';
import type { CheckQuestion } from './check-worker.ts';
// oxlint-disable-next-line import/default -- Vite makes it: the address of the bundle
import workerUrl from './check-worker.ts?worker&url';
import type { FileCheck } from './file-check.ts';
import { trustedWorkerUrl } from '../trusted-worker-url.ts';

const LARGEST_BYTES = 64 * 1024 * 1024;

/** Time limit of a check, against files made to be slow. */
const TIME_LIMIT_MS = 60_000;

/** Why a file was not checked. */
export class CheckError extends Error {
  override readonly name = 'CheckError';
  readonly reason: Reason;

  constructor(reason: Reason, options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}

interface Anchors {
  readonly roots: readonly string[];
  /** The service's time; the device's clock may be wrong. */
  readonly now: () => Date;
}

/** Checks files in a worker, one at a time. The verifier and the roots are loaded when they are first needed. */
export class FileChecker {
  #worker: Worker | undefined;
  #anchors: Promise<Anchors> | undefined;
  /** Aborts the running check and terminates the worker. */
  #abort: (reason: Reason) => void = () => undefined;
  /** The number of the latest check. An earlier one that is still loading must not begin, since it would end this one. */
  #latest = 0;

  /** Loads the worker and the roots before a file is selected. */
  prepare(): void {
    this.#worker ??= this.#startWorker();
    // `check` reports the failure; the next file tries again.
    this.#anchors ??= fetchAnchors().catch((cause: unknown) => {
      this.#anchors = undefined;
      throw cause;
    });
    this.#anchors.catch(() => undefined);
  }

  /**
   * Checks a file; aborts the check of an earlier one.
   * @throws CheckError
   */
  async check(file: Blob): Promise<FileCheck> {
    // Web Crypto needs https.
    if (!isSecureContext) throw new CheckError('insecure');
    if (file.size > LARGEST_BYTES) throw new CheckError('tooLarge');
    this.stop();
    const turn = this.#latest;
    this.prepare();
    const { roots, now } = (await this.#anchors) ?? {};
    if (roots === undefined || now === undefined) throw new CheckError('noRoots');
    const bytes = await file.arrayBuffer();
    if (turn !== this.#latest) throw new CheckError('broken');
    return this.#ask({ bytes, roots, now: now() });
  }

  #startWorker(): Worker {
    const worker = new Worker(trustedWorkerUrl(workerUrl), { type: 'module' });
    // Also fired if the script could not be loaded; the next file starts another worker.
    worker.addEventListener('error', () => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#abort('broken');
    });
    return worker;
  }

  #ask(question: CheckQuestion): Promise<FileCheck> {
    this.prepare();
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      const timeout = setTimeout(() => this.#abort('tooLong'), TIME_LIMIT_MS);
      this.#abort = reason => {
        clearTimeout(timeout);
        this.#abort = () => undefined;
        this.#worker?.terminate();
        this.#worker = undefined;
        reject(new CheckError(reason));
      };
      const handleMessage = ({ data }: MessageEvent<FileCheck>) => {
        worker?.removeEventListener('message', handleMessage);
        clearTimeout(timeout);
        this.#abort = () => undefined;
        resolve(data);
      };
      worker?.addEventListener('message', handleMessage);
      worker?.postMessage(question, [question.bytes]);
    });
  }

  /** Aborts the running check, also one that is still loading. */
  stop(): void {
    this.#latest += 1;
    this.#abort('broken');
  }
}

/** @throws CheckError */
async function fetchAnchors(): Promise<Anchors> {
  try {
    const response = await fetch('/v1/verify/trust-anchors', { credentials: 'omit' });
    const { certificates, time }: components['schemas']['TrustAnchors'] = await response.json();
    const [start, since] = [Date.parse(time), performance.now()];
    if (!Array.isArray(certificates) || Number.isNaN(start)) throw new TypeError('No trust anchors.');
    return { roots: certificates, now: () => new Date(start + performance.now() - since) };
  } catch (cause) {
    throw new CheckError('noRoots', { cause });
  }
}
