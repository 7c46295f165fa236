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
export const OTHER_ACTIONS: Readonly<Partial<Record<StepType, string>>> = {
  OTP_VERIFY: 'resend_otp',
  BIOMETRIC_LIVENESS: 'start_liveness',
  DIGITAL_SIGN_A1: 'prepare_signing',
};
