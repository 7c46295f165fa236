import type { Profile, StepType } from '@sign-session/session-rules';
import type { ValidationDetail } from '../domain/problem.ts';
import type { SessionKind } from '../domain/session.ts';

/** Steps of each profile, in order (signer API, section 3). CUSTOM has its own. */
const STEPS_OF: Record<Exclude<Profile, 'CUSTOM'>, readonly StepType[]> = {
  CLICK_ONLY: ['CLICK_ACCEPT'],
  CLICK_PLUS_OTP: ['CLICK_ACCEPT', 'OTP_CHALLENGE', 'OTP_VERIFY'],
  BIOMETRIC: ['CLICK_ACCEPT', 'BIOMETRIC_LIVENESS', 'BIOMETRIC_MATCH'],
  BIOMETRIC_PLUS_OTP: [
    'CLICK_ACCEPT',
    'BIOMETRIC_LIVENESS',
    'BIOMETRIC_MATCH',
    'OTP_CHALLENGE',
    'OTP_VERIFY',
  ],
  DIGITAL_CERTIFICATE: ['CLICK_ACCEPT', 'DIGITAL_SIGN_A1'],
  BIOMETRIC_SERPRO: ['CLICK_ACCEPT', 'BIOMETRIC_LIVENESS', 'SERPRO_IDENTITY_CHECK'],
  BIOMETRIC_SERPRO_AUTO_FALLBACK: [
    'PURPOSE_DISCLOSURE',
    'CLICK_ACCEPT',
    'BIOMETRIC_LIVENESS',
    'SERPRO_IDENTITY_CHECK',
  ],
  BIOMETRIC_DOCUMENT_FALLBACK: ['CLICK_ACCEPT', 'BIOMETRIC_LIVENESS', 'BIOMETRIC_MATCH'],
};

/**
 * Profiles that this kind of session does not support. A certificate signs a document, and trust sessions have
 * none.
 */
const FOREIGN: Record<SessionKind, readonly Profile[]> = {
  signing: ['BIOMETRIC_DOCUMENT_FALLBACK'],
  trust: ['DIGITAL_CERTIFICATE'],
  envelope: ['BIOMETRIC_DOCUMENT_FALLBACK'],
  transaction: ['BIOMETRIC_DOCUMENT_FALLBACK'],
};

export interface Policy {
  readonly profile: Profile;
  readonly customSteps?: readonly StepType[] | undefined;
}

/** Steps that must come directly after another one. */
const FOLLOWS: Partial<Record<StepType, StepType>> = {
  OTP_VERIFY: 'OTP_CHALLENGE',
  BIOMETRIC_MATCH: 'BIOMETRIC_LIVENESS',
};

/** Steps that need a face captured by an earlier step. */
const NEEDS_A_FACE: readonly StepType[] = ['SERPRO_IDENTITY_CHECK', 'DOCUMENT_PHOTO_MATCH'];

/** The errors in the steps of a CUSTOM profile and their order. */
function complaints(steps: readonly StepType[]): ValidationDetail[] {
  const disordered = steps.flatMap((type, index) => {
    const pointer = `/policy/customSteps/${index}`;
    const before = FOLLOWS[type];
    if (steps.indexOf(type) !== index) return [{ pointer, detail: 'Is a duplicate.' }];
    if (before !== undefined && steps[index - 1] !== before) {
      return [{ pointer, detail: `Must come right after ${before}.` }];
    }
    if (NEEDS_A_FACE.includes(type) && !steps.slice(0, index).includes('BIOMETRIC_LIVENESS')) {
      return [{ pointer, detail: 'Must come after BIOMETRIC_LIVENESS.' }];
    }
    if (type === 'OTP_CHALLENGE' && steps[index + 1] !== 'OTP_VERIFY') {
      return [{ pointer, detail: 'Must come right before OTP_VERIFY.' }];
    }
    return [];
  });
  if (steps.includes('CLICK_ACCEPT')) return disordered;
  // The sealed evidence says that the signer accepted, so this step is required.
  return [{ pointer: '/policy/customSteps', detail: 'Must contain CLICK_ACCEPT.' }, ...disordered];
}

/** The errors in a policy, for the kind of session and whether it has a document. */
export function policyComplaints(
  policy: Policy,
  kind: SessionKind,
  hasDocument: boolean,
): ValidationDetail[] {
  const { profile, customSteps } = policy;
  if (FOREIGN[kind].includes(profile)) {
    return [{ pointer: '/policy/profile', detail: `Is not available in ${kind} sessions.` }];
  }
  if (profile === 'DIGITAL_CERTIFICATE' && !hasDocument) {
    return [{ pointer: '/policy/profile', detail: 'Requires a document.' }];
  }
  if (profile !== 'CUSTOM') {
    const foreign = { pointer: '/policy/customSteps', detail: `Is not allowed with the profile ${profile}.` };
    return customSteps === undefined ? [] : [foreign];
  }
  if (customSteps === undefined) {
    return [{ pointer: '/policy/customSteps', detail: 'Is required with the profile CUSTOM.' }];
  }
  return [...certificateComplaints(customSteps, kind, hasDocument), ...complaints(customSteps)];
}

/**
 * A certificate signature must be the last step, because it cannot be undone if a later step fails; and it cannot
 * be combined with an envelope's seals.
 */
function certificateComplaints(
  steps: readonly StepType[],
  kind: SessionKind,
  hasDocument: boolean,
): ValidationDetail[] {
  const index = steps.indexOf('DIGITAL_SIGN_A1');
  if (index < 0) return [];
  const complaint = (detail: string) => [{ pointer: `/policy/customSteps/${index}`, detail }];
  if (!hasDocument) return complaint('Requires a document.');
  if (kind === 'envelope') return complaint('In an envelope, use the profile DIGITAL_CERTIFICATE.');
  return index === steps.length - 1 ? [] : complaint('Must be the last step.');
}

/** The steps of a valid policy. */
export function stepsOf({ profile, customSteps = [] }: Policy): readonly StepType[] {
  return profile === 'CUSTOM' ? customSteps : STEPS_OF[profile];
}
