/** The checks that the service makes by itself: faces, the government's base, and what follows from their findings. */
import {
  documentPhotoInPlaceOf,
  fallsBackWithoutAnswer,
  refuseCheck,
  type StepError,
  type StepType,
} from '@sign-session/session-rules';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { CHECK_JOBS } from '../biometrics/check-queue.ts';
import { enroll, findReference } from '../biometrics/enrollments.ts';
import { findNeutralFrame } from '../biometrics/liveness-attempts.ts';
import { askProvider, type BiometricProviders, type Subject } from '../biometrics/providers.ts';
import type { Core } from '../core/core.ts';
import { type Random, randomId } from '../domain/ids.ts';
import { currentStepOf, type Session } from '../domain/session.ts';
import { geolocationSchema, type StepResult } from '../domain/step.ts';
import { JobQueue } from '../queue/job-queue.ts';
import { finishJob, type Job, lockJob } from '../queue/job-table.ts';
import type { SessionAdvance } from '../sessions/advance-session.ts';
import { fallbackEvent } from '../sessions/session-events.ts';
import { findSession } from '../sessions/session-store.ts';
import { passed, type StepContext, type StepOutcome } from '../steps/step-kind.ts';

/** A provider's result. */
type ProviderResult =
  | { readonly kind: 'match'; readonly result: StepResult }
  | { readonly kind: 'mismatch'; readonly error: StepError };

/** An automatic check, during which the signer waits. */
interface IdentityCheck {
  readonly type: StepType;
  /**
   * @param reference JPEG of the signer's reference photo, if there is one
   * @throws ProviderUnavailableError
   */
  ask(subject: Subject, reference: Uint8Array | undefined, signal: AbortSignal): Promise<ProviderResult>;
}

/** Compares the face before the camera with the signer's. */
function faceMatch({ faces }: BiometricProviders): IdentityCheck {
  return {
    type: 'BIOMETRIC_MATCH',
    async ask(subject, reference, signal) {
      const match = await faces.match(subject, reference, signal);
      if (match.similarity < match.threshold) return { kind: 'mismatch', error: 'match-failed' };
      return { kind: 'match', result: { match } };
    },
  };
}

/** Checks the signer and their face against the government database. */
function governmentCheck({ government }: BiometricProviders): IdentityCheck {
  return {
    type: 'SERPRO_IDENTITY_CHECK',
    async ask(subject, _reference, signal) {
      const serproIdentity = await government.check(subject, signal);
      if (!serproIdentity.valid) return { kind: 'mismatch', error: 'identity-mismatch' };
      return { kind: 'match', result: { serproIdentity } };
    },
  };
}

export function createIdentityChecks(providers: BiometricProviders): readonly IdentityCheck[] {
  return [faceMatch(providers), governmentCheck(providers)];
}

/** The outcome of the step for a provider's finding. */
function outcomeOf(finding: ProviderResult, stepContext: StepContext, random: Random): StepOutcome {
  const { step, session, at } = stepContext;
  if (finding.kind === 'match') return { step: passed(step, at, finding.result) };
  const refused = refuseCheck(session.steps, step, finding.error, session.profile);
  switch (refused.kind) {
    case 'document-photo':
      return fallBack(stepContext, finding.error, random);
    case 'failed':
      return { step: refused.step };
    case 'retry':
      return { step: refused.step, others: [{ ...refused.camera, completedAt: undefined }] };
  }
}

/** The outcome when the provider does not answer; undefined if the check is to be retried. */
function outcomeWithoutAnswer(stepContext: StepContext, random: Random): StepOutcome | undefined {
  const { step, session } = stepContext;
  if (!fallsBackWithoutAnswer(step.type, session.profile)) return undefined;
  return fallBack(stepContext, 'identity-unavailable', random);
}

/** Replaces the check by a photo of an identity document (TRANSACTION.FALLBACK). */
function fallBack({ session, step, at }: StepContext, reason: StepError, random: Random): StepOutcome {
  const none = { startedAt: at, completedAt: undefined, result: undefined };
  const instead = { ...documentPhotoInPlaceOf(step), ...none, stepId: randomId('stp', random) };
  return {
    step: instead,
    replaces: step.stepId,
    events: [fallbackEvent(session, { from: step.type, to: instead.type, reason }, at)],
    async settle(queries) {
      await queries.query(
        `UPDATE steps SET step_id = $2, type = $3, status = 'PENDING', attempts = 0, max_attempts = $4,
           error = NULL, started_at = $5, completed_at = NULL, result = NULL WHERE step_id = $1`,
        [step.stepId, instead.stepId, instead.type, instead.maxAttempts, at],
      );
    },
  };
}

/** Longer than the timeout of any provider, so that a check never runs twice at once. */
const LEASE_MS = 60_000;
const PROVIDER_TIMEOUT_MS = 30_000;
/** How long the response to an action waits for the check that it started. */
const ANSWER_TIMEOUT_MS = 1500;

/** Retried checks start only below this number; a check that a signer waits for always starts. */
const AT_ONCE = 50;

/** Seconds until the next attempt when a provider did not answer; the last value repeats. */
const AGAIN_AFTER_S = [5, 15, 60, 300];

const checkRow = z.object({
  session_id: z.string(),
  step_id: z.string(),
  context: z.string().nullable(),
});

/** The data stored with a check: the signer's device, and what an integrator sent to compare with. */
const contextSchema = z.object({
  ipAddress: z.string().optional(),
  userAgent: z.string().optional(),
  reference: z.string().optional(),
  similarity: z.number().optional(),
  geolocation: geolocationSchema.optional(),
});
type CheckContext = z.infer<typeof contextSchema>;

