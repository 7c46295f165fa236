import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { PdfFacts } from './examine-pdf.ts';
import { inspectionAnswer, type InspectionAnswer, type InspectionQuestion } from './inspection-answer.ts';
import type { LocatedSignature } from '@sign-session/verify';
import { headerOffset } from '@sign-session/verify/pdf';
import { InspectionBrokenError, PdfRefusedError } from './refusal.ts';
import { Turns } from '../support/turns.ts';

export { InspectionBrokenError, PdfRefusedError } from './refusal.ts';
export type { PdfRefusal } from './refusal.ts';
export type { PdfFacts } from './examine-pdf.ts';

/** Of the processor: the largest and densest honest upload takes about four seconds. */
const TIME_LIMIT_MS = 10_000;

/** For the objects of the file. What its streams unpack to is limited where they are unpacked. */
const HEAP_LIMIT_MB = 768;

const ENDED_EARLY: InspectionAnswer = {
  outcome: 'refused',
  refusal: 'cannot-be-extended',
  cause: 'The inspection ran into its limits of time or memory.',
};

/** Of the clock, against an inspection that waits for something for ever. A busy machine must not come near it. */
const PATIENCE_MS = 120_000;

/**
 * How a process ends that the file has brought to its limits: the watchdog's signal, and what V8 does when there is
 * no more memory (an abort, or a trap where even reporting fails). Every other end says nothing of the file.
 */
const LIMIT_SIGNALS: readonly unknown[] = ['SIGVTALRM', 'SIGABRT', 'SIGTRAP', 'SIGILL'];

/** One at a time: files made to exhaust memory must not do so together. */
const turns = new Turns({ atOnce: 1, waiting: 16 });
let idle: ChildProcess | undefined;

/**
 * Refuses whatever `sealDocument` could not sign later, by extending and reading it back once.
 * It runs in a process of its own, with bounded time and memory: a file of 7 MB can keep the PDF library busy
 * for hours, or make it ask for more memory than V8 has, which ends the process that it happens in.
 * @param options.timeLimitMs of processor time, after which the file is refused
 * @returns the number of pages, and whether the file bears signatures already
 * @throws PdfRefusedError
 * @throws InspectionBrokenError when the process ended for another reason than the file
 * @throws TooBusyError when too many files wait already
 */
export async function inspectPdf(
  bytes: Uint8Array,
  options: { timeLimitMs?: number } = {},
): Promise<PdfFacts> {
  const answer = await answerTo('examine', bytes, options);
  if (answer.outcome === 'accepted') return answer.facts;
  throw new InspectionBrokenError('The inspecting process answered another question.');
}

/**
 * The signatures that a PDF bears, found where a hostile file can do no harm, as in `inspectPdf`. Nothing of them is
 * verified.
 * @throws PdfRefusedError where nothing can be read
 * @throws InspectionBrokenError, TooBusyError as `inspectPdf` does
 */
export async function findSignatures(
  bytes: Uint8Array,
  options: { timeLimitMs?: number } = {},
): Promise<readonly LocatedSignature[]> {
  const answer = await answerTo('locate', bytes, options);
  if (answer.outcome === 'located') return answer.signatures;
  throw new InspectionBrokenError('The inspecting process answered another question.');
}

type Answered = Exclude<InspectionAnswer, { outcome: 'refused' }>;

async function answerTo(
  task: InspectionQuestion['task'],
  bytes: Uint8Array,
  { timeLimitMs = TIME_LIMIT_MS }: { timeLimitMs?: number },
): Promise<Answered> {
  if (bytes.length === 0) throw new PdfRefusedError('empty');
  if (headerOffset(bytes) === undefined) throw new PdfRefusedError('not-a-pdf');
  const answer = await turns.run(() => ask({ task, bytes, timeLimitMs }));
  if (answer.outcome !== 'refused') return answer;
  throw new PdfRefusedError(answer.refusal, { cause: answer.cause });
}

async function ask(question: InspectionQuestion): Promise<InspectionAnswer> {
  const inspector = idle !== undefined && isAlive(idle) ? idle : startProcess();
  idle = undefined;
  inspector.ref();
  const answer = await answerOf(inspector, question);
  // Kept for the next file, without keeping the service alive for it.
  inspector.unref();
  inspector.channel?.unref();
  idle = inspector;
  return inspectionAnswer.parse(answer);
}

function isAlive({ connected, exitCode, signalCode }: ChildProcess): boolean {
  return connected && exitCode === null && signalCode === null;
}

/** What the process answers, or what its end says of the file. */
function answerOf(inspector: ChildProcess, question: InspectionQuestion): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      clearTimeout(patience);
      inspector.off('exit', handleExit).off('error', handleError).off('message', handleMessage);
      finish();
    };
    const handleError = (cause?: unknown) =>
      settle(() => reject(new InspectionBrokenError('The inspecting process broke off.', { cause })));
    const handleExit = (_: unknown, signal: unknown) =>
      LIMIT_SIGNALS.includes(signal) ? settle(() => resolve(ENDED_EARLY)) : handleError();
    const handleMessage = (message: unknown) => settle(() => resolve(message));
    const patience = setTimeout(() => inspector.kill('SIGKILL'), PATIENCE_MS);
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
  return fork(fileURLToPath(new URL('inspection-process.ts', import.meta.url)), {
    execArgv: [...process.execArgv, `--max-old-space-size=${HEAP_LIMIT_MB}`],
    serialization: 'advanced',
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  }).on('error', () => undefined);
}
