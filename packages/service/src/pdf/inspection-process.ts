import { Worker } from 'node:worker_threads';
import { readCertificateFacts } from '@sign-session/certificates';
import {
  changesSince,
  locateSignatures,
  verifySignatures,
  type ListRequest,
  type OcspAnswer,
  type ResponderRequest,
} from '@sign-session/verify';
import { PdfStructureError } from '@sign-session/pdf-structure';
import { StructureTooLargeError } from './bounded-parser.ts';
import { examinePdf, RehearsalError } from './examine-pdf.ts';
import type {
  FoundMessage,
  InspectionAnswer,
  InspectionQuestion,
  InspectionResult,
  Lookup,
  LookupMessage,
} from './inspection-answer.ts';
import { findPages, loadPdfjs } from './second-reader.ts';
import { SearchError } from './rebuilt-references.ts';
import { PdfRefusedError } from './refusal.ts';
import { isAboutDocument } from './unsealable-document-error.ts';

/** Errors of this folder, whose messages quote nothing from the file. */
const SPEAKING = [StructureTooLargeError, PdfStructureError, SearchError, RehearsalError];

let lookups = 0;
/** Lookups that were not answered yet, by their number. */
const waiting = new Map<number, (found: unknown) => void>();

const watchdog = new Worker(new URL('inspection-watchdog.mjs', import.meta.url));
watchdog.unref();

// Of a damaged file pdf.js may leave rejections behind, besides the one that it answers with.
process.on('unhandledRejection', () => undefined);
process.on('disconnect', () => process.exit());
// What it says of pdf.js is told with the first file.
if (process.argv.includes('ready')) loadPdfjs().catch(() => undefined);
process.on('message', (message: InspectionQuestion | FoundMessage) => {
  if ('task' in message) answer(message).catch(() => process.exit(1));
  else settleLookup(message);
});

async function answer(question: InspectionQuestion): Promise<void> {
  const start = process.cpuUsage();
  limitTime(question.timeLimitMs);
  const result = await inspect(question);
  limitTime(0);
  const { user, system } = process.cpuUsage(start);
  process.send?.({ answer: result, cpuMs: (user + system) / 1000 } satisfies InspectionResult);
}

async function inspect(question: InspectionQuestion): Promise<InspectionAnswer> {
  try {
    if (question.task === 'verify') return await verify(question);
    return await examine(question);
  } catch (error) {
    const refused =
      error instanceof PdfRefusedError ? error : new PdfRefusedError('damaged', { cause: error });
    return { outcome: 'refused', refusal: refused.refusal, cause: detailOf(refused.cause) };
  }
}

/** Asks the reader that will draw the file for its pages, too. @throws PdfRefusedError */
async function examine({ bytes, forCertificate }: InspectionQuestion): Promise<InspectionAnswer> {
  const { facts, tree } = await examinePdf(bytes, { forCertificate });
  const found = await findPages(bytes, tree).catch((error: unknown) => failed(error));
  if (typeof found === 'object') return found;
  if (found !== 'same') throw new PdfRefusedError(found);
  return { outcome: 'accepted', facts };
}

/** A fault that is not the file's. Its message is left out, for it may quote the file. */
function failed(error: unknown): InspectionAnswer {
  const { name, stack = '' } = error instanceof Error ? error : new TypeError();
  const frames = stack.split('\n').filter(line => /^\s+at /.test(line));
  return { outcome: 'failed', name, stack: [name, ...frames].join('\n') };
}

/**
 * The service ends this process when the time is up, so nothing here has to watch a signal. Errors after the signatures
 * were located are the verifier's own.
 */
async function verify({ bytes, verification }: InspectionQuestion): Promise<InspectionAnswer> {
  const { roots = [], now = new Date(), since } = verification ?? {};
  const { signal } = new AbortController();
  const trust = {
    roots: async () => roots.map(der => readCertificateFacts(der)),
    lists: {
      find: (request: ListRequest) => lookUp<Uint8Array<ArrayBuffer>>({ kind: 'list', request }),
      ask: (request: ResponderRequest) => lookUp<OcspAnswer>({ kind: 'responder', request }),
    },
  };
  const located = await locateSignatures(bytes);
  const changes = since === undefined ? undefined : await changesSince(bytes, since);
  try {
    const reports = await verifySignatures(bytes, { trust, now, signal, located });
    return { outcome: 'verified', reports, changes };
  } catch (error) {
    if (isAboutDocument(error)) throw error;
    return failed(error);
  }
}

/** Asks the service, which alone opens connections. Its answers are what `RevocationLists` promises. */
function lookUp<T>(lookup: Lookup): Promise<T | undefined> {
  const id = (lookups += 1);
  process.send?.({ lookup, id } satisfies LookupMessage);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the service's own answer to this kind of question
  return new Promise(resolve => void waiting.set(id, found => resolve(found as T | undefined)));
}

function settleLookup({ id, found }: FoundMessage): void {
  waiting.get(id)?.(found);
  waiting.delete(id);
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
