import type { Clock } from '../clock.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { removingOnFailure } from '../documents/orphans.ts';
import { FinalizationError, type Finalization, type SigningContext } from '../evidence/finalization.ts';
import { Problem } from '../http/problem.ts';
import type { KeptAnswer, Remember } from '../http/remember.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { MonthlyQuotas, QuotaStanding } from '../quotas/monthly-quotas.ts';
import type { Database, Queries } from '../storage/database.ts';
import type { Tenant } from '../tenants/tenant.ts';
import { Turns } from '../turns.ts';
import type { Acceptance, AdvanceRequest } from './acceptance.ts';
import type { SessionChanges } from './session-changes.ts';
import { completedEvents, failedEvent } from './session-events.ts';
import { redirectUrl } from './session-links.ts';
import { completeStep, endSession, isUnchanged, lockUnchanged } from './session-store.ts';
import { changedMeanwhile, requireActive, requireCurrentStep } from './session-state.ts';
import type { Session, Step, StepResult } from './session.ts';

/** A seal of the largest document takes some hundred megabytes for a few seconds. */
const SEALS_AT_ONCE = 2;
const SEALS_WAITING = 16;

/** What an acceptance consumes. */
const ACCEPTANCE_QUOTAS = ['monthlyClick'] as const;

/** The [wire] part of an answer, and how the quotas stand after an action that consumed any. */
export interface Advanced {
  readonly answer: KeptAnswer;
  readonly quota: QuotaStanding | undefined;
}

export interface AdvanceOptions {
  readonly database: Database;
  readonly documents: DocumentStore;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly quotas: MonthlyQuotas;
  readonly changes: SessionChanges;
  readonly finalization: Finalization;
  /** Told about a finalization that broke, with an error free of the signer's data. */
  readonly report: (error: Error) => void;
}

function resultOf(acceptance: Acceptance): StepResult {
  const { action: _, geolocation, ...click } = acceptance;
  return { click: { accepted: true, ...click }, geolocation };
}

function answerFor(session: Session, step: Step, status: string, more: Record<string, unknown>): KeptAnswer {
  const { stepId, type } = step;
  const { sessionId } = session;
  return {
    status: 200,
    body: { sessionId, status, currentStep: { stepId, type, status: step.status }, ...more },
  };
}

/** Takes the signer's actions. */
export class SessionAdvance {
  readonly #options: AdvanceOptions;
  readonly #seals = new Turns({ atOnce: SEALS_AT_ONCE, waiting: SEALS_WAITING });

  constructor(options: AdvanceOptions) {
    this.#options = options;
  }

  /**
   * @throws Problem `gone`, `step-out-of-order`, `document-hash-mismatch`, `conflict`; QuotaExceededError;
   *   TooBusyError
   */
  async advance(
    tenant: Tenant,
    session: Session,
    request: AdvanceRequest,
    context: SigningContext,
    remember: Remember,
  ): Promise<Advanced> {
    requireActive(session);
    switch (request.action) {
      case 'accept':
        return this.#accept(tenant, session, request, context, remember);
      case 'acknowledge_purpose':
      case 'resend_otp':
      case 'verify_otp':
      case 'start_liveness':
      case 'complete_liveness':
      case 'submit_document_photo':
      case 'prepare_signing':
      case 'complete_signing':
        throw new Problem('step-out-of-order', 'The session has no step for this action.');
    }
  }

  async #accept(
    tenant: Tenant,
    session: Session,
    acceptance: Acceptance,
    context: SigningContext,
    remember: Remember,
  ): Promise<Advanced> {
    const step = requireCurrentStep(session, 'CLICK_ACCEPT');
    const { acceptedDocumentHash: accepted } = acceptance;
    if (accepted !== undefined && accepted !== session.document.hash) {
      throw new Problem('document-hash-mismatch', 'The accepted hash is not that of this document.');
    }
    const at = this.#options.clock.now();
    const done: Step = {
      ...step,
      status: 'COMPLETED',
      attempts: step.attempts + 1,
      completedAt: at,
      result: resultOf(acceptance),
    };
    const finalize = () => this.#finalize(tenant, session, done, { ...context, at }, remember);
    return this.#seals.run(finalize, session.sessionId);
  }

  /**
   * Evidence and sealed document are made before the transaction, which only checks that the session is still
   * as it was and writes: a slow seal holds nobody up, and a process that ends on the way leaves the session
   * active. What can be refused without making them, is.
   */
  async #finalize(
    tenant: Tenant,
    session: Session,
    step: Step,
    context: SigningContext & { at: Date },
    remember: Remember,
  ): Promise<Advanced> {
    const { database, documents, outbox, quotas, changes, finalization } = this.#options;
    const { at } = context;
    if (!(await isUnchanged(database, session))) throw changedMeanwhile();
    await quotas.check(database, tenant, ACCEPTANCE_QUOTAS, at);
    const steps = session.steps.map(other => (other.stepId === step.stepId ? step : other));
    let prepared;
    try {
      prepared = await finalization.prepare(tenant, { ...session, steps }, context);
    } catch (error) {
      if (error instanceof FinalizationError) return this.#fail(session, step, error, at, remember);
      throw error;
    }
    const { evidenceId } = prepared;
    const made = prepared.documents.map(document => document.documentId);
    const { returnUrl } = session.request;
    const answer = answerFor(session, step, 'COMPLETED', {
      evidenceId,
      completedAt: at.toISOString(),
      ...(returnUrl === undefined
        ? {}
        : { redirectUrl: redirectUrl(returnUrl, session.sessionId, 'COMPLETED') }),
    });
    const write = async (queries: Queries) => {
      if (!(await lockUnchanged(queries, session))) throw changedMeanwhile();
      const standing = await quotas.consume(queries, tenant, ACCEPTANCE_QUOTAS, at);
      await completeStep(queries, step);
      await finalization.insert(queries, prepared, at);
      await endSession(queries, session.sessionId, { status: 'COMPLETED', at });
      for (const event of completedEvents(session, evidenceId, at)) await outbox.record(queries, event);
      await remember(queries, answer);
      return standing;
    };
    const quota = await removingOnFailure(documents, made, () => database.transaction(write));
    changes.announce(session.sessionId);
    return { answer, quota };
  }

  /** All steps passed, yet the evidence cannot be made: no one can retry (service interface, "Session"). */
  async #fail(
    session: Session,
    step: Step,
    error: FinalizationError,
    at: Date,
    remember: Remember,
  ): Promise<Advanced> {
    const { database, outbox, changes, report } = this.#options;
    report(error);
    const answer = answerFor(session, step, 'FAILED', {});
    await database.transaction(async queries => {
      if (!(await lockUnchanged(queries, session))) throw changedMeanwhile();
      await completeStep(queries, step);
      const ending = { kind: 'failed', reason: 'FINALIZATION_FAILED' } as const;
      await endSession(queries, session.sessionId, { status: 'FAILED', at, ending });
      await outbox.record(queries, failedEvent(session, error.message, at));
      await remember(queries, answer);
    });
    changes.announce(session.sessionId);
    return { answer, quota: undefined };
  }
}
