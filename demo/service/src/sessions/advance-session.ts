import { type AdvanceResult, answerTo } from './advance-answer.ts';
import type { Clock } from '../domain/clock.ts';
import type { SigningContext } from '../domain/signing-context.ts';
import { notFound, Problem } from '../domain/problem.ts';
import type { SaveResponse } from '../http/stored-response.ts';
import type { FieldCipher } from '../keys/field-cipher.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { QuotaExceededError, type MonthlyQuotas } from '../quotas/monthly-quotas.ts';
import type { Database, Queries } from '../storage/database.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { AdvanceRequest } from '../steps/advance-request.ts';
import type { SessionChanges } from './session-changes.ts';
import type { SessionCompletion } from './complete-session.ts';
import { lockOnFirstQuery, lockSession, ConcurrencyError } from './session-lock.ts';
import { advanceSteps } from './step-store.ts';
import {
  changedMeanwhile,
  nothingLeft,
  outOfOrder,
  requireActive,
  requireAttempts,
  requireTurn,
} from '../domain/session-state.ts';
import { currentStepOf, isFinalizedByCall, type Session } from '../domain/session.ts';
import { progressFrom, progressOf, type Progress } from '../steps/progress.ts';
import { kindOf, type StepKinds } from '../steps/step-kinds.ts';
import type { StepOutcome, StepContext, ApplyStep } from '../steps/step-kind.ts';

export interface AdvanceOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly quotas: MonthlyQuotas;
  readonly changes: SessionChanges;
  readonly fieldCipher: FieldCipher;
  readonly kinds: StepKinds;
  readonly completion: SessionCompletion;
}

/** The rest of an action whose slow part ran before the session was locked. */
interface PreparedStep {
  readonly stepId: string;
  readonly apply: ApplyStep;
}

/** Everything about one action. */
interface Action {
  readonly tenant: Tenant;
  readonly seen: Session;
  readonly request: AdvanceRequest;
  readonly prepared: PreparedStep | undefined;
  readonly context: SigningContext;
  readonly saveResponse: SaveResponse;
}

/** The outcome of an action. `written` is absent when the action passed the last step: completion writes that. */
interface ActionOutcome {
  readonly at: Date;
  readonly progress: Progress;
  readonly written?: AdvanceResult;
}

/** Stores no response: no request is waiting for one, so none can be repeated. */
const forget: SaveResponse = async () => undefined;

/** Whether this action completes the session. */
function endsWith({ session }: Progress): boolean {
  return currentStepOf(session) === undefined && !isFinalizedByCall(session);
}

/** Executes the signer's actions. */
export class SessionAdvance {
  readonly #options: AdvanceOptions;

  constructor(options: AdvanceOptions) {
    this.#options = options;
  }

  /**
   * Decides on the session as it was read and writes the result in one transaction: the step, the automatic steps
   * after it, quota units, events, the response. The write succeeds only if the session has not changed since;
   * otherwise the action is decided again with the session locked first. An action that passes the last step is
   * written by `SessionCompletion` instead, because sealing is slow; until then nothing is changed.
   * @throws Problem `gone`, `step-out-of-order`, `attempts-exhausted`, `not-your-turn`, `document-hash-mismatch`,
   *   `rate-limit`, `conflict`; QuotaExceededError; TooBusyError
   */
  async advance(
    tenant: Tenant,
    seen: Session,
    request: AdvanceRequest,
    context: SigningContext,
    saveResponse: SaveResponse,
  ): Promise<AdvanceResult> {
    const { clock, changes, completion } = this.#options;
    requireActive(seen, clock.now());
    const prepared = await this.#prepare(tenant, seen, request);
    const action = { tenant, seen, request, prepared, context, saveResponse };
    const { at, progress, written } = await this.#act(action);
    if (written === undefined) return completion.complete(tenant, progress, { ...context, at }, saveResponse);
    changes.announce(seen.sessionId);
    return written;
  }

