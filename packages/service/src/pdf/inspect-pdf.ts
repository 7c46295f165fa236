/** Examines and verifies PDFs in processes that may die, and remembers which files were refused. */
import { headerOffset } from '@sign-session/pdf-structure';
import { type ChangesSince, type SignatureReport, timeLimit, type Trust } from '@sign-session/verify';
import { availableParallelism } from 'node:os';
import { sha256 } from '../domain/sha256.ts';
import { InterruptedError } from '../support/errors.ts';
import { inTime } from '../support/in-time.ts';
import { BoundedMap } from '../support/bounded-map.ts';
import { Limiter } from '../support/limiter.ts';
import type { PdfInspection } from './examine-pdf.ts';
import type { InspectionAnswer, InspectionQuestion, InspectionResult, Lookup } from './inspection-answer.ts';
import { InspectionPool, type LookupSupport } from './inspection-pool.ts';
import { PdfRefusedError } from './refusal.ts';

const MOST_KEPT = 1000;

/** Stops repeated uploads of the same file, but lets a later version of the service try it again. */
const LIFETIME_MS = 10 * 60_000;

interface Refused {
  readonly error: PdfRefusedError;
  readonly until: number;
}

/** Remembers by their hash which files were refused, so that the same bytes cost nothing the next time. */
export class RefusedFiles {
  /** The least recently sent first. */
  readonly #refused = new BoundedMap<string, Refused>(MOST_KEPT);
  readonly #now: () => number;

