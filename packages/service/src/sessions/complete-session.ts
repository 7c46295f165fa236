/** Completes sessions whose last step was passed, and what it asks of batches and envelopes. */
import { returnAddress } from '@sign-session/session-rules';
import type { Core } from '../core/core.ts';
import { removingOnFailure } from '../documents/issued-documents.ts';
import { DAY_MS } from '../domain/clock.ts';
import { type Problem, unavailable } from '../domain/problem.ts';
import { changedMeanwhile } from '../domain/session-state.ts';
import { isFinalizedByCall, type Session, turnOf } from '../domain/session.ts';
import type { SigningContext } from '../domain/signing-context.ts';
import { type Finalization, FinalizationError, type PreparedEvidence } from '../evidence/finalization.ts';
import type { SaveResponse } from '../http/idempotency.ts';
import type { FieldCipher } from '../keys/key-ring.ts';
import { completionMessages } from '../messages/completion-messages.ts';
import type { MessageQueue } from '../messages/message-queue.ts';
import type { Message, Senders } from '../messages/message.ts';
import type { ClientSecrets } from '../oauth/client-secrets.ts';
import { type JobTable, putJob } from '../queue/job-table.ts';
import type { QuotaStanding } from '../quotas/monthly-quotas.ts';
import { addRevision } from '../signing/revisions.ts';
import type { Progress } from '../steps/progress.ts';
import type { Queries } from '../storage/database.ts';
import { Limiter } from '../support/limiter.ts';
import { describeError } from '../support/logs.ts';
import { type AdvanceResult, answerTo } from './advance-answer.ts';
import { completedEvents, failedEvent } from './session-events.ts';
import { isUnchanged, lockIfUnchanged } from './session-lock.ts';
import { endSession, updateSteps } from './session-store.ts';

/** Batches whose steps are passed: one per session. */
export const SEALING_JOBS: JobTable = { name: 'batch_sealings', key: 'session_id' };

/**
 * Queues the sealing of a batch's documents, in the transaction that passes the last step. From then on the session
 * neither expires nor can be cancelled.
 * @param context the signer's device at that step, for the evidence
 */
export async function queueSealing(
  queries: Queries,
  { sessionId: session_id }: Session,
  { at, fieldCipher, context }: { at: Date; fieldCipher: FieldCipher; context: SigningContext },
): Promise<void> {
  const sealed = fieldCipher.seal(JSON.stringify(context));
  await putJob(queries, SEALING_JOBS, { session_id, accepted_at: at, context: sealed });
}

/** What sessions need from their envelope. `envelopes/` implements it, because it imports sessions. */

export interface ExpiringEnvelopes {
  /** Ends an expired envelope with all its sessions. Ignores any other. */
  expireIfDue(envelopeId: string): Promise<void>;
}

export interface SignedMembers {
  /**
   * Runs in the transaction that completes the session: counts the signature, and completes the envelope after the
   * last one.
   */
  memberSigned(queries: Queries, session: Session, at: Date): Promise<void>;
  /** Call after the commit: notifies listeners of the envelope's other sessions. Never rejects. */
  notifyOthers(session: Session): Promise<void>;
}

/**
 * Sealing the largest document takes some hundred megabytes for a few seconds. About a hundred small ones are
 * sealed in the time that an acceptance may wait: signers wait for 15 s, including the seal itself.
 */
const SEALS = { atOnce: 2, waiting: 100, waitMs: 10_000 };

/** Who waits no longer for a turn to seal has just seen the session, and the transaction looks again. */
const PROMPT_MS = 100;

/** Long enough to outlast a night without a mail server. */
const EMAIL_LIFETIME_MS = DAY_MS;

function redirectOf({ request, sessionId }: Session): Record<string, string> {
  const { returnUrl } = request;
  return returnUrl === undefined ? {} : { redirectUrl: returnAddress(returnUrl, sessionId, 'COMPLETED') };
}

/** Completes sessions whose last step was passed. */
export class SessionCompletion {
  readonly #core: Core;
  readonly #parts;
  readonly #seals = new Limiter(SEALS);

  constructor(
    core: Core,
    parts: {
      finalization: Finalization;
      messages: MessageQueue;
      senders: Senders;
      secrets: ClientSecrets;
      envelopes: SignedMembers;
    },
  ) {
    this.#core = core;
    this.#parts = parts;
  }

  /** Completions that run, and that wait for their turn. */
  get standing(): { readonly running: number; readonly waiting: number } {
    return this.#seals.standing;
  }

