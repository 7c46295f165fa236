import * as z from 'zod';
import { placeOf, sessionAbout } from '../domain/batch.ts';
import { hashOf } from '../domain/sha256.ts';
import type { Session } from '../domain/session.ts';
import type { SigningContext } from '../domain/signing-context.ts';
import { listBatchDocuments, type ListedDocument } from '../documents/batch-documents.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { removingOnFailure } from '../documents/orphans.ts';
import { stagedPositions } from '../evidence/evidence-store.ts';
import { FinalizationError, type Finalization, type PreparedEvidence } from '../evidence/finalization.ts';
import type { Random } from '../domain/identifiers/random-ids.ts';
import type { FieldCipher } from '../keys/field-cipher.ts';
import { isSealed } from '../pdf/seal-check.ts';
import { JobQueue } from '../queue/job-queue.ts';
import { finishJob, lockJob, type Job } from '../queue/job-table.ts';
import { SEALING_JOBS } from '../sessions/batch-queue.ts';
import type { SessionChanges } from '../sessions/session-changes.ts';
import type { SessionCompletion } from '../sessions/complete-session.ts';
import { findSession } from '../sessions/session-store.ts';
import type { Database } from '../storage/database.ts';
import { savedSignedPdf, type SignedPdf } from '../signing/signed-pdf.ts';
import { InterruptedError } from '../support/interrupted-error.ts';
import { TooBusyError } from '../support/concurrency-limiter.ts';
import type { Log } from '../support/error-log.ts';
import { BatchEnding, type BatchEndingOptions } from './batch-ending.ts';

/** Longer than the wait for a turn and the seal of the largest document: a claim covers at least one document. */
const LEASE_MS = 180_000;
/** How long one claim goes on to the next document. */
const CLAIM_MS = 10_000;
/** Batches that this process seals at once. The seals themselves take turns with those of other sessions. */
const AT_ONCE = 2;
/** Seconds until the next attempt when something failed that may pass; the last value repeats. */
const AGAIN_AFTER_S = [1, 5, 15, 60];

const jobRow = z.object({ session_id: z.string(), accepted_at: z.date(), context: z.string() });

/** The signer's device. Signers of batches are not the integrator's to describe. */
const contextSchema = z
  .object({ ipAddress: z.string().optional(), userAgent: z.string().optional() })
  .transform(({ ipAddress, userAgent }): SigningContext => ({ ipAddress, userAgent }));

export interface BatchSealingOptions extends BatchEndingOptions {
  readonly database: Database;
  readonly documents: DocumentStore;
  readonly random: Random;
  readonly fieldCipher: FieldCipher;
  readonly finalization: Finalization;
  readonly completion: SessionCompletion;
  readonly changes: SessionChanges;
  readonly reportError: Log;
}

/** One batch on its way: who signed it, when, and by which claim it is sealed. */
interface Work {
  readonly job: Job;
  readonly session: Session;
  readonly context: SigningContext;
  readonly at: Date;
}

/**
 * Seals the documents of batches, one after the other, when their signers have passed the last step. Each sealed
 * document is staged: stored with its evidence, which nobody finds yet. When all are, they are released together and
 * the session is completed. After a crash, what is staged stays and the rest is sealed.
 */
export class BatchSealing {
  readonly #options: BatchSealingOptions;
  readonly #ending: BatchEnding;
  readonly queue: JobQueue;

  constructor(options: BatchSealingOptions) {
    this.#options = options;
    this.#ending = new BatchEnding(options);
    const { database, random, reportError } = options;
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
    const { database } = this.#options;
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

  async #open(job: Job): Promise<Work | undefined> {
    const { database, fieldCipher } = this.#options;
    const { session_id: sessionId, accepted_at: at, context } = jobRow.parse(job.row);
    const session = await findSession(database, { sessionId });
    if (session?.status !== 'ACTIVE') return undefined;
    const device = contextSchema.parse(JSON.parse(await fieldCipher.open(context)));
    return { job, session, at, context: device };
  }

  /** Seals what is left, and completes the session after the last document; gives the claim back in between. */
  async #seal(work: Work, signal: AbortSignal): Promise<void> {
    const { database, changes, completion } = this.#options;
    const { sessionId } = work.session;
    const until = performance.now() + CLAIM_MS;
    const staged = await stagedPositions(database, sessionId);
    const documents = await listBatchDocuments(database, sessionId);
    for (const document of documents.filter(({ position }) => !staged.has(position))) {
      signal.throwIfAborted();
      if (performance.now() > until) return this.queue.yield(work.job);
      await completion.inTurn(work.session, () => this.#stage(work, document));
      changes.announce(sessionId);
    }
    await this.#ending.release(work);
  }

  async #stage(work: Work, document: ListedDocument): Promise<void> {
    const { documents, database, finalization } = this.#options;
    const { session, context, at, job } = work;
    const place = placeOf(session, document);
    const signed = await savedSignedPdf(this.#options, session.sessionId, document.position);
    const about = sessionAbout(session, document, signed?.digitalSignature);
    const prepared = await finalization.prepare(about, { ...context, at, place }, signed?.bytes);
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
    const stored = signedDocumentId && (await this.#options.documents.read(signedDocumentId));
    const isRight =
      stored &&
      hashOf(stored) === signedHash &&
      (signed === undefined
        ? await isSealed(stored, original)
        : signed.digitalSignature?.signedPdfHash === signedHash);
    if (!isRight) throw new InterruptedError('A sealed document does not verify.');
  }
}
