/** What a try makes of a step: passed, tried once more, or failed for good. */
import type { SessionStep, StepError, StepType } from './steps.ts';

/** Steps that the service passes by itself, or judges by something that was counted when it arrived. */
const UNCOUNTED_PASSES: readonly StepType[] = [
  'OTP_CHALLENGE',
  'BIOMETRIC_LIVENESS',
  'BIOMETRIC_MATCH',
  'SERPRO_IDENTITY_CHECK',
  'DOCUMENT_PHOTO_MATCH',
];

/**
 * Failures that cost no attempt: the signer is not at fault, or nothing was tried. The same signature may be sent again
 * where an authority did not answer; a file or a signature of something else is not theirs for this document.
 */
const FREE_FAILURES: readonly StepError[] = [
  'code-expired',
  'rate-limit',
  'not-sent',
  'revocation-unavailable',
  'signature-used',
  'other-document',
  'document-unsigned',
  'document-changed',
];

/** The step as completed. */
export function passStep<S extends SessionStep>(step: S): S {
  const attempts = step.attempts + (UNCOUNTED_PASSES.includes(step.type) ? 0 : 1);
  return { ...step, status: 'COMPLETED', attempts, error: undefined, errorDetail: undefined };
}

/** The step after a try that failed. The last attempt fails it for good. */
export function failTry<S extends SessionStep>(step: S, error: StepError, errorDetail?: string): S {
  if (FREE_FAILURES.includes(error)) return withError(step, error, errorDetail);
  const attempts = step.attempts + 1;
  if (attempts >= step.maxAttempts) return failStep({ ...step, attempts });
  return { ...step, status: 'PENDING', attempts, error, errorDetail };
}

/** The step with the reason why nothing came of a try that costs no attempt. */
export function withError<S extends SessionStep>(step: S, error: StepError, errorDetail?: string): S {
  return { ...step, error, errorDetail };
}

/** The step without the error of an earlier try. */
export function withoutError<S extends SessionStep>(step: S): S {
  return { ...step, error: undefined, errorDetail: undefined };
}

/** The step as failed for good. */
export function failStep<S extends SessionStep>(step: S): S {
  return { ...step, status: 'FAILED', error: 'attempts-exhausted', errorDetail: undefined };
}
