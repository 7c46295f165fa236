/** Seals the documents of a batch, as a job, and releases or fails all of them together. */
import { checkSignedData } from '@sign-session/verify';
import * as z from 'zod';
import type { Core } from '../core/core.ts';
import { listBatchDocuments, type ListedDocument } from '../documents/batch-documents.ts';
import { removingOnFailure } from '../documents/issued-documents.ts';
import { placeOf, sessionAbout } from '../domain/batch.ts';
import type { Session } from '../domain/session.ts';
import { hashOf } from '../domain/sha256.ts';
import type { SigningContext } from '../domain/signing-context.ts';
import { discardStaged, firstStaged, releaseEvidence, stagedPositions } from '../evidence/evidence-store.ts';
import { type Finalization, FinalizationError, type PreparedEvidence } from '../evidence/finalization.ts';
import { JobQueue } from '../queue/job-queue.ts';
import { finishJob, type Job, lockJob } from '../queue/job-table.ts';
import { SEALING_JOBS, type SessionCompletion } from '../sessions/complete-session.ts';
import { completedEvents, failedEvent } from '../sessions/session-events.ts';
import { endSession, findSession } from '../sessions/session-store.ts';
import { savedSignedPdf, type SignedPdf } from '../signing/signed-pdf.ts';
import { removeSigningRequests } from '../signing/signing-requests.ts';
import type { Queries } from '../storage/database.ts';
import { TooBusyError } from '../support/limiter.ts';
import { InterruptedError } from '../support/errors.ts';
import { severalAtOnce } from '../support/several-at-once.ts';
import { describeError } from '../support/logs.ts';

/** `/ByteRange` and `/Contents` of a seal, as `signature-field.ts` has them written. */
const SEAL = /\/ByteRange \[ 0 (\d+) (\d+) (\d+) *\]\s*\/Contents <([0-9A-Fa-f]+)>/g;

/**
 * Whether a stored document begins with the original, and the seal behind it is over everything else of the file and right.
 * Reads what the sealer has written and nothing of the original, which is a stranger's.
 */
async function isSealed(
  sealed: Uint8Array,
  original: { readonly hash: string; readonly sizeBytes: number },
): Promise<boolean> {
  if (hashOf(sealed.subarray(0, original.sizeBytes)) !== original.hash) return false;
  const tail = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength).subarray(original.sizeBytes);
  const last = [...tail.toString('latin1').matchAll(SEAL)].at(-1);
  if (last === undefined) return false;
  const [start, end, rest] = last.slice(1, 4).map(Number);
  const contents = last[4] ?? '';
  const isWhole = end === (start ?? 0) + contents.length + 2 && (end ?? 0) + (rest ?? 0) === sealed.length;
  if (!isWhole || start === undefined || end === undefined) return false;
  const cms = new Uint8Array(Buffer.from(contents, 'hex'));
  const check = await checkSignedData(cms, [sealed.subarray(0, start), sealed.subarray(end)], {
    needsReference: true,
  });
  return check.digest === 'valid' && check.signature === 'valid';
}

/** A batch whose job is claimed. */
interface ClaimedBatch {
  readonly job: Job;
  readonly session: Session;
  /** When the last step was passed. */
  readonly at: Date;
}

/** Ends the sessions of batches: all of their documents are released in one transaction, or none. */
class BatchEnding {
  readonly #core: Core;
  readonly #completion: SessionCompletion;

  constructor(core: Core, completion: SessionCompletion) {
    this.#core = core;
    this.#completion = completion;
  }

  /** Releases the evidence of all documents and completes the session. */
  async release({ job, session, at }: ClaimedBatch): Promise<void> {
    const { database, outbox, changes } = this.#core;
    const { sessionId } = session;
    const evidenceId = await firstStaged(database, sessionId);
    const emails = await this.#completion.emails(session, evidenceId, at);
    await database.transaction(async queries => {
      await this.#end(queries, job, sessionId);
      await releaseEvidence(queries, sessionId);
      await removeSigningRequests(queries, sessionId);
      await endSession(queries, sessionId, { status: 'COMPLETED', at });
      await outbox.record(queries, ...completedEvents(session, evidenceId, at));
      await this.#completion.putEmails(queries, session, emails, at);
    });
    changes.announce(sessionId);
  }

  /** Fails the session of a batch with a document that can never be sealed. Nothing of it is released. */
  async fail({ job, session, at }: ClaimedBatch, error: FinalizationError): Promise<void> {
    const { database, documents, outbox, changes, reportError } = this.#core;
    const { sessionId } = session;
    reportError(describeError(error));
    const removed = await database.transaction(async queries => {
      await this.#end(queries, job, sessionId);
      const ending = { kind: 'failed', reason: 'FINALIZATION_FAILED' } as const;
      await endSession(queries, sessionId, { status: 'FAILED', at, ending });
      await outbox.record(queries, failedEvent(session, error.message, at));
      await removeSigningRequests(queries, sessionId);
      return discardStaged(queries, sessionId);
    });
    await Promise.allSettled(removed.map(id => documents.remove(id)));
    changes.announce(sessionId);
  }

  /** Locks the session before its job. @throws InterruptedError when another process has claimed the job */
  async #end(queries: Queries, job: Job, sessionId: string): Promise<void> {
    await queries.query('SELECT 1 FROM sessions WHERE session_id = $1 FOR UPDATE', [sessionId]);
    if (await finishJob(queries, SEALING_JOBS, job)) return;
    throw new InterruptedError('Another process seals this batch.');
  }
}

