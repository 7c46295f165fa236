import type { StepResult } from './step.ts';

/**
 * A step's result with the interface's own names for what biometric and identity checks found (service interface,
 * "Evidence pack") beside those of signer API, section 7. Scores are from 0 to 1.
 */
export function describeResult(result: StepResult): StepResult & Record<string, unknown> {
  const { liveness, match, serproIdentity: identity, documentPhotoMatch: photo } = result;
  const scores = {
    matchScore: match?.similarity ?? identity?.biometricConfidence ?? photo?.similarity,
    livenessScore: liveness?.confidence,
    provider: liveness?.provider ?? match?.provider ?? identity?.provider ?? photo?.provider,
    documentType: photo?.documentType,
    documentValid: photo && photo.similarity >= photo.threshold,
  };
  return {
    ...result,
    ...Object.fromEntries(Object.entries(scores).filter(([, value]) => value !== undefined)),
  };
}
