import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import {
  type FoundMessage,
  type InspectionQuestion,
  inspectionResult,
  type InspectionResult,
  type Lookup,
  type LookupMessage,
} from './inspection-answer.ts';
import { InterruptedError } from '../support/errors.ts';

/** For the file's objects. The size of unpacked streams is limited where they are unpacked. */
const HEAP_LIMIT_MB = 768;

/** V8 takes three times 16 MB, and keeps them. Small files are examined as fast with less, the largest 10 % slower. */
const YOUNG_LIMIT_MB = 4;

/** Wall-clock limit, for an inspection that hangs. Generous, so that load alone never reaches it. */
const HANGING_MS = 120_000;

/** An idle process ends after this time. */
const IDLE_MS = 30_000;

/** When a process has worked for this long, another one is made ready: it takes seconds to start beside it. */
const REPLACED_MS = 500;

/**
 * Signals that end a process when the file exceeds its limits: the watchdog's, and V8's when memory runs out (an abort,
 * or a trap if even reporting fails). Any other end does not depend on the file.
 */
const LIMIT_SIGNALS: readonly unknown[] = ['SIGVTALRM', 'SIGABRT', 'SIGTRAP', 'SIGILL'];

/** What a question needs besides the file. */
export interface LookupSupport {
  /** Answers the process's lookups. Its error ends the question. */
  readonly lookUp: (lookup: Lookup) => Promise<unknown>;
  /** Ends the process when it aborts. */
  readonly signal: AbortSignal;
}

interface IdleProcess {
  readonly process: ChildProcess;
  readonly since: number;
}

interface InspectionPoolOptions {
  /** Whether an idle one stays, so that no file has to wait for a process to start. */
  readonly staysReady: boolean;
  /** Of its processes, where the system lets it be set: see `os.setPriority`. */
  readonly priority?: number;
}

/** The processes that inspect files, each one file at a time. */
export class InspectionPool {
  readonly #options: InspectionPoolOptions;
  /** Longest idle first. */
  #idle: IdleProcess[] = [];

  constructor(options: InspectionPoolOptions) {
    this.#options = options;
  }

  /** Starts a process if it is to have an idle one, and has none. Without an error: `ask` says what is wrong. */
  makeReady(): void {
    if (!this.#options.staysReady || this.#idle.some(({ process }) => isAlive(process))) return;
    try {
      this.#keep(this.#start(['ready']));
    } catch (error) {
      if (!(error instanceof InterruptedError)) throw error;
    }
  }

  /**
   * Asks an idle process, or a new one. If the system ends it, for example when memory is short, asks a new one once
   * more, so that the file need not be sent again.
   * @throws InterruptedError when both processes ended for another reason than the file; the signal's reason; what a
   *   lookup throws
   */
  async ask(question: InspectionQuestion, support?: LookupSupport): Promise<InspectionResult> {
    support?.signal.throwIfAborted();
    const idle = this.#takeIdle();
    // One that is still starting has nobody waiting behind it for longer than another one would.
    const replacing = setTimeout(() => idle && this.makeReady(), REPLACED_MS);
    try {
      return await this.#askOne(idle ?? this.#start(), question, support);
    } catch (error) {
      clearTimeout(replacing);
      if (!(error instanceof InterruptedError)) throw error;
      support?.signal.throwIfAborted();
      return await this.#askOne(this.#start(), question, support);
    } finally {
      clearTimeout(replacing);
      // It may have been ended.
      this.makeReady();
    }
  }

  #start(args: readonly string[] = []): ChildProcess {
    const inspector = startProcess(args);
    const { priority } = this.#options;
    try {
      if (priority !== undefined && inspector.pid !== undefined) setPriority(inspector.pid, priority);
    } catch {
      // It works as well without.
    }
    return inspector;
  }

