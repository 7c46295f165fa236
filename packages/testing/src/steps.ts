import type { StepType } from '../../session-rules/src/index.ts';

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
