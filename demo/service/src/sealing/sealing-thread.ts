import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { SealedDocument } from '../pdf/seal-document.ts';
import type { SealingIdentity } from '../cms/sealing-identity.ts';
import { InterruptedError } from '../support/interrupted-error.ts';
import {
  transferable,
  type SealingAnswer,
  type SealingRequest,
  type SealingTask,
  type SentError,
} from './sealing-task.ts';

/**
 * Of the heap, for the objects of the files: an upload whose examination takes more than 768 MB is refused. Of that,
 * what is new is kept small: the thread would take 40 MB more and be no faster.
 */
const LIMITS = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 8 };

/** A start takes as much as some ten sealings. */
const IDLE_MS = 5 * 60_000;

/** Of the clock, against a sealing that never ends: every other one would wait for it. */
const ANSWER_TIMEOUT_MS = 120_000;

export interface SealingThreadOptions {
  /** After which the thread ends, and with it its heap. Default 5 minutes. */
  readonly idleMs?: number;
  /** Default: starts sealing-worker.ts. */
  readonly startWorker?: (options: WorkerOptions) => Worker;
}

/** A sealing that is under way. */
interface Pending {
  readonly timer: NodeJS.Timeout;
  readonly resolve: (made: SealedDocument) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Seals in a thread of its own, so that a large document holds up no other request. The thread starts with the first
 * sealing, ends when there was none for a while, and is started anew where it has died.
 */
export class SealingThread {
  readonly #identity: SealingIdentity;
  readonly #options: SealingThreadOptions;
  readonly #pending = new Map<number, Pending>();
  readonly #closeCallbacks: (() => void)[] = [];
  #worker: Worker | undefined;
  #lastId = 0;
  #idleTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(identity: SealingIdentity, options: SealingThreadOptions = {}) {
    this.#identity = identity;
    this.#options = options;
  }

  /**
   * Takes the task's bytes over: where they have a buffer of their own, they are empty afterwards.
   * @throws InterruptedError where the thread ends before it has answered; whatever sealing throws, by its name
   */
  async run(task: SealingTask): Promise<SealedDocument> {
    const worker = (this.#worker ??= this.#start());
    clearTimeout(this.#idleTimer);
    // The process must not end before the answer is there.
    worker.ref();
    const id = (this.#lastId += 1);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#abandon(worker), ANSWER_TIMEOUT_MS);
      this.#pending.set(id, { timer, resolve, reject });
      post(worker, { id, task });
    });
  }

  /** Ends the thread once it has answered. A request that comes to be sealed later is served as well. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#pending.size === 0) return this.#end();
    return new Promise(resolve => void this.#closeCallbacks.push(resolve));
  }

  #start(): Worker {
    const { startWorker = startSealingWorker } = this.#options;
    let worker: Worker;
    try {
      worker = startWorker({ name: 'sealing', workerData: this.#identity, resourceLimits: LIMITS });
    } catch (cause) {
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
    this.#pending.delete(answer.id);
    if (answer.outcome === 'sealed') pending?.resolve(answer.made);
    else pending?.reject(errorFrom(answer.error));
    if (this.#pending.size === 0) this.#rest();
  }

  /** A thread that has died, or does not answer, fails what it was to seal; the next sealing starts another one. */
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
  }

  #rest(): void {
    this.#worker?.unref();
    if (!this.#isClosed) {
      this.#idleTimer = setTimeout(() => void this.#end(), this.#options.idleMs ?? IDLE_MS).unref();
      return;
    }
    void this.#finishClose();
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

/** In development: tsx, which loads TypeScript for the main thread, does so for another one only where that asks for it. */
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

function errorFrom({ name, message, stack }: SentError): Error {
  return Object.assign(new Error(message), { name, ...(stack === undefined ? {} : { stack }) });
}