/** Longer than the wait for a turn and the seal of the largest document: a claim covers at least one document. */
const LEASE_MS = 180_000;
/** How long one claim goes on to the next document. */
const CLAIM_MS = 10_000;
/** Batches that this process seals at once. The seals themselves take turns with those of other sessions. */
const AT_ONCE = 2;
/** Documents of one batch that are on their way: while one is made, others are read and stored. */
const DOCUMENTS_AT_ONCE = 4;
/** Seconds until the next attempt when something failed that may pass; the last value repeats. */
const AGAIN_AFTER_S = [1, 5, 15, 60];

const jobRow = z.object({ session_id: z.string(), accepted_at: z.date(), context: z.string() });

/** The signer's device. Signers of batches are not the integrator's to describe. */
const contextSchema = z
  .object({ ipAddress: z.string().optional(), userAgent: z.string().optional() })
  .transform(({ ipAddress, userAgent }): SigningContext => ({ ipAddress, userAgent }));

/** One batch on its way: who signed it, when, and by which claim it is sealed. */
interface SealingTask {
  readonly job: Job;
  readonly session: Session;
  readonly context: SigningContext;
  readonly at: Date;
}

/**
 * Seals the documents of batches, a few at once, when their signers have passed the last step. Each sealed
 * document is staged: stored with its evidence, which nobody finds yet. When all are, they are released together and
 * the session is completed. After a crash, what is staged stays and the rest is sealed.
 */
export class BatchSealing {
  readonly #core: Core;
  readonly #parts;
  readonly #ending: BatchEnding;
  readonly queue: JobQueue;

  constructor(core: Core, parts: { finalization: Finalization; completion: SessionCompletion }) {
    this.#core = core;
    this.#parts = parts;
    this.#ending = new BatchEnding(core, parts.completion);
    const { database, random, reportError } = core;
    this.queue = new JobQueue({
      database,
      random,
      reportError,
      table: SEALING_JOBS,
      leaseMs: LEASE_MS,
      tryMs: LEASE_MS - 5000,
      hasCapacity: running => running < AT_ONCE,
      pauseMs: attempts => (AGAIN_AFTER_S[attempts - 1] ?? AGAIN_AFTER_S.at(-1) ?? 0) * 1000,
      attempt: (job, signal) => this.#attempt(job, signal),
    });
  }

  async #attempt(job: Job, signal: AbortSignal): Promise<void> {
    const { database } = this.#core;
    const work = await this.#open(job);
    if (work === undefined) {
      await finishJob(database, SEALING_JOBS, job);
      return;
    }
    try {
      await this.#seal(work, signal);
    } catch (error) {
      if (error instanceof FinalizationError) await this.#ending.fail(work, error);
      else if (error instanceof TooBusyError) await this.queue.postpone(job);
      else throw error;
    }
  }

  async #open(job: Job): Promise<SealingTask | undefined> {
    const { database, fieldCipher } = this.#core;
    const { session_id: sessionId, accepted_at: at, context } = jobRow.parse(job.row);
    const session = await findSession(database, { sessionId });
    if (session?.status !== 'ACTIVE') return undefined;
    const device = contextSchema.parse(JSON.parse(await fieldCipher.open(context)));
    return { job, session, at, context: device };
  }

  /** Seals what is left, and completes the session after the last document; gives the claim back in between. */
  async #seal(work: SealingTask, signal: AbortSignal): Promise<void> {
    const { database, changes } = this.#core;
    const { sessionId } = work.session;
    const until = performance.now() + CLAIM_MS;
    const staged = await stagedPositions(database, sessionId);
    const documents = await listBatchDocuments(database, sessionId);
    const waiting = new Set(documents.filter(({ position }) => !staged.has(position)));
    await severalAtOnce([...waiting], DOCUMENTS_AT_ONCE, async document => {
      signal.throwIfAborted();
      if (performance.now() > until) return;
      await this.#stage(work, document);
      waiting.delete(document);
      changes.announce(sessionId);
    });
    if (waiting.size > 0) return this.queue.yield(work.job);
    await this.#ending.release(work);
  }

  async #stage(work: SealingTask, document: ListedDocument): Promise<void> {
    const { documents, database } = this.#core;
    const { finalization, completion } = this.#parts;
    const { session, context, at, job } = work;
    const place = placeOf(session, document);
    const signed = await savedSignedPdf(this.#core, session.sessionId, document.position);
    const about = sessionAbout(session, document, signed?.digitalSignature);
    const prepared = await completion.inTurn(session, () =>
      finalization.prepare(about, { ...context, at, place }, signed?.bytes),
    );
    const ids = prepared.documents.map(({ documentId }) => documentId);
    await removingOnFailure(documents, ids, async () => {
      await this.#verify(prepared, document, signed);
      await database.transaction(async queries => {
        if (!(await lockJob(queries, SEALING_JOBS, job)))
          throw new InterruptedError('Another process seals this batch.');
        await finalization.insert(queries, prepared, at, document);
      });
    });
  }

  /**
   * Reads what was stored, as whoever gets it will. A signature by certificate was verified when it was made, with the
   * whole file that it made.
   * @throws InterruptedError
   */
  async #verify(
    { signedDocumentId, signedHash }: PreparedEvidence,
    original: ListedDocument,
    signed: SignedPdf | undefined,
  ): Promise<void> {
    const stored = signedDocumentId && (await this.#core.documents.read(signedDocumentId));
    const isRight =
      stored &&
      hashOf(stored) === signedHash &&
      (signed === undefined
        ? await isSealed(stored, original)
        : signed.digitalSignature?.signedPdfHash === signedHash);
    if (!isRight) throw new InterruptedError('A sealed document does not verify.');
  }
}
