import { availableParallelism } from 'node:os';
import type { PdfFacts } from './examine-pdf.ts';
import { FairQueue } from './fair-queue.ts';
import type { InspectionAnswer, InspectionQuestion } from './inspection-answer.ts';
import { InspectionPool } from './inspection-pool.ts';
import type { LocatedSignature } from '@sign-session/verify';
import { headerOffset } from '@sign-session/verify/pdf';
import { PdfRefusedError } from './refusal.ts';
import { InterruptedError } from '../support/interrupted-error.ts';
import { refusalKey, RefusedFiles } from './refused-files.ts';

export { PdfRefusedError } from './refusal.ts';
export type { PdfRefusal } from './refusal.ts';
export type { PdfFacts } from './examine-pdf.ts';

/** Of the processor: the largest and densest honest upload takes about four seconds. */
const TIME_LIMIT_MS = 10_000;

/** Each may take much memory, and the service itself needs a processor too. */
const MOST_PROCESSES = 4;

const atOnce = Math.min(availableParallelism(), MOST_PROCESSES);
const queue = new FairQueue({
  atOnce,
  atMost: atOnce + 2,
  // So that another owner finds a free process soon.
  atOncePerOwner: Math.max(1, atOnce - 1),
  waitMs: 10_000,
  waitingBytesPerOwner: 64 * 1024 * 1024,
});
const pool = new InspectionPool();
const refusedFiles = new RefusedFiles();

export interface InspectionOptions {
  /** Whose file it is: a tenant, or all who verify files without being one. */
  readonly owner?: string;
  /** Of processor time, after which the file is refused. */
  readonly timeLimitMs?: number;
}

/**
 * Refuses whatever `sealDocument` could not sign later, by extending and reading it back once.
 * It runs in a process of its own, with bounded time and memory: a file of 7 MB can keep the PDF library busy
 * for hours, or make it ask for more memory than V8 has, which ends the process that it happens in. Owners have equal
 * shares of the processes, and bytes that were refused are refused again without one.
 * @returns the number of pages, and whether the file bears signatures already
 * @throws PdfRefusedError
 * @throws InterruptedError when the process ended for another reason than the file
 * @throws TooBusyError when the file has waited too long for a process, or too many of the owner's wait already
 */
export async function inspectPdf(bytes: Uint8Array, options: InspectionOptions = {}): Promise<PdfFacts> {
  const answer = await answerTo('examine', bytes, options);
  if (answer.outcome === 'accepted') return answer.facts;
  throw new InterruptedError('The inspecting process answered another question.');
}

/**
 * The signatures that a PDF bears, found where a hostile file can do no harm, as in `inspectPdf`. Nothing of them is
 * verified.
 * @throws PdfRefusedError where nothing can be read
 * @throws InterruptedError, TooBusyError as `inspectPdf` does
 */
export async function findSignatures(
  bytes: Uint8Array,
  options: InspectionOptions = {},
): Promise<readonly LocatedSignature[]> {
  const answer = await answerTo('locate', bytes, options);
  if (answer.outcome === 'located') return answer.signatures;
  throw new InterruptedError('The inspecting process answered another question.');
}

type Answered = Exclude<InspectionAnswer, { outcome: 'refused' }>;

async function answerTo(
  task: InspectionQuestion['task'],
  bytes: Uint8Array,
  { owner = '', timeLimitMs = TIME_LIMIT_MS }: InspectionOptions,
): Promise<Answered> {
  if (bytes.length === 0) throw new PdfRefusedError('empty');
  if (headerOffset(bytes) === undefined) throw new PdfRefusedError('not-a-pdf');
  const key = refusalKey(bytes, task, timeLimitMs);
  refusedFiles.requireNew(key);
  const answer = await queue.run({ owner, size: bytes.length }, async () => {
    // The same bytes may have been refused while these waited.
    refusedFiles.requireNew(key);
    const { answer: value, cpuMs } = await pool.ask({ task, bytes, timeLimitMs });
    return { value, costMs: cpuMs };
  });
  if (answer.outcome !== 'refused') return answer;
  const refused = new PdfRefusedError(answer.refusal, { cause: answer.cause });
  refusedFiles.add(key, refused);
  throw refused;
}
