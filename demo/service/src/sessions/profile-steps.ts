import { Problem, type ValidationDetail } from '../http/problem.ts';
import type { Profile, SessionKind, StepType } from './session.ts';

/** Steps of each profile, in order (signer API, section 3). CUSTOM brings its own. */
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

/** Profiles that only the other kind of session takes. A certificate signs a document, so trust has none. */
const FOREIGN: Record<SessionKind, readonly Profile[]> = {
  signing: ['BIOMETRIC_DOCUMENT_FALLBACK'],
  trust: ['DIGITAL_CERTIFICATE'],
  envelope: ['BIOMETRIC_DOCUMENT_FALLBACK'],
};

export interface Policy {
  readonly profile: Profile;
  readonly customSteps?: readonly StepType[] | undefined;
}

/** What must come right before a step for it to have a meaning. */
const FOLLOWS: Partial<Record<StepType, StepType>> = {
  OTP_VERIFY: 'OTP_CHALLENGE',
  BIOMETRIC_MATCH: 'BIOMETRIC_LIVENESS',
};

/** What is wrong with the order of a CUSTOM profile's steps. */
function complaints(steps: readonly StepType[]): ValidationDetail[] {
  return steps.flatMap((type, index) => {
    const pointer = `/policy/customSteps/${index}`;
    const before = FOLLOWS[type];
    if (steps.indexOf(type) !== index) return [{ pointer, detail: 'Stands in the list before.' }];
    if (before !== undefined && steps[index - 1] !== before) {
      return [{ pointer, detail: `Must come right after ${before}.` }];
    }
    if (type === 'OTP_CHALLENGE' && steps[index + 1] !== 'OTP_VERIFY') {
      return [{ pointer, detail: 'Must come right before OTP_VERIFY.' }];
    }
    return [];
  });
}

/** What is wrong with a policy, by the kind of session that it is for and whether there is a document. */
export function policyComplaints(
  policy: Policy,
  kind: SessionKind,
  hasDocument: boolean,
): ValidationDetail[] {
  const { profile, customSteps } = policy;
  if (FOREIGN[kind].includes(profile)) {
    return [{ pointer: '/policy/profile', detail: `Is not for ${kind} sessions.` }];
  }
  if (profile === 'DIGITAL_CERTIFICATE' && !hasDocument) {
    return [{ pointer: '/policy/profile', detail: 'Needs a document to sign.' }];
  }
  if (profile !== 'CUSTOM') return [];
  if (customSteps === undefined) {
    return [{ pointer: '/policy/customSteps', detail: 'Is required with the profile CUSTOM.' }];
  }
  const certificate = customSteps.indexOf('DIGITAL_SIGN_A1');
  if (certificate >= 0 && !hasDocument) {
    return [{ pointer: `/policy/customSteps/${certificate}`, detail: 'Needs a document to sign.' }];
  }
  return complaints(customSteps);
}

/** The steps of a policy without complaints. */
export function stepsOf({ profile, customSteps = [] }: Policy): readonly StepType[] {
  return profile === 'CUSTOM' ? customSteps : STEPS_OF[profile];
}

/** @throws Problem `feature-not-enabled` when a step of the policy does not run here */
export function requireRunnable(policy: Policy, runnable: (type: StepType) => boolean): void {
  const missing = stepsOf(policy).find(type => !runnable(type));
  if (missing === undefined) return;
  const what = policy.profile === 'CUSTOM' ? `step ${missing}` : `profile ${policy.profile}`;
  throw new Problem('feature-not-enabled', `The ${what} is not available on this service yet.`);
}
