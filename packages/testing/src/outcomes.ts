import type { StepType } from '../../session-rules/src/index.ts';

/** Why nothing comes of an authorisation at a provider of certificates in the cloud, as the service says it. */
export type CloudError =
  | 'denied'
  | 'timed-out'
  | 'expired'
  | 'wrong-holder'
  | 'provider-unavailable'
  | 'too-many'
  | 'invalid-answer'
  | 'too-many-documents'
  | 'not-supported';

/** What an outcome does to a fake session. */
export type OutcomeEffect =
  /** All steps pass. */
  | { readonly kind: 'pass' }
  /** The service's own checks and the completion wait for `advance()`. */
  | { readonly kind: 'wait' }
  /** All steps pass, and the service can't complete the session. */
  | { readonly kind: 'breaks' }
  /** The session has ended. */
  | { readonly kind: 'over' }
  /** The next try of one of these steps does not pass; the one after it does. */
  | { readonly kind: 'refusal'; readonly steps: readonly StepType[] }
  /** The next authorisation at a provider of certificates in the cloud fails; the one after it does not. */
  | { readonly kind: 'cloud'; readonly error: CloudError }
  /** Until another outcome is set: all requests, the signer's actions, or downloads of the document fail. */
  | { readonly kind: 'fault'; readonly of: 'all' | 'actions' | 'document' };

export interface OutcomeRow {
  readonly effect: OutcomeEffect;
  /** The one-time code that has this outcome for its entry alone. */
  readonly code?: string;
  /** The event that the page hears; absent: the signer reads what happened on the step's screen. */
  readonly event?: string;
}

/** Magic one-time codes by what becomes of their entry. Every other code of six digits is a wrong one. */
export const MAGIC_CODES = {
  right: '000000',
  wrong: '111111',
  expired: '222222',
  /** Kills the code, as three wrong entries do. */
  blocked: '333333',
  /** Takes the step's last attempt. */
  exhausted: '444444',
} as const;

const row = (effect: OutcomeEffect, event?: string, code?: string): OutcomeRow => ({
  effect,
  ...(event === undefined ? {} : { event }),
  ...(code === undefined ? {} : { code }),
});
const refusal = (steps: readonly StepType[], code?: string, event?: string): OutcomeRow =>
  row({ kind: 'refusal', steps }, event, code);
const fault = (of: 'all' | 'actions' | 'document', name: string, code?: string): OutcomeRow =>
  row({ kind: 'fault', of }, `sign-error: ${name}`, code);

const cloud = (error: CloudError): OutcomeRow => row({ kind: 'cloud', error });

const OVER = { kind: 'over' } as const;
const CODE = ['OTP_VERIFY'] as const;
const SENDING = ['OTP_CHALLENGE'] as const;
const CERTIFICATE = ['DIGITAL_SIGN_A1'] as const;
const IDENTITY = ['SERPRO_IDENTITY_CHECK'] as const;

/**
 * Every outcome of a fake session: the one table of magic values. Names with hyphens are the service's, and with
 * underscores the codes of `sign-error`.
 */
const TABLE = {
  completed: row({ kind: 'pass' }, 'sign-completed', MAGIC_CODES.right),
  waiting: row({ kind: 'wait' }, 'sign-step: waiting'),
  failed: row({ kind: 'breaks' }, 'sign-failed: finalization_failed'),
  declined: row(OVER, 'sign-declined'),
  cancelled: row(OVER, 'sign-failed: cancelled'),
  expired: row(OVER, 'sign-expired'),

  'wrong-code': refusal(CODE, MAGIC_CODES.wrong),
  'code-expired': refusal(CODE, MAGIC_CODES.expired),
  'code-exhausted': refusal(CODE, MAGIC_CODES.blocked),
  'not-sent': refusal(SENDING),
  'rate-limit': refusal(SENDING),
  'liveness-failed': refusal(['BIOMETRIC_LIVENESS']),
  'match-failed': refusal(['BIOMETRIC_MATCH']),
  'identity-mismatch': refusal(IDENTITY),
  'identity-unavailable': refusal(IDENTITY),
  'photo-mismatch': refusal(['DOCUMENT_PHOTO_MATCH']),
  'signature-invalid': refusal(CERTIFICATE),
  'signature-used': refusal(CERTIFICATE),
  'certificate-other-holder': refusal(CERTIFICATE),
  'certificate-expired': refusal(CERTIFICATE),
  'certificate-not-yet-valid': refusal(CERTIFICATE),
  'certificate-revoked': refusal(CERTIFICATE),
  'certificate-untrusted': refusal(CERTIFICATE),
  'certificate-not-for-signing': refusal(CERTIFICATE),
  'certificate-too-weak': refusal(CERTIFICATE),
  'revocation-unavailable': refusal(CERTIFICATE),
  'other-document': refusal(CERTIFICATE),
  'document-unsigned': refusal(CERTIFICATE),
  'document-changed': refusal(CERTIFICATE),
  'attempts-exhausted': refusal(
    [...CODE, 'BIOMETRIC_LIVENESS', 'DOCUMENT_PHOTO_MATCH', ...CERTIFICATE],
    MAGIC_CODES.exhausted,
    'sign-error: attempts_exhausted',
  ),

  'cloud-denied': cloud('denied'),
  'cloud-timed-out': cloud('timed-out'),
  'cloud-expired': cloud('expired'),
  'cloud-wrong-holder': cloud('wrong-holder'),
  'cloud-provider-unavailable': cloud('provider-unavailable'),
  'cloud-too-many': cloud('too-many'),
  'cloud-invalid-answer': cloud('invalid-answer'),
  'cloud-too-many-documents': cloud('too-many-documents'),
  'cloud-not-supported': cloud('not-supported'),

  network: fault('all', 'network', '900000'),
  service_unavailable: fault('all', 'service_unavailable', '900503'),
  rate_limited: fault('all', 'rate_limited', '900429'),
  unexpected_answer: fault('all', 'unexpected_answer', '900200'),
  invalid_client_secret: fault('all', 'invalid_client_secret'),
  request_refused: fault('actions', 'request_refused', '900403'),
  document_unavailable: fault('document', 'document_unavailable'),
  document_hash_mismatch: fault('document', 'document_hash_mismatch'),
  document_unreadable: fault('document', 'document_unreadable'),
} as const satisfies Record<string, OutcomeRow>;

/** The name of an outcome. */
export type Outcome = keyof typeof TABLE;

export const OUTCOMES: Readonly<Record<Outcome, OutcomeRow>> = TABLE;

/** @throws RangeError for callers without types */
export function requireOutcome(name: string): void {
  if (Object.hasOwn(TABLE, name)) return;
  throw new RangeError(`There is no outcome “${name}”. There are ${outcomeNames().join(', ')}.`);
}

/** What becomes of the entry of a one-time code. */
export function outcomeOfCode(code: string): Outcome {
  const found = outcomeNames().find(name => OUTCOMES[name].code === code);
  return found ?? 'wrong-code';
}

/** All outcomes, in the table's order. */
export function outcomeNames(): Outcome[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant are known
  return Object.keys(TABLE) as Outcome[];
}
