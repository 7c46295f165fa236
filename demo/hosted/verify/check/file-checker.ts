import * as z from 'zod/mini';
import type { Reason } from '../messages/message-types.ts';
// oxlint-disable-next-line import/default -- Vite makes it: the address of the bundle
import workerUrl from './check-worker.ts?worker&url';
import type { FileCheck } from './file-check.ts';
import type { CheckAnswer, CheckQuestion } from './messages.ts';
import { trustedWorkerUrl } from './trusted-worker-url.ts';

const LARGEST_BYTES = 64 * 1024 * 1024;

/** A file made to keep the verifier busy is given up. */
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

const anchorsShape = z.object({ certificates: z.array(z.string()), time: z.string() });

interface Anchors {
  readonly roots: readonly string[];
  /** By the service's clock, whatever the device's says. */
  readonly now: () => Date;
}

/** Checks files in a worker, one at a time. The verifier and the roots are loaded when they are first needed. */
export class FileChecker {
  #worker: Worker | undefined;
  #anchors: Promise<Anchors> | undefined;
  /** Ends the check that runs, and the worker with it. */
  #giveUp: (reason: Reason) => void = () => undefined;

  /** Loads what a check needs, so that it needs no network by then. */
  prepare(): void {
    this.#worker ??= this.#startWorker();
    // Whoever checks is told; another try comes with the next file.
    this.#anchors ??= fetchAnchors().catch((cause: unknown) => {
      this.#anchors = undefined;
      throw cause;
    });
    this.#anchors.catch(() => undefined);
  }

  /**
   * Checks a file; ends the check of the one before.
   * @throws CheckError
   */
  async check(file: Blob): Promise<FileCheck> {
    // Absent in pages that came by http.
    if (!isSecureContext) throw new CheckError('insecure');
    if (file.size > LARGEST_BYTES) throw new CheckError('tooLarge');
    this.prepare();
    const { roots, now } = (await this.#anchors) ?? {};
    if (roots === undefined || now === undefined) throw new CheckError('noRoots');
    const bytes = await file.arrayBuffer();
    return this.#ask({ bytes, roots, now: now() });
  }

  #startWorker(): Worker {
    const worker = new Worker(trustedWorkerUrl(workerUrl), { type: 'module' });
    // Also one whose script could not be loaded: the next file gets another.
    worker.addEventListener('error', () => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#giveUp('broken');
    });
    return worker;
  }

  #ask(question: CheckQuestion): Promise<FileCheck> {
    this.stop();
    this.prepare();
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      const timeout = setTimeout(() => this.#giveUp('tooLong'), TIME_LIMIT_MS);
      this.#giveUp = reason => {
        clearTimeout(timeout);
        this.#giveUp = () => undefined;
        this.#worker?.terminate();
        this.#worker = undefined;
        reject(new CheckError(reason));
      };
      worker?.addEventListener(
        'message',
        ({ data }: MessageEvent<CheckAnswer>) => {
          clearTimeout(timeout);
          this.#giveUp = () => undefined;
          resolve(data.check);
        },
        { once: true },
      );
      worker?.postMessage(question, [question.bytes]);
    });
  }

  /** Ends the check that runs. */
  stop(): void {
    this.#giveUp('broken');
  }
}

/** @throws CheckError */
async function fetchAnchors(): Promise<Anchors> {
  try {
    const response = await fetch('/v1/verify/trust-anchors', { credentials: 'omit' });
    const { certificates, time } = anchorsShape.parse(await response.json());
    const [start, since] = [Date.parse(time), performance.now()];
    return { roots: certificates, now: () => new Date(start + performance.now() - since) };
  } catch (cause) {
    throw new CheckError('noRoots', { cause });
  }
}
