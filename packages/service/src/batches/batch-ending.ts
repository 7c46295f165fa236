import type { Session } from '../domain/session.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { discardStaged, firstStaged, releaseEvidence } from '../evidence/evidence-store.ts';
import type { FinalizationError } from '../evidence/finalization.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { finishJob, type Job } from '../queue/job-table.ts';
import { SEALING_JOBS } from '../sessions/batch-queue.ts';
import type { SessionCompletion } from '../sessions/complete-session.ts';
import type { SessionChanges } from '../sessions/session-changes.ts';
import { completedEvents, failedEvent } from '../sessions/session-events.ts';
import { removeSigningRequests } from '../signing/signing-requests.ts';
import { endSession } from '../sessions/session-store.ts';
import type { Database, Queries } from '../storage/database.ts';
import { InterruptedError } from '../support/interrupted-error.ts';

export interface BatchEndingOptions {
  readonly database: Database;
  readonly documents: DocumentStore;
  readonly outbox: Outbox;
  readonly completion: SessionCompletion;
  readonly changes: SessionChanges;
  /** Called when a batch cannot be sealed, with an error that holds no data of the signer. */
  readonly report: (error: Error) => void;
}

/** A batch whose job is claimed. */
interface Sealed {
  readonly job: Job;
  readonly session: Session;
  /** When the last step was passed. */
  readonly at: Date;
}

/** Ends the sessions of batches: all of their documents are released in one transaction, or none. */
export class BatchEnding {
  readonly #options: BatchEndingOptions;

  constructor(options: BatchEndingOptions) {
    this.#options = options;
  }

  /** Releases the evidence of all documents and completes the session. */
  async release({ job, session, at }: Sealed): Promise<void> {
    const { database, outbox, changes, completion } = this.#options;
    const { sessionId } = session;
    const evidenceId = await firstStaged(database, sessionId);
    const emails = await completion.emails(session, evidenceId, at);
    await database.transaction(async queries => {
      await this.#end(queries, job, sessionId);
      await releaseEvidence(queries, sessionId);
      await removeSigningRequests(queries, sessionId);
      await endSession(queries, sessionId, { status: 'COMPLETED', at });
      await outbox.record(queries, ...completedEvents(session, evidenceId, at));
      await completion.putEmails(queries, emails, at);
    });
    changes.announce(sessionId);
  }

  /** Fails the session of a batch with a document that can never be sealed. Nothing of it is released. */
  async fail({ job, session, at }: Sealed, error: FinalizationError): Promise<void> {
    const { database, documents, outbox, changes, report } = this.#options;
    const { sessionId } = session;
    report(error);
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
