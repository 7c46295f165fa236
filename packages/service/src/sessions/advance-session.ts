import type { Core } from '../core/core.ts';
import { type AdvanceResult, answerTo } from './advance-answer.ts';
import type { SigningContext } from '../domain/signing-context.ts';
import { notFound, Problem } from '../domain/problem.ts';
import { forget, type SaveResponse } from '../http/idempotency.ts';
import { traced } from '../tracing/traced.ts';
import { QuotaExceededError } from '../quotas/monthly-quotas.ts';
import type { Queries } from '../storage/database.ts';
import type { AdvanceRequest } from '../steps/advance-request.ts';
import { queueSealing, type SessionCompletion } from './complete-session.ts';
import { lockOnFirstQuery, lockSession, ConcurrencyError } from './session-lock.ts';
import { advanceSteps } from './session-store.ts';
import { beginningOf, afterLastStep } from '@sign-session/session-rules';
import { changedMeanwhile, requireAction, requireActive, setupOf } from '../domain/session-state.ts';
import { currentStepOf, isFinalizedByCall, type Session } from '../domain/session.ts';
import { kindOf, type Progress, progressFrom, progressOf, type StepKinds } from '../steps/progress.ts';
import type { StepOutcome, StepContext, ApplyStep } from '../steps/step-kind.ts';

/** The rest of an action whose slow part ran before the session was locked. */
interface PreparedStep {
  readonly stepId: string;
  readonly apply: ApplyStep;
}

/** Everything about one action. */
interface Action {
  readonly seen: Session;
  readonly request: AdvanceRequest;
  readonly prepared: PreparedStep | undefined;
  readonly context: SigningContext;
  readonly saveResponse: SaveResponse;
}

/** What is left to do after the commit. */
type AfterCommit = () => Promise<AdvanceResult>;

/** Whether this action completes the session. */
function endsWith({ session }: Progress): boolean {
  return currentStepOf(session) === undefined && whatFollows(session) === 'seal';
}

function whatFollows(session: Session): ReturnType<typeof afterLastStep> {
  return afterLastStep({ isByIntegrator: isFinalizedByCall(session), isBatch: session.batch !== undefined });
}

/** The session of a batch whose last step this action passed: its documents are sealed next. */
function beingSealed({ session }: Progress): Session | undefined {
  const isLeft = currentStepOf(session) !== undefined || whatFollows(session) !== 'seal-batch';
  if (session.batch === undefined || isLeft) return undefined;
  return { ...session, batch: { ...session.batch, sealed: 0 } };
}

/** Executes the signer's actions. */
export class SessionAdvance {
  readonly #core: Core;
  readonly #parts;

  constructor(
    core: Core,
    parts: {
      kinds: StepKinds;
      completion: SessionCompletion;
      /** Seals the documents of batches; is woken when there is one. */
      batches: { wake(): void };
    },
  ) {
    this.#core = core;
    this.#parts = parts;
  }

  /**
   * Decides on the session as it was read and writes the result in one transaction: the step, the automatic steps
   * after it, quota units, events, the response. The write succeeds only if the session has not changed since;
   * otherwise the action is decided again with the session locked first. An action that passes the last step is
   * written by `SessionCompletion` instead, because sealing is slow; until then nothing is changed. The documents of a
   * batch are sealed after it.
   * @throws Problem `gone`, `step-out-of-order`, `attempts-exhausted`, `not-your-turn`, `document-hash-mismatch`,
   *   `rate-limit`, `conflict`; QuotaExceededError; TooBusyError
   */
  async advance(
    seen: Session,
    request: AdvanceRequest,
    context: SigningContext,
    saveResponse: SaveResponse,
  ): Promise<AdvanceResult> {
    requireActive(seen, this.#core.clock.now());
    const step = currentStepOf(seen)?.type ?? 'none';
    const act = async (): Promise<AdvanceResult> => {
      const prepared = await this.#prepare(seen, request);
      const afterwards = await this.#act({ seen, request, prepared, context, saveResponse });
      return afterwards();
    };
    return traced(`step ${step}`, act, { attributes: { 'sign_session.step': step } });
  }

  async #act(action: Action): Promise<AfterCommit> {
    // Other signers change a member of an envelope without changing its version, so lock first.
    if (action.seen.envelope !== undefined) return this.#actLocked(action);
    try {
      return await this.#actOptimistically(action);
    } catch (error) {
      if (error instanceof ConcurrencyError) return this.#actLocked(action);
      throw error;
    }
  }

