import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { UnsealableDocumentError } from '../pdf/unsealable-document-error.ts';
import type { SealedDocument } from '../pdf/seal-document.ts';
import type { SealingIdentity } from '../cms/signed-data.ts';
import { InterruptedError } from '../support/errors.ts';
import {
  transferable,
  type SealingAnswer,
  type SealingRequest,
  type SealingTask,
  type SentError,
} from './sealing-task.ts';

/**
 * Heap limits. Uploads whose inspection takes more than 768 MB are refused, and up to three documents are sealed at
 * once: two of sessions, and a combined one. The young generation is small, because a larger one would take 40 MB more
 * without being faster.
 */
const LIMITS = { maxOldGenerationSizeMb: 3 * 768, maxYoungGenerationSizeMb: 8 };

/** Starting the thread takes as long as about ten seals. */
const IDLE_MS = 5 * 60_000;

/** Wall-clock limit for a seal that never ends, because all others wait for it. */
const ANSWER_TIMEOUT_MS = 120_000;

interface SealingThreadOptions {
  /** Idle time after which the thread ends, which frees its heap. `Infinity`: it stays. Default 5 minutes. */
  readonly idleMs?: number;
  /** Default: starts sealing-worker.ts. */
  readonly startWorker?: (options: WorkerOptions) => Worker;
}

/** A seal in progress. */
interface PendingSeal {
  readonly timer: NodeJS.Timeout;
  readonly resolve: (made: SealedDocument) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Seals in a thread of its own, so that a large document does not block other requests. The thread starts with the
 * first seal, ends after some idle time unless it is to stay, and is restarted if it has died.
 */
export class SealingThread {
  readonly #identity: SealingIdentity;
  readonly #options: SealingThreadOptions;
  readonly #pending = new Map<number, PendingSeal>();
  readonly #closeCallbacks: (() => void)[] = [];
  #worker: Worker | undefined;
  #lastId = 0;
  #idleTimer: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** Whether the last thread could not be started, or died before it had answered anything. */
  #isBroken = false;
  #proof: Promise<void> | undefined;

  constructor(identity: SealingIdentity, options: SealingThreadOptions = {}) {
    this.#identity = identity;
    this.#options = options;
  }

  /**
   * Runs a task. Transfers the bytes: if they have a buffer of their own, they are empty afterwards.
   * @throws InterruptedError when the thread ends before it has answered; UnsealableDocumentError; any other error
   *   of sealing, by its name
   */
  async run(task: SealingTask): Promise<SealedDocument> {
    const worker = (this.#worker ??= this.#start());
    clearTimeout(this.#idleTimer);
    // Keep the process alive until the answer arrives.
    worker.ref();
    const id = (this.#lastId += 1);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#abandon(worker), ANSWER_TIMEOUT_MS);
      this.#pending.set(id, { timer, resolve, reject });
      post(worker, { id, task });
    });
  }

  /**
   * Whether it can seal. One that can't tries again meanwhile, so that it is found alive later; one that rests is alive.
   */
  isAlive(): boolean {
    if (this.#isBroken && !this.#isClosed) void this.#prove();
    return !this.#isBroken;
  }

  /** Ends the thread after it has answered. Seals requested later still work. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#pending.size === 0) return this.#end();
    return new Promise(resolve => void this.#closeCallbacks.push(resolve));
  }

  /** Has something small signed by a new thread, one at a time. Never rejects. */
  #prove(): Promise<void> {
    const content = new Uint8Array(1);
    this.#proof ??= this.run({ kind: 'pack', content, signingTime: new Date() })
      .then(
        () => undefined,
        () => {
          this.#isBroken = true;
        },
      )
      .finally(() => {
        this.#proof = undefined;
      });
    return this.#proof;
  }

  #start(): Worker {
    const { startWorker = startSealingWorker } = this.#options;
    let worker: Worker;
    try {
      worker = startWorker({ name: 'sealing', workerData: this.#identity, resourceLimits: LIMITS });
    } catch (cause) {
      this.#isBroken = true;
      throw new InterruptedError('The sealing thread cannot be started.', { cause });
    }
    return worker
      .on('message', (answer: SealingAnswer) => this.#settle(answer))
      .on('messageerror', cause => this.#abandon(worker, cause))
      .on('error', cause => this.#abandon(worker, cause))
      .on('exit', () => this.#abandon(worker));
  }

  #settle(answer: SealingAnswer): void {
    const pending = this.#pending.get(answer.id);
    clearTimeout(pending?.timer);
    this.#isBroken = false;
    this.#pending.delete(answer.id);
    if (answer.outcome === 'sealed') pending?.resolve(answer.made);
    else pending?.reject(errorFrom(answer.error));
    if (this.#pending.size === 0) this.#rest();
  }

  /** Fails all pending seals of a thread that died or does not answer; the next seal starts a new thread. */
  #abandon(worker: Worker, cause?: unknown): void {
    if (this.#worker !== worker) return;
    const interrupted = [...this.#pending.values()];
    this.#pending.clear();
    for (const { timer, reject } of interrupted) {
      clearTimeout(timer);
      reject(new InterruptedError('The sealing thread has ended.', { cause }));
    }
    void this.#end();
    this.#rest();
    // Another one is proved at once: a document may have ended this one, or there may be no memory for any.
    if (!this.#isClosed) void this.#prove();
  }

  #rest(): void {
    this.#worker?.unref();
    const { idleMs = IDLE_MS } = this.#options;
    if (this.#isClosed) void this.#finishClose();
    else if (idleMs < Infinity) this.#idleTimer = setTimeout(() => void this.#end(), idleMs).unref();
  }

  async #finishClose(): Promise<void> {
    await this.#end();
    for (const closed of this.#closeCallbacks.splice(0)) closed();
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    clearTimeout(this.#idleTimer);
    await worker?.terminate();
  }
}

function startSealingWorker(options: WorkerOptions): Worker {
  const file = fileURLToPath(new URL('sealing-worker.ts', import.meta.url));
  return file.endsWith('.ts')
    ? new Worker(loadingTypeScript(file), { ...options, eval: true })
    : new Worker(file, options);
}

/** For development: tsx loads TypeScript in the main thread only, so a worker has to register it itself. */
function loadingTypeScript(file: string): string {
  return `const require = process.getBuiltinModule('node:module').createRequire(${JSON.stringify(file)});
    require('tsx/cjs/api').register();
    require(${JSON.stringify(file)});`;
}

function post(worker: Worker, { id, task }: SealingRequest): void {
  const isWithDocument = task.kind === 'document' || task.kind === 'document-for-all';
  const original = isWithDocument ? transferable(task.original) : undefined;
  const request = { id, task: original === undefined ? task : { ...task, original } };
  worker.postMessage(request, original === undefined ? [] : [original.buffer]);
}

function errorFrom({ isAboutDocument, name, message, stack }: SentError): Error {
  if (isAboutDocument) return new UnsealableDocumentError();
  return Object.assign(new Error(message), { name, ...(stack === undefined ? {} : { stack }) });
}
