import {
  documentPhotoInPlaceOf,
  fallsBackWithoutAnswer,
  refuseCheck,
  type StepError,
} from '@sign-session/session-rules';
import type { Finding } from '../biometrics/identity-check.ts';
import { randomId, type Random } from '../domain/identifiers/random-ids.ts';
import { fallbackEvent } from '../sessions/session-events.ts';
import { passed, type StepContext, type StepOutcome } from '../steps/step-kind.ts';

/** The outcome of the step for a provider's finding. */
export function outcomeOf(finding: Finding, stepContext: StepContext, random: Random): StepOutcome {
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
export function outcomeWithoutAnswer(stepContext: StepContext, random: Random): StepOutcome | undefined {
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