  async #askOne(
    inspector: ChildProcess,
    question: InspectionQuestion,
    support: LookupSupport | undefined,
  ): Promise<InspectionResult> {
    // Without a free descriptor, for example.
    if (!inspector.connected) throw new InterruptedError('The inspecting process was not started.');
    inspector.ref();
    const lookups = support && answerLookups(inspector, support);
    const result = await resultOf(inspector, question, lookups?.failure).finally(() => lookups?.end());
    this.#keep(inspector);
    return inspectionResult.parse(result);
  }

  /** The one used last, so that the others can end. */
  #takeIdle(): ChildProcess | undefined {
    this.#idle = this.#idle.filter(({ process }) => isAlive(process));
    return this.#idle.pop()?.process;
  }

  /** Does not keep the service's process alive. */
  #keep(inspector: ChildProcess): void {
    if (!isAlive(inspector)) return;
    inspector.unref();
    inspector.channel?.unref();
    this.#idle.push({ process: inspector, since: performance.now() });
    setTimeout(() => this.#endIdle(), IDLE_MS).unref();
  }

  #endIdle(): void {
    const oldest = performance.now() - IDLE_MS;
    const staying = this.#options.staysReady ? 1 : 0;
    const ending = this.#idle.slice(0, this.#idle.length - staying).filter(({ since }) => since <= oldest);
    this.#idle.splice(0, ending.length);
    for (const { process } of ending) if (process.connected) process.disconnect();
  }
}

function isAlive({ connected, exitCode, signalCode }: ChildProcess): boolean {
  return connected && exitCode === null && signalCode === null;
}

/**
 * Answers a process's lookups until `end`. When one fails or the signal aborts, kills the process: it may be in the
 * middle of a computation that nothing else interrupts.
 * @returns `failure`, which aborts with the reason
 */
function answerLookups(inspector: ChildProcess, { lookUp, signal }: LookupSupport) {
  const failure = new AbortController();
  const fail = (reason: unknown) => {
    if (failure.signal.aborted) return;
    failure.abort(reason);
    inspector.kill('SIGKILL');
  };
  const abort = () => fail(signal.reason);
  const answer = async ({ id, lookup }: LookupMessage) => {
    try {
      const found = await lookUp(lookup);
      if (inspector.connected) inspector.send({ id, found } satisfies FoundMessage, () => undefined);
    } catch (error) {
      fail(error);
    }
  };
  const handleMessage = (message: object) => {
    if (isLookup(message)) void answer(message);
  };
  signal.addEventListener('abort', abort, { once: true });
  inspector.on('message', handleMessage);
  const end = () => {
    signal.removeEventListener('abort', abort);
    inspector.off('message', handleMessage);
  };
  return { failure: failure.signal, end };
}

function isLookup(message: object): message is LookupMessage {
  return 'lookup' in message;
}

/** Returns the answer, or a refusal if the process reached its limits of time or memory. */
function resultOf(
  inspector: ChildProcess,
  question: InspectionQuestion,
  failure: AbortSignal | undefined,
): Promise<unknown> {
  const endedEarly: InspectionResult = {
    answer: {
      outcome: 'refused',
      refusal: 'cannot-be-extended',
      cause: 'The inspection exceeded its limits of time or memory.',
    },
    cpuMs: question.timeLimitMs,
  };
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      clearTimeout(hanging);
      failure?.removeEventListener('abort', handleFailure);
      inspector.off('exit', handleExit).off('error', handleError).off('message', handleMessage);
      finish();
    };
    const breakOff = (how: string, cause?: unknown) =>
      settle(() => reject(new InterruptedError(`The inspecting process ${how}.`, { cause })));
    const handleError = (cause: unknown) => breakOff('could not be reached', cause);
    const handleExit = (code: unknown, signal: unknown) =>
      LIMIT_SIGNALS.includes(signal)
        ? settle(() => resolve(endedEarly))
        : breakOff(`ended with ${String(signal ?? code)}`);
    const handleFailure = () => settle(() => reject(failure?.reason));
    const handleMessage = (message: object) => {
      if (!isLookup(message)) settle(() => resolve(message));
    };
    const hanging = setTimeout(() => inspector.kill('SIGKILL'), HANGING_MS);
    failure?.addEventListener('abort', handleFailure, { once: true });
    inspector.on('exit', handleExit).on('error', handleError).on('message', handleMessage);
    // An ending process does not answer; its exit follows and says why.
    inspector.send(question, () => undefined);
  });
}

/**
 * Inherits the options that let this process run TypeScript. Its output is dropped: it may quote the file. Detached, so
 * that Ctrl+C in the terminal does not end it before the request is answered; it ends with this process.
 */
function startProcess(args: readonly string[]): ChildProcess {
  try {
    return fork(fileURLToPath(new URL('inspection-process.ts', import.meta.url)), args, {
      execArgv: [
        ...process.execArgv,
        `--max-old-space-size=${HEAP_LIMIT_MB}`,
        `--max-semi-space-size=${YOUNG_LIMIT_MB}`,
      ],
      serialization: 'advanced',
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    }).on('error', () => undefined);
  } catch (cause) {
    throw new InterruptedError('The inspecting process could not be started.', { cause });
  }
}