/** The threshold for a match when the sandbox is told the similarity. */
const SANDBOX_THRESHOLD = 0.8;

/** The simulated result for the similarity that the sandbox was told. */
function findingOf(similarity: number): ProviderResult {
  if (similarity < SANDBOX_THRESHOLD) return { kind: 'mismatch', error: 'match-failed' };
  const match = { similarity, threshold: SANDBOX_THRESHOLD, provider: 'sandbox' };
  return { kind: 'match', result: { match } };
}

/** Runs the automatic checks of sessions: at once if possible, and again when a provider did not answer. */
export class IdentityChecks {
  readonly #core: Core;
  readonly #parts;
  readonly queue: JobQueue;

  constructor(core: Core, parts: { checks: readonly IdentityCheck[]; advance: SessionAdvance }) {
    this.#core = core;
    this.#parts = parts;
    this.queue = new JobQueue({
      ...core,
      table: CHECK_JOBS,
      leaseMs: LEASE_MS,
      hasCapacity: running => running < AT_ONCE,
      pauseMs: attempts => (AGAIN_AFTER_S[attempts - 1] ?? AGAIN_AFTER_S.at(-1) ?? 0) * 1000,
      attempt: (job, signal) => this.#make(job, signal),
    });
  }

  /**
   * Runs the check that an action has led to, if any, and waits a moment for its result.
   * @returns whether there was one; the session may have changed then
   */
  async after(session: Session): Promise<boolean> {
    const { checks } = this.#parts;
    const step = currentStepOf(session);
    if (step === undefined || !checks.some(check => check.type === step.type)) return false;
    const made = this.queue.run(session.sessionId);
    await Promise.race([made, delay(ANSWER_TIMEOUT_MS, undefined, { ref: false })]);
    return true;
  }

  async #make(job: Job, signal: AbortSignal): Promise<void> {
    const { database, random } = this.#core;
    const { checks } = this.#parts;
    const { session_id: sessionId, step_id: stepId, context } = checkRow.parse(job.row);
    const session = await findSession(database, { sessionId });
    const step = session && currentStepOf(session);
    const check = checks.find(({ type }) => type === step?.type);
    if (session?.status !== 'ACTIVE' || step?.stepId !== stepId || check === undefined) {
      await finishJob(database, CHECK_JOBS, job);
      return;
    }
    const noted = await this.#openNoted(context);
    const found = await this.#ask(check, session, noted, signal);
    const { geolocation } = noted;
    const finding = found?.kind === 'match' ? { ...found, result: { ...found.result, geolocation } } : found;
    const concluded = await this.#conclude(job, session, stepId, noted, stepContext =>
      finding === undefined
        ? outcomeWithoutAnswer(stepContext, random)
        : outcomeOf(finding, stepContext, random),
    );
    if (finding === undefined && !concluded) await this.queue.postpone(job);
    // Another check may come right behind it.
    if (concluded) this.queue.wake();
  }

  /** @returns undefined when the provider does not answer */
  async #ask(
    check: IdentityCheck,
    session: Session,
    noted: CheckContext,
    signal: AbortSignal,
  ): Promise<ProviderResult | undefined> {
    if (noted.similarity !== undefined) return findingOf(noted.similarity);
    const { database, clock } = this.#core;
    const { name, cpf, birthDate } = session.request.signer;
    const face = await this.#opened(await findNeutralFrame(database, session.sessionId));
    const reference =
      noted.reference === undefined
        ? await this.#opened(await findReference(database, session, clock.now()))
        : Buffer.from(noted.reference, 'base64');
    const subject: Subject = { name, cpf, birthDate, face };
    return askProvider(limited => check.ask(subject, reference, limited), PROVIDER_TIMEOUT_MS, signal);
  }

  async #opened(sealed: string | undefined): Promise<Uint8Array | undefined> {
    if (sealed === undefined) return undefined;
    return Buffer.from(await this.#core.fieldCipher.open(sealed), 'base64');
  }

  /**
   * Writes the outcome, if this process still holds the claim: if it expired, another process may have taken it.
   * @returns false when nothing was written
   */
  #conclude(
    job: Job,
    session: Session,
    stepId: string,
    noted: CheckContext,
    decide: (stepContext: StepContext) => StepOutcome | undefined,
  ): Promise<boolean> {
    const { ipAddress, userAgent } = noted;
    const decideHeld = async (stepContext: StepContext): Promise<StepOutcome | undefined> => {
      if (!(await lockJob(stepContext.queries, CHECK_JOBS, job))) return undefined;
      const outcome = decide(stepContext);
      if (outcome === undefined) return undefined;
      const { type, status } = outcome.step;
      const enrols = type === 'BIOMETRIC_MATCH' && status === 'COMPLETED';
      const photo = enrols ? await findNeutralFrame(stepContext.queries, session.sessionId) : undefined;
      return {
        ...outcome,
        async settle(queries) {
          await outcome.settle?.(queries);
          if (photo !== undefined) await enroll(queries, session, photo, stepContext.at);
          await finishJob(queries, CHECK_JOBS, job);
        },
      };
    };
    return this.#parts.advance.conclude(session, stepId, decideHeld, {
      ipAddress,
      userAgent,
    });
  }

  /** Older checks were queued without a context. */
  async #openNoted(context: string | null): Promise<CheckContext> {
    return contextSchema.parse(
      context === null ? {} : JSON.parse(await this.#core.fieldCipher.open(context)),
    );
  }
}
