/** The steps of a session, as `policy.customSteps` names them. */
export const STEP_TYPES = [
  'PURPOSE_DISCLOSURE',
  'CLICK_ACCEPT',
  'OTP_CHALLENGE',
  'OTP_VERIFY',
  'BIOMETRIC_LIVENESS',
  'BIOMETRIC_MATCH',
  'SERPRO_IDENTITY_CHECK',
  'DOCUMENT_PHOTO_MATCH',
  'DIGITAL_SIGN_A1',
] as const;
export type StepType = (typeof STEP_TYPES)[number];

/** The action that passes a step; undefined for what the service does by itself. */
export const ACTION_OF_STEP: Readonly<Record<StepType, string | undefined>> = {
  PURPOSE_DISCLOSURE: 'acknowledge_purpose',
  CLICK_ACCEPT: 'accept',
  OTP_CHALLENGE: 'resend_otp',
  OTP_VERIFY: 'verify_otp',
  BIOMETRIC_LIVENESS: 'complete_liveness',
  BIOMETRIC_MATCH: undefined,
  SERPRO_IDENTITY_CHECK: undefined,
  DOCUMENT_PHOTO_MATCH: 'submit_document_photo',
  DIGITAL_SIGN_A1: 'complete_signing',
};

/** Actions that a step takes beside the one that passes it. */
const OTHER_ACTIONS: Readonly<Partial<Record<StepType, string>>> = {
  OTP_VERIFY: 'resend_otp',
  BIOMETRIC_LIVENESS: 'start_liveness',
};

/** Where a certificate may come from. */
export type CertificateSource = 'FILE' | 'TOKEN' | 'CLOUD' | 'GOV_BR';

const BY_KEY = ['prepare_signing', 'complete_signing'];

/** How the step `DIGITAL_SIGN_A1` is passed by a certificate from there. */
const ACTIONS_OF_SOURCE: Readonly<Record<CertificateSource, readonly string[]>> = {
  FILE: BY_KEY,
  TOKEN: BY_KEY,
  CLOUD: ['authorize', 'confirm', 'cancel', 'prepare', 'complete'].map(action => `${action}_cloud_signing`),
  GOV_BR: ['prepare_portal_signing', 'submit_signed_document'],
};

/** Does the step take the action? */
export function takes(step: StepType, action: string, sources: readonly CertificateSource[]): boolean {
  if (step === 'DIGITAL_SIGN_A1') return sources.some(source => ACTIONS_OF_SOURCE[source].includes(action));
  return ACTION_OF_STEP[step] === action || OTHER_ACTIONS[step] === action;
}
