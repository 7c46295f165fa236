import type { StepError, StepResult, StepType } from '../domain/step.ts';
import type { BiometricProviders, Subject } from './providers.ts';

/** What a provider found. */
export type Finding =
  | { readonly kind: 'match'; readonly result: StepResult }
  | { readonly kind: 'mismatch'; readonly error: StepError };

/** A check that the service makes by itself while the signer waits. */
export interface IdentityCheck {
  readonly type: StepType;
  /**
   * @param reference JPEG of the signer's reference photo, when there is one
   * @throws ProviderUnavailableError
   */
  ask(subject: Subject, reference: Uint8Array | undefined, signal: AbortSignal): Promise<Finding>;
}

/** Whether the face before the camera is the signer's. */
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

/** Whether the government's base knows the signer, by this face. */
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
