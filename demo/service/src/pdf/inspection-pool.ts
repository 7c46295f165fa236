import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { inspectionResult } from './inspection-answer.ts';
import type { InspectionQuestion, InspectionResult } from './inspection-answer.ts';
import { InterruptedError } from '../support/interrupted-error.ts';

/** For the objects of the file. What its streams unpack to is limited where they are unpacked. */
const HEAP_LIMIT_MB = 768;

/** Of the clock, against an inspection that waits for something for ever. A busy machine must not come near it. */
const HANGING_MS = 120_000;

/** A process that had nothing to do for so long ends; the last one stays, for the next file. */
const IDLE_MS = 30_000;

/**
 * How a process ends that the file has brought to its limits: the watchdog's signal, and what V8 does when there is
 * no more memory (an abort, or a trap where even reporting fails). Every other end says nothing of the file.
 */
const LIMIT_SIGNALS: readonly unknown[] = ['SIGVTALRM', 'SIGABRT', 'SIGTRAP', 'SIGILL'];

interface IdleProcess {
  readonly process: ChildProcess;
  readonly since: number;
}

/** The processes that inspect files, each one file at a time. */
export class InspectionPool {
  /** Those idle for the longest time first. */
  #idle: IdleProcess[] = [];

  /**
   * Asks a process that is idle, or a new one. When the system ends it, for want of memory for example, a new one is
   * asked once more: the file is not to blame, and who sent it should not have to send it again.
   * @throws InterruptedError when both processes ended for another reason than the file
   */
  async ask(question: InspectionQuestion): Promise<InspectionResult> {
    try {
      return await this.#askOne(this.#takeIdle() ?? startProcess(), question);
    } catch (error) {
      if (!(error instanceof InterruptedError)) throw error;
      return await this.#askOne(startProcess(), question);
    }
  }

  async #askOne(inspector: ChildProcess, question: InspectionQuestion): Promise<InspectionResult> {
    // Without a free descriptor, for example.
    if (!inspector.connected) throw new InterruptedError('The inspecting process was not started.');
    inspector.ref();
    const result = await resultOf(inspector, question);
    this.#keep(inspector);
    return inspectionResult.parse(result);
  }

  /** The one that worked last: the others may end. */
  #takeIdle(): ChildProcess | undefined {
    this.#idle = this.#idle.filter(({ process }) => isAlive(process));
    return this.#idle.pop()?.process;
  }

  /** Without keeping the service alive for it. */
  #keep(inspector: ChildProcess): void {
    if (!isAlive(inspector)) return;
    inspector.unref();
    inspector.channel?.unref();
    this.#idle.push({ process: inspector, since: performance.now() });
    setTimeout(() => this.#endIdle(), IDLE_MS).unref();
  }

  #endIdle(): void {
    const oldest = performance.now() - IDLE_MS;
    const ending = this.#idle.slice(0, -1).filter(({ since }) => since <= oldest);
    this.#idle.splice(0, ending.length);
    for (const { process } of ending) if (process.connected) process.disconnect();
  }
}

function isAlive({ connected, exitCode, signalCode }: ChildProcess): boolean {
  return connected && exitCode === null && signalCode === null;
}

/** Returns the answer, or a refusal if the process reached its limits of time or memory. */
function resultOf(inspector: ChildProcess, question: InspectionQuestion): Promise<unknown> {
  const endedEarly: InspectionResult = {
    answer: {
      outcome: 'refused',
      refusal: 'cannot-be-extended',
      cause: 'The inspection ran into its limits of time or memory.',
    },
    cpuMs: question.timeLimitMs,
  };
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      clearTimeout(hanging);
      inspector.off('exit', handleExit).off('error', handleError).off('message', handleMessage);
      finish();
    };
    const breakOff = (how: string, cause?: unknown) =>
      settle(() => reject(new InterruptedError(`The inspecting process ${how}.`, { cause })));
    const handleError = (cause: unknown) => breakOff('could not be asked', cause);
    const handleExit = (code: unknown, signal: unknown) =>
      LIMIT_SIGNALS.includes(signal)
        ? settle(() => resolve(endedEarly))
        : breakOff(`ended with ${String(signal ?? code)}`);
    const handleMessage = (message: unknown) => settle(() => resolve(message));
    const hanging = setTimeout(() => inspector.kill('SIGKILL'), HANGING_MS);
    inspector.on('exit', handleExit).on('error', handleError).on('message', handleMessage);
    // A process that is ending takes no question: its exit, which follows, says why.
    inspector.send(question, () => undefined);
  });
}

/**
 * It inherits the options that let this process run TypeScript; what it prints may hold text of the file. Detached,
 * it is spared the terminal's Ctrl+C: the request that it works for may still be answered, and it ends with us.
 */
function startProcess(): ChildProcess {
  try {
    return fork(fileURLToPath(new URL('inspection-process.ts', import.meta.url)), {
      execArgv: [...process.execArgv, `--max-old-space-size=${HEAP_LIMIT_MB}`],
      serialization: 'advanced',
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    }).on('error', () => undefined);
  } catch (cause) {
    throw new InterruptedError('The inspecting process could not be started.', { cause });
  }
}