  async #act(action: Action): Promise<ActionOutcome> {
    // Other signers change a member of an envelope without changing its version, so lock first.
    if (action.seen.envelope !== undefined) return this.#actLocked(action);
    try {
      return await this.#actOptimistically(action);
    } catch (error) {
      if (error instanceof ConcurrencyError) return this.#actLocked(action);
      throw error;
    }
  }

  #actOptimistically(action: Action): Promise<ActionOutcome> {
    return this.#options.database.transaction(async queries => {
      const asking = lockOnFirstQuery(queries, action.seen);
      try {
        const acted = await this.#decide(queries, asking, action.seen, action);
        if (acted.written === undefined) await asking.lock();
        return acted;
      } catch (error) {
        // Lock before refusing: the refusal may rest on outdated data.
        if (error instanceof Problem) await asking.lock();
        throw error;
      }
    });
  }

  #actLocked(action: Action): Promise<ActionOutcome> {
    return this.#options.database.transaction(async queries => {
      const session = await lockSession(queries, action.seen);
      if (session === undefined) throw notFound();
      return this.#decide(queries, queries, session, action);
    });
  }

  /** @param asking the queries that the decision may use */
  async #decide(queries: Queries, asking: Queries, session: Session, action: Action): Promise<ActionOutcome> {
    const { tenant, request, prepared, context, saveResponse } = action;
    // Read the clock only now: the wait for the row lock may have lasted past the session's expiry.
    const at = this.#options.clock.now();
    requireActive(session, at);
    requireTurn(session);
    const progress = await this.#apply({ queries: asking, tenant, at, context }, session, request, prepared);
    if (endsWith(progress)) return { at, progress };
    return { at, progress, written: await this.#write(queries, tenant, progress, at, saveResponse) };
  }

  /**
   * Completes an automatic step when the result of its check arrives.
   * @param decide called with the session locked; returns `undefined` when there is nothing to write
   * @returns whether anything was written; false when the session is no longer at this step
   * @throws QuotaExceededError; TooBusyError
   */
  async conclude(
    tenant: Tenant,
    seen: Session,
    stepId: string,
    decide: (stepContext: StepContext) => Promise<StepOutcome | undefined>,
    context: SigningContext,
  ): Promise<boolean> {
    const { database, clock, changes, completion } = this.#options;
    const taken = await database.transaction(async queries => {
      const session = await lockSession(queries, seen);
      const at = clock.now();
      const step = session && currentStepOf(session);
      if (session?.status !== 'ACTIVE' || session.expiresAt <= at || step?.stepId !== stepId)
        return undefined;
      const stepContext = { queries, tenant, session, step, at, context };
      const outcome = await decide(stepContext);
      if (outcome === undefined) return undefined;
      const progress = await this.#withinPlan(stepContext, outcome);
      const isLast = endsWith(progress);
      if (!isLast) await this.#write(queries, tenant, progress, at, forget);
      return { at, progress, isLast };
    });
    if (taken === undefined) return false;
    const { at, progress, isLast } = taken;
    if (isLast) await completion.complete(tenant, progress, { ...context, at }, forget);
    else changes.announce(seen.sessionId);
    return true;
  }

  /**
   * Runs the automatic steps that follow, if the quota allows. If it is exhausted and the signer can start the next
   * step themselves, stops before it.
   */
  async #withinPlan(stepContext: StepContext, outcome: StepOutcome): Promise<Progress> {
    const { kinds, quotas } = this.#options;
    const progress = await progressFrom(kinds, stepContext, outcome);
    try {
      await quotas.check(stepContext.queries, stepContext.tenant, progress.quotas, stepContext.at);
      return progress;
    } catch (error) {
      if (!(error instanceof QuotaExceededError)) throw error;
      const alone = progressOf(stepContext, outcome);
      const next = currentStepOf(alone.session);
      if (next === undefined || kindOf(kinds, next.type).actions.length === 0) throw error;
      return alone;
    }
  }

  /** Runs the slow part of the step without a lock. `#apply` later checks that the session is still at this step. */
  async #prepare(
    tenant: Tenant,
    session: Session,
    request: AdvanceRequest,
  ): Promise<PreparedStep | undefined> {
    const { kinds, clock } = this.#options;
    const step = currentStepOf(session);
    const kind = step && kindOf(kinds, step.type);
    if (step === undefined || kind?.prepare === undefined) return undefined;
    if (!kind.actions.includes(request.action)) throw outOfOrder(step.type);
    requireTurn(session);
    requireAttempts(step);
    const apply = await kind.prepare({ tenant, session, step, at: clock.now() }, request);
    return { stepId: step.stepId, apply };
  }

  async #apply(
    about: Omit<StepContext, 'session' | 'step'>,
    session: Session,
    request: AdvanceRequest,
    prepared: PreparedStep | undefined,
  ): Promise<Progress> {
    const { kinds } = this.#options;
    const step = currentStepOf(session);
    if (step === undefined) throw nothingLeft();
    const kind = kindOf(kinds, step.type);
    if (!kind.actions.includes(request.action)) throw outOfOrder(step.type);
    requireAttempts(step);
    const stepContext = { ...about, session, step };
    if (kind.prepare === undefined)
      return progressFrom(kinds, stepContext, await kind.apply(stepContext, request));
    // The slow part cannot run here: it queries the database outside the transaction that holds the lock.
    if (prepared?.stepId !== step.stepId) throw changedMeanwhile();
    return progressFrom(kinds, stepContext, await prepared.apply(stepContext));
  }

  /** @throws ConcurrencyError */
  async #write(
    queries: Queries,
    tenant: Tenant,
    progress: Progress,
    at: Date,
    saveResponse: SaveResponse,
  ): Promise<AdvanceResult> {
    const { quotas, outbox, fieldCipher } = this.#options;
    const { session } = progress;
    // Lock order: session before quotas.
    if (!(await advanceSteps(queries, session, progress.changed))) throw new ConcurrencyError();
    const quota = await quotas.consume(queries, tenant, progress.quotas, at);
    await progress.settle(queries);
    await outbox.record(queries, ...progress.events);
    const answer = answerTo(progress, { status: 'ACTIVE', fieldCipher });
    await saveResponse(queries, answer);
    return { answer, quota, session: { ...session, version: session.version + 1 } };
  }
}
