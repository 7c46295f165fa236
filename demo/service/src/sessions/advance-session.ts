import { type Advanced, answerTo } from './advance-answer.ts';
import type { Clock } from '../domain/clock.ts';
import type { SigningContext } from '../domain/signing-context.ts';
import { notFound, Problem } from '../domain/problem.ts';
import type { Remember } from '../http/remember.ts';
import type { Vault } from '../keys/vault.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { QuotaExceededError, type MonthlyQuotas } from '../quotas/monthly-quotas.ts';
import type { Database, Queries } from '../storage/database.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { AdvanceRequest } from '../steps/advance-request.ts';
import type { SessionChanges } from './session-changes.ts';
import type { SessionCompletion } from './complete-session.ts';
import { holdingFirst, lockSeen, OvertakenError } from './session-lock.ts';
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
import type { StepOutcome, StepVisit, TakeStep } from '../steps/step-kind.ts';

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

/** The rest of an action whose slow part ran before the session was locked. */
interface Readied {
  readonly stepId: string;
  readonly take: TakeStep;
}

/** Everything about one action. */
interface Action {
  readonly tenant: Tenant;
  readonly seen: Session;
  readonly request: AdvanceRequest;
  readonly readied: Readied | undefined;
  readonly context: SigningContext;
  readonly remember: Remember;
}

/** The outcome of an action. `written` is absent when the action passed the last step: completion writes that. */
interface Acted {
  readonly at: Date;
  readonly progress: Progress;
  readonly written?: Advanced;
}

/** Stores no response: no request is waiting for one, so none can be repeated. */
const forget: Remember = async () => undefined;

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
    remember: Remember,
  ): Promise<Advanced> {
    const { clock, changes, completion } = this.#options;
    requireActive(seen, clock.now());
    const readied = await this.#before(tenant, seen, request);
    const action = { tenant, seen, request, readied, context, remember };
    const { at, progress, written } = await this.#act(action);
    if (written === undefined) return completion.complete(tenant, progress, { ...context, at }, remember);
    changes.announce(seen.sessionId);
    return written;
  }

  async #act(action: Action): Promise<Acted> {
    // Other signers change a member of an envelope without changing its version, so lock first.
    if (action.seen.envelope !== undefined) return this.#actHeld(action);
    try {
      return await this.#actAsSeen(action);
    } catch (error) {
      if (error instanceof OvertakenError) return this.#actHeld(action);
      throw error;
    }
  }

  #actAsSeen(action: Action): Promise<Acted> {
    return this.#options.database.transaction(async queries => {
      const asking = holdingFirst(queries, action.seen);
      try {
        const acted = await this.#decide(queries, asking, action.seen, action);
        if (acted.written === undefined) await asking.hold();
        return acted;
      } catch (error) {
        // Lock before refusing: the refusal may rest on outdated data.
        if (error instanceof Problem) await asking.hold();
        throw error;
      }
    });
  }

  #actHeld(action: Action): Promise<Acted> {
    return this.#options.database.transaction(async queries => {
      const session = await lockSeen(queries, action.seen);
      if (session === undefined) throw notFound();
      return this.#decide(queries, queries, session, action);
    });
  }

  /** @param asking the queries that the decision may use */
  async #decide(queries: Queries, asking: Queries, session: Session, action: Action): Promise<Acted> {
    const { tenant, request, readied, context, remember } = action;
    // Read the clock only now: the wait for the row lock may have lasted past the session's expiry.
    const at = this.#options.clock.now();
    requireActive(session, at);
    requireTurn(session);
    const progress = await this.#take({ queries: asking, tenant, at, context }, session, request, readied);
    if (endsWith(progress)) return { at, progress };
    return { at, progress, written: await this.#write(queries, tenant, progress, at, remember) };
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
    decide: (visit: StepVisit) => Promise<StepOutcome | undefined>,
    context: SigningContext,
  ): Promise<boolean> {
    const { database, clock, changes, completion } = this.#options;
    const taken = await database.transaction(async queries => {
      const session = await lockSeen(queries, seen);
      const at = clock.now();
      const step = session && currentStepOf(session);
      if (session?.status !== 'ACTIVE' || session.expiresAt <= at || step?.stepId !== stepId)
        return undefined;
      const visit = { queries, tenant, session, step, at, context };
      const outcome = await decide(visit);
      if (outcome === undefined) return undefined;
      const progress = await this.#withinPlan(visit, outcome);
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
  async #withinPlan(visit: StepVisit, outcome: StepOutcome): Promise<Progress> {
    const { kinds, quotas } = this.#options;
    const progress = await progressFrom(kinds, visit, outcome);
    try {
      await quotas.check(visit.queries, visit.tenant, progress.quotas, visit.at);
      return progress;
    } catch (error) {
      if (!(error instanceof QuotaExceededError)) throw error;
      const alone = progressOf(visit, outcome);
      const next = currentStepOf(alone.session);
      if (next === undefined || kindOf(kinds, next.type).actions.length === 0) throw error;
      return alone;
    }
  }

  /** Runs the slow part of the step without a lock. `#take` later checks that the session is still at this step. */
  async #before(tenant: Tenant, session: Session, request: AdvanceRequest): Promise<Readied | undefined> {
    const { kinds, clock } = this.#options;
    const step = currentStepOf(session);
    const kind = step && kindOf(kinds, step.type);
    if (step === undefined || kind?.before === undefined) return undefined;
    if (!kind.actions.includes(request.action)) throw outOfOrder(step.type);
    requireTurn(session);
    requireAttempts(step);
    const take = await kind.before({ tenant, session, step, at: clock.now() }, request);
    return { stepId: step.stepId, take };
  }

  async #take(
    about: Omit<StepVisit, 'session' | 'step'>,
    session: Session,
    request: AdvanceRequest,
    readied: Readied | undefined,
  ): Promise<Progress> {
    const { kinds } = this.#options;
    const step = currentStepOf(session);
    if (step === undefined) throw nothingLeft();
    const kind = kindOf(kinds, step.type);
    if (!kind.actions.includes(request.action)) throw outOfOrder(step.type);
    requireAttempts(step);
    const visit = { ...about, session, step };
    if (kind.before === undefined) return progressFrom(kinds, visit, await kind.take(visit, request));
    // The slow part cannot run here: it queries the database outside the transaction that holds the lock.
    if (readied?.stepId !== step.stepId) throw changedMeanwhile();
    return progressFrom(kinds, visit, await readied.take(visit));
  }

  /** @throws OvertakenError */
  async #write(
    queries: Queries,
    tenant: Tenant,
    progress: Progress,
    at: Date,
    remember: Remember,
  ): Promise<Advanced> {
    const { quotas, outbox, vault } = this.#options;
    const { session } = progress;
    // Lock order: session before quotas.
    if (!(await advanceSteps(queries, session, progress.changed))) throw new OvertakenError();
    const quota = await quotas.consume(queries, tenant, progress.quotas, at);
    await progress.settle(queries);
    await outbox.record(queries, ...progress.events);
    const answer = answerTo(progress, { status: 'ACTIVE', vault });
    await remember(queries, answer);
    return { answer, quota, session: { ...session, version: session.version + 1 } };
  }
}
