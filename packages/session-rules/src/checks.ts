/** What the service's own checks make of a session: the comparison of faces, and the government's base. */
import { failStep } from './attempts.ts';
import { mostAttempts, type SessionStep, type StepError, type StepType } from './steps.ts';

/** Policy profiles (service interface, "Policy profile"). */
export const PROFILES = [
  'CLICK_ONLY',
  'CLICK_PLUS_OTP',
  'BIOMETRIC',
  'BIOMETRIC_PLUS_OTP',
  'DIGITAL_CERTIFICATE',
  'BIOMETRIC_SERPRO',
  'BIOMETRIC_SERPRO_AUTO_FALLBACK',
  'BIOMETRIC_DOCUMENT_FALLBACK',
  'CUSTOM',
] as const;
export type Profile = (typeof PROFILES)[number];

/** Times that a session may start the camera: each one costs the tenant a unit. */
export const MOST_LIVENESS_STARTS = 20;

/** Which check of a profile a photo of a document takes the place of, and whether after one failure or the last. */
const FALLBACKS: Partial<Record<Profile, { readonly after: StepType; readonly atOnce: boolean }>> = {
  BIOMETRIC_SERPRO_AUTO_FALLBACK: { after: 'SERPRO_IDENTITY_CHECK', atOnce: true },
  BIOMETRIC_DOCUMENT_FALLBACK: { after: 'BIOMETRIC_MATCH', atOnce: false },
};

/** What a check that did not match makes of the session. */
export type RefusedCheck<S> =
  /** A photo of an identity document takes its place. */
  | { readonly kind: 'document-photo' }
  | { readonly kind: 'failed'; readonly step: S }
  /** Another comparison needs another picture: the camera's step is open again. */
  | { readonly kind: 'retry'; readonly step: S; readonly camera: S };

/**
 * A comparison that did not match counts for the camera's step as well, so that the signer sees one count.
 *
 * @param steps of the session, with `step` among them
 */
export function refuseCheck<S extends SessionStep>(
  steps: readonly S[],
  step: S,
  error: StepError,
  profile: Profile,
): RefusedCheck<S> {
  const attempts = step.attempts + 1;
  const camera = steps.find(({ type }) => type === 'BIOMETRIC_LIVENESS');
  const tries = (camera?.attempts ?? 0) + 1;
  const isLast = attempts >= step.maxAttempts || camera === undefined || tries >= camera.maxAttempts;
  const fallback = FALLBACKS[profile];
  if (fallback?.after === step.type && (fallback.atOnce || isLast)) return { kind: 'document-photo' };
  if (isLast) return { kind: 'failed', step: failStep({ ...step, attempts }) };
  return {
    kind: 'retry',
    step: { ...step, status: 'PENDING', attempts, error },
    camera: { ...camera, status: 'PENDING', attempts: tries, error },
  };
}

/** Whether a photo of a document takes the place of a check that nobody answers; otherwise it is tried again. */
export function fallsBackWithoutAnswer(type: StepType, profile: Profile): boolean {
  const fallback = FALLBACKS[profile];
  return fallback?.after === type && fallback.atOnce;
}

/** The photo of a document in place of a check. */
export function documentPhotoInPlaceOf<S extends SessionStep>(step: S): S {
  const type = 'DOCUMENT_PHOTO_MATCH';
  const none = { attempts: 0, error: undefined, errorDetail: undefined };
  return { ...step, ...none, type, status: 'PENDING', maxAttempts: mostAttempts(type) };
}