  /** @param now milliseconds, of a clock that never goes back */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /**
   * @param key of `refusalKey`
   * @throws PdfRefusedError where the same bytes were refused, for the same reason
   */
  requireNew(key: string): void {
    const known = this.#refused.get(key);
    if (known === undefined) return;
    this.#refused.delete(key);
    if (known.until <= this.#now()) return;
    this.#refused.set(key, known);
    throw new PdfRefusedError(known.error.refusal, { cause: known.error.cause });
  }

  add(key: string, error: PdfRefusedError): void {
    this.#refused.set(key, { error, until: this.#now() + LIFETIME_MS });
  }
}

/** What a refusal is remembered by: the bytes, and what was asked about them. */
export function refusalKey(bytes: Uint8Array, ...question: readonly (string | number)[]): string {
  return `${sha256(bytes).toString('base64')} ${question.join(' ')}`;
}

export { PdfRefusedError } from './refusal.ts';
export type { PdfRefusal } from './refusal.ts';
export type { PdfInspection } from './examine-pdf.ts';

/** Of the processor: the largest and densest honest upload takes about four seconds. */
const TIME_LIMIT_MS = 10_000;

/** By the clock, for a verification with all that it fetches. */
const VERIFICATION_LIMIT_MS = 15_000;
const LATE = { detail: 'Verifying the signatures took too long.', retryAfter: 60 };

/** Each may take much memory, and the service itself needs a processor too. */
const MOST_PROCESSES = 4;

const atOnce = Math.min(availableParallelism(), MOST_PROCESSES);
const COMMON = { waitMs: 10_000, waitingBytes: 64 * 1024 * 1024, fairBy: 'time' } as const;

/** Tenants: one of their processes is always ready. */
const TENANTS = {
  queue: new Limiter({
    ...COMMON,
    atOnce,
    atMost: atOnce + 2,
    // So that another owner finds a free process soon.
    atOncePerOwner: Math.max(1, atOnce - 1),
  }),
  pool: new InspectionPool({ staysReady: true }),
};
/**
 * All who verify files without being one: of each one runs and one waits. Theirs end when they are idle, and leave the
 * processor to the tenants'.
 */
const STRANGERS = {
  queue: new Limiter({
    ...COMMON,
    atOnce: 1,
    atMost: 2,
    atOncePerOwner: 1,
    waiting: 1,
    waitingOfAll: 8,
    waitMs: 20_000,
  }),
  pool: new InspectionPool({ staysReady: false, priority: 5 }),
};
/** What an owner begins with who is no tenant. */
export const STRANGER = '*';

const refusedFiles = new RefusedFiles();

/** Starts the process that is to be ready for the first file. */
export function makeInspectionReady(): void {
  TENANTS.pool.makeReady();
}

interface InspectionOptions {
  /** Whose file it is: a tenant, or, beginning with `STRANGER`, somebody who is none. */
  readonly owner?: string;
  /** Whether it is to be signed with a certificate, which needs a file that can be read in one way only. */
  readonly forCertificate?: boolean | undefined;
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
 * @throws InspectionError where pdf.js, which is asked for the first page, can't be loaded
 * @throws InterruptedError when the process ended for another reason than the file
 * @throws TooBusyError when the file has waited too long for a process, or too many of the owner's wait already
 */
export async function inspectPdf(bytes: Uint8Array, options: InspectionOptions = {}): Promise<PdfInspection> {
  const { forCertificate } = options;
  const answer = await answerTo({ task: 'examine', bytes, forCertificate }, options);
  if (answer.outcome === 'accepted') return answer.facts;
  throw new InterruptedError('The inspecting process answered another question.');
}

/** A fault of the verifier or of pdf.js's loading, which says nothing about the file. Its cause has no message: that may quote the file. */
class InspectionError extends Error {
  override readonly name = 'InspectionError';
}

interface PdfVerification {
  readonly trust: Trust;
  /** The time that is checked at. */
  readonly now: Date;
  /** Ends the verification: the client has gone. */
  readonly signal: AbortSignal;
}

/**
 * Verifies the signatures of a PDF, in a process of its own as in `inspectPdf`: the service's own thread reads nothing
 * of the file. The process has no connections; it asks here for lists and responders, which `trust` obtains.
 * @throws PdfRefusedError where nothing can be read, or where it takes too much processor time or memory
 * @throws InspectionError for a fault of the verifier; Problem `service-unavailable` after 15 seconds, or when the signal aborts
 * @throws InterruptedError, TooBusyError as `inspectPdf` does
 */
export async function verifyPdf(
  bytes: Uint8Array,
  verification: PdfVerification,
  options: InspectionOptions = {},
): Promise<readonly SignatureReport[]> {
  return (await verified(bytes, verification, options)).reports;
}

/**
 * Verifies the signatures of a PDF as `verifyPdf` does, and finds what came after its first bytes.
 * @param length of the revision that it began with
 */
export async function verifyAddition(
  bytes: Uint8Array,
  length: number,
  verification: PdfVerification,
  options: InspectionOptions = {},
): Promise<{ readonly reports: readonly SignatureReport[]; readonly changes: ChangesSince }> {
  const { reports, changes } = await verified(bytes, { ...verification, since: length }, options);
  if (changes === undefined) throw new InterruptedError('The inspecting process answered another question.');
  return { reports, changes };
}

async function verified(
  bytes: Uint8Array,
  { trust, now, signal, since }: PdfVerification & { readonly since?: number },
  options: InspectionOptions,
): Promise<Extract<InspectionAnswer, { outcome: 'verified' }>> {
  const roots = (await trust.roots()).map(({ der }) => der);
  const answer = await answerTo({ task: 'verify', bytes }, options, ask => {
    const limit = AbortSignal.any([signal, timeLimit(VERIFICATION_LIMIT_MS)]);
    const lookUp = (lookup: Lookup) => answerLookup(trust, lookup, limit);
    const verify = () => ask({ lookUp, signal: limit }, { verification: { roots, now, since } });
    return inTime(limit, verify, LATE);
  });
  if (answer.outcome === 'verified') return answer;
  throw new InterruptedError('The inspecting process answered another question.');
}

async function answerLookup({ lists }: Trust, lookup: Lookup, signal: AbortSignal): Promise<unknown> {
  return lookup.kind === 'list' ? lists.find(lookup.request, signal) : lists.ask?.(lookup.request, signal);
}

type Answered = Exclude<InspectionAnswer, { outcome: 'refused' | 'failed' }>;

type Ask = (
  support?: LookupSupport,
  more?: Pick<InspectionQuestion, 'verification'>,
) => Promise<InspectionResult>;

async function answerTo(
  asked: Omit<InspectionQuestion, 'timeLimitMs'>,
  { owner = '', timeLimitMs = TIME_LIMIT_MS }: InspectionOptions,
  run: (ask: Ask) => Promise<InspectionResult> = ask => ask(),
): Promise<Answered> {
  const { task, bytes, forCertificate = false } = asked;
  if (bytes.length === 0) throw new PdfRefusedError('empty');
  if (headerOffset(bytes) === undefined) throw new PdfRefusedError('not-a-pdf');
  const key = refusalKey(bytes, task, timeLimitMs, String(forCertificate));
  refusedFiles.requireNew(key);
  const { queue, pool } = owner.startsWith(STRANGER) ? STRANGERS : TENANTS;
  const inTurn = async () => {
    // The same bytes may have been refused while these waited.
    refusedFiles.requireNew(key);
    return run((support, more) => pool.ask({ ...asked, ...more, timeLimitMs }, support));
  };
  const job = { owner, size: bytes.length, costOf: ({ cpuMs }: InspectionResult) => cpuMs };
  const { answer } = await queue.run(inTurn, job);
  if (answer.outcome === 'failed') {
    const { name, stack } = answer;
    throw new InspectionError('The inspection failed.', {
      cause: Object.assign(new Error(), { name, stack }),
    });
  }
  if (answer.outcome !== 'refused') return answer;
  const refused = new PdfRefusedError(answer.refusal, { cause: answer.cause });
  refusedFiles.add(key, refused);
  throw refused;
}
