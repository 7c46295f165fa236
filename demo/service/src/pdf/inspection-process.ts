import { Worker } from 'node:worker_threads';
import { locateSignatures } from '@sign-session/verify';
import { StructureTooLargeError, CrossReferenceError } from '@sign-session/verify/pdf';
import { examinePdf, RehearsalError } from './examine-pdf.ts';
import type { InspectionAnswer, InspectionQuestion, InspectionResult } from './inspection-answer.ts';
import { PdfRefusedError } from './refusal.ts';

/** Errors of this folder, whose messages quote nothing from the file. */
const SPEAKING = [StructureTooLargeError, CrossReferenceError, RehearsalError];

const watchdog = new Worker(new URL('inspection-watchdog.mjs', import.meta.url));
watchdog.unref();

process.on('disconnect', () => process.exit());
process.on('message', (question: InspectionQuestion) => void answer(question));

async function answer({ task, bytes, timeLimitMs }: InspectionQuestion): Promise<void> {
  const start = process.cpuUsage();
  limitTime(timeLimitMs);
  const result = await inspect(task, bytes);
  limitTime(0);
  const { user, system } = process.cpuUsage(start);
  process.send?.({ answer: result, cpuMs: (user + system) / 1000 } satisfies InspectionResult);
}

async function inspect(task: InspectionQuestion['task'], bytes: Uint8Array): Promise<InspectionAnswer> {
  try {
    if (task === 'locate') return { outcome: 'located', signatures: await locateSignatures(bytes) };
    return { outcome: 'accepted', facts: await examinePdf(bytes) };
  } catch (error) {
    const refused =
      error instanceof PdfRefusedError ? error : new PdfRefusedError('damaged', { cause: error });
    return { outcome: 'refused', refusal: refused.refusal, cause: detailOf(refused.cause) };
  }
}

/**
 * The details to report. The library's messages may quote the file, which must not appear in a log, so only the
 * error's class is used.
 */
function detailOf(cause: unknown): string {
  if (SPEAKING.some(kind => cause instanceof kind)) return String(cause);
  return cause instanceof Error ? cause.constructor.name : '';
}

/** Counts from now on; 0 removes the limit. */
function limitTime(milliseconds: number): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
  watchdog.postMessage(milliseconds);
}
