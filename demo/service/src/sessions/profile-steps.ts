import type { ValidationDetail } from '../domain/problem.ts';
import type { Profile, SessionKind } from '../domain/session.ts';
import type { StepType } from '../domain/step.ts';

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
  transaction: ['BIOMETRIC_DOCUMENT_FALLBACK'],
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

/** What compares the signer's face has to have seen it. */
const NEEDS_A_FACE: readonly StepType[] = ['SERPRO_IDENTITY_CHECK', 'DOCUMENT_PHOTO_MATCH'];

/** What is wrong with a CUSTOM profile's steps and their order. */
function complaints(steps: readonly StepType[]): ValidationDetail[] {
  const disordered = steps.flatMap((type, index) => {
    const pointer = `/policy/customSteps/${index}`;
    const before = FOLLOWS[type];
    if (steps.indexOf(type) !== index) return [{ pointer, detail: 'Stands in the list before.' }];
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
  // What is sealed at the end says that the signer accepted it.
  return [{ pointer: '/policy/customSteps', detail: 'Must hold CLICK_ACCEPT.' }, ...disordered];
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
  if (profile !== 'CUSTOM') {
    const foreign = { pointer: '/policy/customSteps', detail: `Does not go with the profile ${profile}.` };
    return customSteps === undefined ? [] : [foreign];
  }
  if (customSteps === undefined) {
    return [{ pointer: '/policy/customSteps', detail: 'Is required with the profile CUSTOM.' }];
  }
  return [...certificateComplaints(customSteps, kind, hasDocument), ...complaints(customSteps)];
}

/** A signature can't be taken back when what comes after it fails, nor stand beside seals in an envelope. */
function certificateComplaints(
  steps: readonly StepType[],
  kind: SessionKind,
  hasDocument: boolean,
): ValidationDetail[] {
  const index = steps.indexOf('DIGITAL_SIGN_A1');
  if (index < 0) return [];
  const complaint = (detail: string) => [{ pointer: `/policy/customSteps/${index}`, detail }];
  if (!hasDocument) return complaint('Needs a document to sign.');
  if (kind === 'envelope') return complaint('In an envelope, take the profile DIGITAL_CERTIFICATE.');
  return index === steps.length - 1 ? [] : complaint('Must be the last step.');
}

/** The steps of a policy without complaints. */
export function stepsOf({ profile, customSteps = [] }: Policy): readonly StepType[] {
  return profile === 'CUSTOM' ? customSteps : STEPS_OF[profile];
}