  /**
   * Makes the evidence and the sealed document before the transaction, which only checks that the session is
   * unchanged and writes. So a slow seal blocks nobody, and a crash leaves the session active. Refuses an exhausted quota before
   * it starts, and a session that has changed while it waited for its turn.
   * @throws Problem `conflict`; QuotaExceededError; TooBusyError; InterruptedError
   */
  complete(progress: Progress, context: SigningContext, saveResponse: SaveResponse): Promise<AdvanceResult> {
    const asked = performance.now();
    const work = async () => {
      const hasWaited = performance.now() - asked > PROMPT_MS;
      if (hasWaited && !(await isUnchanged(this.#core.database, progress.session))) throw changedMeanwhile();
      return this.#complete(progress, context, saveResponse);
    };
    return this.#seals.run(work, turnOf(progress.session));
  }

  /** Seals a document of a batch when it is its tenant's turn. @throws TooBusyError */
  inTurn<T>({ tenant }: Session, work: () => Promise<T>): Promise<T> {
    return this.#seals.run(work, { owner: tenant.tenantId });
  }

  async #complete(
    progress: Progress,
    context: SigningContext,
    saveResponse: SaveResponse,
  ): Promise<AdvanceResult> {
    const { database, documents, quotas, fieldCipher } = this.#core;
    const { finalization, envelopes } = this.#parts;
    const { session, at } = progress;
    await quotas.check(database, session.tenant, progress.quotas, at);
    let prepared;
    try {
      prepared = await finalization.prepare(session, { ...context, at }, progress.signedPdf);
    } catch (error) {
      if (!(error instanceof FinalizationError)) throw error;
      if (isFinalizedByCall(session)) throw this.#brokenCall(error);
      return this.#fail(progress, error, saveResponse);
    }
    const { evidenceId } = prepared;
    const more = { evidenceId, completedAt: at.toISOString(), ...redirectOf(session) };
    const answer = answerTo(progress, { status: 'COMPLETED', fieldCipher, more });
    const made = prepared.documents.map(document => document.documentId);
    const quota = await removingOnFailure(documents, made, async () => {
      const emails = await this.emails(session, evidenceId, at);
      return database.transaction(async queries => {
        const standing = await this.#write(queries, progress, prepared, emails);
        await saveResponse(queries, answer);
        return standing;
      });
    });
    this.#announce(progress);
    await envelopes.notifyOthers(session);
    return { answer, quota, ...completedSession(progress, prepared) };
  }

  async #write(
    queries: Queries,
    progress: Progress,
    prepared: PreparedEvidence,
    emails: readonly Message[],
  ): Promise<QuotaStanding | undefined> {
    const { outbox, quotas } = this.#core;
    const { finalization, envelopes } = this.#parts;
    const { session, at } = progress;
    if (!(await lockIfUnchanged(queries, session))) throw changedMeanwhile();
    const standing = await quotas.consume(queries, session.tenant, progress.quotas, at);
    const completed = completedEvents(session, prepared.evidenceId, at);
    await Promise.all([
      writeSteps(queries, progress),
      finalization.insert(queries, prepared, at),
      endSession(queries, session.sessionId, { status: 'COMPLETED', at }),
      outbox.record(queries, ...progress.events, ...completed),
    ]);
    await envelopes.memberSigned(queries, session, at);
    const { signedDocumentId } = prepared;
    if (progress.signedPdf && signedDocumentId !== undefined) {
      await addRevision(queries, session, signedDocumentId);
    }
    await this.putEmails(queries, session, emails, at);
    return standing;
  }

  async putEmails(
    queries: Queries,
    { sessionId }: Session,
    emails: readonly Message[],
    at: Date,
  ): Promise<void> {
    const terms = { at, goodUntil: new Date(at.getTime() + EMAIL_LIFETIME_MS), sessionId };
    for (const email of emails) await this.#parts.messages.put(queries, email, terms);
  }

  /** The e-mails that say that the session is completed. */
  async emails(session: Session, evidenceId: string, at: Date): Promise<Message[]> {
    const { links } = this.#core;
    const { senders, secrets } = this.#parts;
    if (senders.email === undefined || session.request.ownerEmail === undefined) return [];
    const link = links.signerLink(session.sessionId, await secrets.mint(session));
    return completionMessages(session, { at, verifierUrl: links.verifierUrl(evidenceId), link });
  }

  /** The integrator who finalizes gets the error and may retry (service interface, "Emission rules"). */
  #brokenCall(error: FinalizationError): Problem {
    this.#core.reportError(describeError(error));
    return unavailable('The evidence could not be created. Finalize again.', 2, error);
  }

  /**
   * Fails a session whose evidence cannot be made after all steps passed: no caller can retry (service interface,
   * "Session").
   */
  async #fail(
    progress: Progress,
    error: FinalizationError,
    saveResponse: SaveResponse,
  ): Promise<AdvanceResult> {
    const { database, outbox, fieldCipher, reportError } = this.#core;
    const { session, at } = progress;
    reportError(describeError(error));
    const answer = answerTo(progress, { status: 'FAILED', fieldCipher });
    await database.transaction(async queries => {
      if (!(await lockIfUnchanged(queries, session))) throw changedMeanwhile();
      await writeSteps(queries, progress);
      const ending = { kind: 'failed', reason: 'FINALIZATION_FAILED' } as const;
      await endSession(queries, session.sessionId, { status: 'FAILED', at, ending });
      await outbox.record(queries, failedEvent(session, error.message, at));
      await saveResponse(queries, answer);
    });
    this.#announce(progress);
    return { answer, quota: undefined };
  }

  #announce({ session, changed }: Progress): void {
    const { changes, metrics } = this.#core;
    changes.announce(session.sessionId);
    for (const { type, status } of changed) metrics.steps.inc({ type, status });
  }
}

/**
 * The session as it was written. Absent for a member of an envelope, which others change, too, and where the signer's own
 * signature is another document.
 */
function completedSession(
  { session, at, signedPdf }: Progress,
  { evidenceId, signedDocumentId, signedHash }: PreparedEvidence,
): Pick<AdvanceResult, 'session'> {
  if (session.envelope !== undefined || signedPdf !== undefined) return {};
  const evidence = { evidenceId, signedDocumentId, signedHash };
  const version = session.version + 1;
  return { session: { ...session, status: 'COMPLETED', endedAt: at, evidence, version } };
}

async function writeSteps(queries: Queries, { session, changed, settle }: Progress): Promise<void> {
  await updateSteps(queries, session.sessionId, changed);
  await settle(queries);
}
