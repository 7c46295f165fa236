import type { StepError, StepType } from '@sign-session/session-rules';
import type { StepResult } from '../domain/step.ts';
import type { BiometricProviders, Subject } from './providers.ts';

/** A provider's result. */
export type Finding =
  | { readonly kind: 'match'; readonly result: StepResult }
  | { readonly kind: 'mismatch'; readonly error: StepError };

/** An automatic check, during which the signer waits. */
export interface IdentityCheck {
  readonly type: StepType;
  /**
   * @param reference JPEG of the signer's reference photo, if there is one
   * @throws ProviderUnavailableError
   */
  ask(subject: Subject, reference: Uint8Array | undefined, signal: AbortSignal): Promise<Finding>;
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
