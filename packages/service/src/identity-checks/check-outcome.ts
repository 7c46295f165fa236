import { randomId, type Random } from '../domain/identifiers/random-ids.ts';
import { fallbackEvent } from '../sessions/session-events.ts';
import type { Profile } from '../domain/session.ts';
import { pendingStep, type StepError, type StepType } from '../domain/step.ts';
import { passed, type StepOutcome, type StepContext } from '../steps/step-kind.ts';
import type { Finding } from '../biometrics/identity-check.ts';

/** Profiles with a fallback for an automatic check, and whether it applies at the first failure or at the last. */
const FALLBACKS: Partial<Record<Profile, { readonly after: StepType; readonly atOnce: boolean }>> = {
  BIOMETRIC_SERPRO_AUTO_FALLBACK: { after: 'SERPRO_IDENTITY_CHECK', atOnce: true },
  BIOMETRIC_DOCUMENT_FALLBACK: { after: 'BIOMETRIC_MATCH', atOnce: false },
};

const FALLBACK_ATTEMPTS = 3;

/** The outcome of the step for a provider's finding. */
export function outcomeOf(finding: Finding, stepContext: StepContext, random: Random): StepOutcome {
  const { step, session, at } = stepContext;
  if (finding.kind === 'match') return { step: passed(step, at, finding.result) };
  const attempts = step.attempts + 1;
  const fallback = FALLBACKS[session.profile];
  const camera = session.steps.find(other => other.type === 'BIOMETRIC_LIVENESS');
  // A failed comparison counts as a failed attempt of the liveness step too, so the signer sees one count.
  const tries = (camera?.attempts ?? 0) + 1;
  const isLast = attempts >= step.maxAttempts || camera === undefined || tries >= camera.maxAttempts;
  if (fallback?.after === step.type && (fallback.atOnce || isLast)) {
    return fallBack(stepContext, finding.error, random);
  }
  if (isLast) {
    return { step: { ...step, attempts, status: 'FAILED', error: 'attempts-exhausted' } };
  }
  return {
    step: { ...step, attempts, status: 'PENDING', error: finding.error },
    // Another comparison needs a new picture.
    others: [{ ...camera, status: 'PENDING', attempts: tries, completedAt: undefined, error: finding.error }],
  };
}

/** The outcome when the provider does not answer; undefined if the check is to be retried. */
export function outcomeWithoutAnswer(stepContext: StepContext, random: Random): StepOutcome | undefined {
  const fallback = FALLBACKS[stepContext.session.profile];
  if (fallback?.after !== stepContext.step.type || !fallback.atOnce) return undefined;
  return fallBack(stepContext, 'identity-unavailable', random);
}

/** Replaces the check by a photo of an identity document (TRANSACTION.FALLBACK). */
function fallBack({ session, step, at }: StepContext, reason: StepError, random: Random): StepOutcome {
  const instead = pendingStep({
    stepId: randomId('stp', random),
    type: 'DOCUMENT_PHOTO_MATCH',
    order: step.order,
    maxAttempts: FALLBACK_ATTEMPTS,
    startedAt: at,
  });
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
