/** The kinds of steps, the actions that they take, and how each begins (signer API, section 3). */

/** All step types of the interface. */
export const STEP_TYPES = [
  'CLICK_ACCEPT',
  'OTP_CHALLENGE',
  'OTP_VERIFY',
  'BIOMETRIC_LIVENESS',
  'BIOMETRIC_MATCH',
  'DIGITAL_SIGN_A1',
  'SERPRO_IDENTITY_CHECK',
  'DOCUMENT_PHOTO_MATCH',
  'PURPOSE_DISCLOSURE',
] as const;
export type StepType = (typeof STEP_TYPES)[number];

export const STEP_STATUSES = ['PENDING', 'STARTED', 'COMPLETED', 'FAILED'] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];

/** Why the last try of a step failed. */
export const STEP_ERRORS = [
  'wrong-code',
  'code-expired',
  'code-exhausted',
  'attempts-exhausted',
  'rate-limit',
  'not-sent',
  'signature-invalid',
  'signature-used',
  'certificate-other-holder',
  'certificate-expired',
  'certificate-not-yet-valid',
  'certificate-revoked',
  'certificate-untrusted',
  'certificate-not-for-signing',
  'certificate-too-weak',
  'revocation-unavailable',
  'other-document',
  'document-unsigned',
  'document-changed',
  'liveness-failed',
  'match-failed',
  'identity-mismatch',
  'identity-unavailable',
  'photo-mismatch',
] as const;
export type StepError = (typeof STEP_ERRORS)[number];

/** What the rules read and change of a step. Whoever keeps steps has more members, which stay as they are. */
export interface SessionStep {
  readonly type: StepType;
  readonly status: StepStatus;
  /** Failed tries, and the one that passed where the signer is asked for something. */
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly error?: StepError | undefined;
  /** Of the error, for the integrator. */
  readonly errorDetail?: string | undefined;
}

/** Tries that a step takes: of a code, three for each of three codes (signer API, section 4). */
export function mostAttempts(type: StepType): number {
  return type === 'OTP_VERIFY' ? 9 : 3;
}

/**
 * Where signers' certificates may come from. A file and a token look the same to the service: the widget offers what is
 * allowed. GOV_BR is a document that was signed at the gov.br portal and handed in.
 */
export const CERTIFICATE_SOURCES = ['FILE', 'TOKEN', 'CLOUD', 'GOV_BR'] as const;
export type CertificateSource = (typeof CERTIFICATE_SOURCES)[number];

/** Signing by a key that the signer's page can use. */
const BY_KEY = ['prepare_signing', 'complete_signing'] as const;
export const CLOUD_ACTIONS = [
  'authorize_cloud_signing',
  'confirm_cloud_signing',
  'cancel_cloud_signing',
  'prepare_cloud_signing',
  'complete_cloud_signing',
] as const;
export const PORTAL_ACTIONS = ['prepare_portal_signing', 'submit_signed_document'] as const;

/** The actions of each step. Those of a check are performed by the service, or by the integrator of a transaction. */
const ACTIONS = {
  CLICK_ACCEPT: ['accept'],
  OTP_CHALLENGE: ['resend_otp'],
  OTP_VERIFY: ['verify_otp', 'resend_otp'],
  BIOMETRIC_LIVENESS: ['start_liveness', 'complete_liveness'],
  BIOMETRIC_MATCH: ['match'],
  DIGITAL_SIGN_A1: [...BY_KEY, ...PORTAL_ACTIONS, ...CLOUD_ACTIONS],
  SERPRO_IDENTITY_CHECK: [],
  DOCUMENT_PHOTO_MATCH: ['submit_document_photo'],
  PURPOSE_DISCLOSURE: ['acknowledge_purpose'],
} as const satisfies Readonly<Record<StepType, readonly string[]>>;

/** The name of an action (signer API, section 4; `match` is a transaction's). */
export type ActionName = (typeof ACTIONS)[StepType][number];

const ACTIONS_OF_SOURCE: Readonly<Record<CertificateSource, readonly ActionName[]>> = {
  FILE: BY_KEY,
  TOKEN: BY_KEY,
  CLOUD: CLOUD_ACTIONS,
  GOV_BR: PORTAL_ACTIONS,
};

/** How a session is set up, as far as it decides what its steps take. */
export interface SessionSetup {
  /** Whether the integrator performs the steps, by the calls of a transaction. */
  readonly isByIntegrator: boolean;
  /** Whether the signer chooses where codes are sent. */
  readonly choosesChannel: boolean;
  readonly certificateSources: readonly CertificateSource[];
}

/** Whether a step takes an action. */
export function takesAction(
  type: StepType,
  action: string,
  { certificateSources, isByIntegrator }: Omit<SessionSetup, 'choosesChannel'>,
): boolean {
  if (type === 'BIOMETRIC_MATCH' && !isByIntegrator) return false;
  const isKnown = ACTIONS[type].some(each => each === action);
  if (type !== 'DIGITAL_SIGN_A1' || !isKnown) return isKnown;
  return certificateSources.some(source => ACTIONS_OF_SOURCE[source].some(each => each === action));
}

/**
 * Who begins a step when the session comes to it: the signer or integrator by an action of theirs, or the service, by
 * sending a code or by a check of its own.
 */
export function beginningOf(
  type: StepType,
  { choosesChannel, isByIntegrator }: Omit<SessionSetup, 'certificateSources'>,
): 'action' | 'code' | 'check' {
  if (type === 'OTP_CHALLENGE') return choosesChannel || isByIntegrator ? 'action' : 'code';
  if (type === 'BIOMETRIC_MATCH') return isByIntegrator ? 'action' : 'check';
  return type === 'SERPRO_IDENTITY_CHECK' ? 'check' : 'action';
}

/** The step that a session is at, or undefined when all are completed. A step that failed for good stays current. */
export function currentStep<S extends Pick<SessionStep, 'status'>>(steps: readonly S[]): S | undefined {
  return steps.find(({ status }) => status !== 'COMPLETED');
}