  #actOptimistically(action: Action): Promise<AfterCommit> {
    return this.#core.database.transaction(async queries => {
      const asking = lockOnFirstQuery(queries, action.seen);
      try {
        const progress = await this.#decide(asking, action.seen, action);
        if (endsWith(progress)) await asking.lock();
        return await this.#write(queries, progress, action);
      } catch (error) {
        // Lock before refusing: the refusal may rest on outdated data.
        if (error instanceof Problem) await asking.lock();
        throw error;
      }
    });
  }

  #actLocked(action: Action): Promise<AfterCommit> {
    return this.#core.database.transaction(async queries => {
      const session = await lockSession(queries, action.seen);
      if (session === undefined) throw notFound();
      return this.#write(queries, await this.#decide(queries, session, action), action);
    });
  }

  async #decide(
    queries: Queries,
    session: Session,
    { request, prepared, context }: Action,
  ): Promise<Progress> {
    const { clock } = this.#core;
    const { kinds } = this.#parts;
    // Read the clock only now: the wait for the row lock may have lasted past the session's expiry.
    const at = clock.now();
    requireAction(session, request.action, at);
    const step = currentStepOf(session);
    if (step === undefined) throw changedMeanwhile();
    const kind = kindOf(kinds, step.type);
    const stepContext = { queries, session, step, at, context };
    if (kind.prepare === undefined)
      return progressFrom(kinds, stepContext, await kind.apply(stepContext, request));
    // The slow part cannot run here: it queries the database outside the transaction that holds the lock.
    if (prepared?.stepId !== step.stepId) throw changedMeanwhile();
    return progressFrom(kinds, stepContext, await prepared.apply(stepContext));
  }

  /**
   * Completes an automatic step when the result of its check arrives.
   * @param decide called with the session locked; returns `undefined` when there is nothing to write
   * @returns whether anything was written; false when the session is no longer at this step
   * @throws QuotaExceededError; TooBusyError
   */
  async conclude(
    seen: Session,
    stepId: string,
    decide: (stepContext: StepContext) => Promise<StepOutcome | undefined>,
    context: SigningContext,
  ): Promise<boolean> {
    const { database, clock } = this.#core;
    const afterwards = await database.transaction(async queries => {
      const session = await lockSession(queries, seen);
      const at = clock.now();
      const step = session && currentStepOf(session);
      if (session?.status !== 'ACTIVE' || session.expiresAt <= at || step?.stepId !== stepId)
        return undefined;
      const stepContext = { queries, session, step, at, context };
      const outcome = await decide(stepContext);
      if (outcome === undefined) return undefined;
      const progress = await this.#withinPlan(stepContext, outcome);
      return this.#write(queries, progress, { context, saveResponse: forget });
    });
    await afterwards?.();
    return afterwards !== undefined;
  }

  /**
   * Runs the automatic steps that follow, if the quota allows. If it is exhausted and the signer can start the next
   * step themselves, stops before it.
   */
  async #withinPlan(stepContext: StepContext, outcome: StepOutcome): Promise<Progress> {
    const { quotas } = this.#core;
    const { kinds } = this.#parts;
    const { queries, session, at } = stepContext;
    const progress = await progressFrom(kinds, stepContext, outcome);
    try {
      await quotas.check(queries, session.tenant, progress.quotas, at);
      return progress;
    } catch (error) {
      if (!(error instanceof QuotaExceededError)) throw error;
      const alone = progressOf(stepContext, outcome);
      const next = currentStepOf(alone.session);
      if (next === undefined || beginningOf(next.type, setupOf(session)) === 'check') throw error;
      return alone;
    }
  }

  /** Runs the slow part of the step without a lock. `#decide` checks that the session is still at this step. */
  async #prepare(session: Session, request: AdvanceRequest): Promise<PreparedStep | undefined> {
    const { clock } = this.#core;
    const { kinds } = this.#parts;
    const step = currentStepOf(session);
    const kind = step && kindOf(kinds, step.type);
    if (step === undefined || kind?.prepare === undefined) return undefined;
    const at = clock.now();
    requireAction(session, request.action, at);
    const apply = await kind.prepare({ session, step, at }, request);
    return { stepId: step.stepId, apply };
  }

  /** Writes the progress of a session that continues; completes any other after the commit. @throws ConcurrencyError */
  async #write(
    queries: Queries,
    progress: Progress,
    { context, saveResponse }: Pick<Action, 'context' | 'saveResponse'>,
  ): Promise<AfterCommit> {
    const { quotas, outbox, fieldCipher, changes, metrics } = this.#core;
    const { completion, batches } = this.#parts;
    if (endsWith(progress)) return () => completion.complete(progress, context, saveResponse);
    const { session, at } = progress;
    // Lock order: session before quotas.
    if (!(await advanceSteps(queries, session, progress.changed))) throw new ConcurrencyError();
    const quota = await quotas.consume(queries, session.tenant, progress.quotas, at);
    await progress.settle(queries);
    await outbox.record(queries, ...progress.events);
    const sealing = beingSealed(progress);
    if (sealing !== undefined) await queueSealing(queries, sealing, { at, fieldCipher, context });
    const answer = answerTo(progress, { status: 'ACTIVE', fieldCipher });
    await saveResponse(queries, answer);
    return async () => {
      changes.announce(session.sessionId);
      for (const { type, status } of progress.changed) metrics.steps.inc({ type, status });
      if (sealing !== undefined) batches.wake();
      return { answer, quota, session: { ...(sealing ?? session), version: session.version + 1 } };
    };
  }
}
