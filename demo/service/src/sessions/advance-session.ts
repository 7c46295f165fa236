import type { Clock } from '../clock.ts';
import type { SigningContext } from '../evidence/finalization.ts';
import { notFound } from '../http/problem.ts';
import type { KeptAnswer, Remember } from '../http/remember.ts';
import type { Vault } from '../keys/vault.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { MonthlyQuotas, QuotaStanding } from '../quotas/monthly-quotas.ts';
import type { Database, Queries } from '../storage/database.ts';
import type { Tenant } from '../tenants/tenant.ts';
import type { AdvanceRequest } from './advance-request.ts';
import { answerTo } from './advance-answer.ts';
import type { SessionChanges } from './session-changes.ts';
import type { SessionCompletion } from './complete-session.ts';
import { lockSession, markChanged, updateStep } from './session-store.ts';
import { outOfOrder, requireActive, requireAttempts, requireTurn } from './session-state.ts';
import { currentStepOf, type Session } from './session.ts';
import { progressFrom, type Progress } from './steps/progress.ts';
import { kindOf, type StepKinds } from './steps/step-kinds.ts';

/** The [wire] part of an answer, and how the quotas stand after an action that consumed any. */
export interface Advanced {
  readonly answer: KeptAnswer;
  readonly quota: QuotaStanding | undefined;
}

export interface AdvanceOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly quotas: MonthlyQuotas;
  readonly changes: SessionChanges;
  readonly vault: Vault;
  readonly kinds: StepKinds;
  readonly completion: SessionCompletion;
}

/** Takes the signer's actions. */
export class SessionAdvance {
  readonly #options: AdvanceOptions;

  constructor(options: AdvanceOptions) {
    this.#options = options;
  }

  /**
   * Decides with the session's row held, and writes at once what follows: the step, what the service then does by
   * itself, the units, the events, the answer. Only an action that passes the last step is written later, because
   * sealing takes time: nothing of it is true until the session is completed.
   * @throws Problem `gone`, `step-out-of-order`, `attempts-exhausted`, `not-your-turn`,
   *   `document-hash-mismatch`, `rate-limit`,
   *   `conflict`; QuotaExceededError; TooBusyError
   */
  async advance(
    tenant: Tenant,
    seen: Session,
    request: AdvanceRequest,
    context: SigningContext,
    remember: Remember,
  ): Promise<Advanced> {
    requireActive(seen);
    const { database, clock, changes, completion } = this.#options;
    const { at, progress, written } = await database.transaction(async queries => {
      const session = await lockSession(queries, seen.sessionId);
      if (session === undefined) throw notFound();
      requireActive(session);
      requireTurn(session);
      // Not before: who waited for the row comes after whoever held it.
      const now = clock.now();
      const taken = await this.#take(queries, tenant, session, request, now);
      const isLast = currentStepOf(taken.session) === undefined;
      const advanced = isLast ? undefined : await this.#write(queries, tenant, taken, now, remember);
      return { at: now, progress: taken, written: advanced };
    });
    if (written === undefined) return completion.complete(tenant, progress, { ...context, at }, remember);
    changes.announce(seen.sessionId);
    return written;
  }

  async #take(
    queries: Queries,
    tenant: Tenant,
    session: Session,
    request: AdvanceRequest,
    at: Date,
  ): Promise<Progress> {
    const { kinds } = this.#options;
    const step = currentStepOf(session);
    if (step === undefined) throw new Error('An active session has no step left.');
    const kind = kindOf(kinds, step.type);
    if (!kind.actions.includes(request.action)) throw outOfOrder(step.type);
    requireAttempts(step);
    const visit = { queries, tenant, session, step, at };
    return progressFrom(kinds, visit, await kind.take(visit, request));
  }

  async #write(
    queries: Queries,
    tenant: Tenant,
    progress: Progress,
    at: Date,
    remember: Remember,
  ): Promise<Advanced> {
    const { quotas, outbox, vault } = this.#options;
    const quota = await quotas.consume(queries, tenant, progress.quotas, at);
    for (const step of progress.changed) await updateStep(queries, step);
    await progress.settle(queries);
    await markChanged(queries, progress.session.sessionId);
    for (const event of progress.events) await outbox.record(queries, event);
    const answer = answerTo(progress, { status: 'ACTIVE', vault });
    await remember(queries, answer);
    return { answer, quota };
  }
}
