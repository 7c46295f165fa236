import type { CertificateErrorCode, CertificateErrorReason } from '../../certificate/provider.ts';
import type { LaterKey } from '../../i18n/messages/message-keys.ts';

const REASONS: Readonly<Record<CertificateErrorReason, LaterKey<'certificate'>>> = {
  'not-pkcs12': 'error.notPkcs12',
  damaged: 'error.damaged',
  'too-large': 'error.tooLarge',
  'too-many-iterations': 'error.tooLong',
  'too-slow': 'error.tooLong',
  'no-key': 'error.noKey',
  encryption: 'error.encryption',
  key: 'error.key',
  worker: 'error.worker',
  signature: 'error.signature',
  'pin-locked': 'token.locked',
  'timed-out': 'token.timedOut',
};

const CODES: Readonly<Record<CertificateErrorCode, LaterKey<'certificate'>>> = {
  WRONG_PASSWORD: 'error.password',
  UNSUPPORTED: 'error.other',
  MALFORMED: 'error.other',
  CANCELLED: 'error.cancelled',
  DEVICE_ABSENT: 'error.device',
  LICENSE: 'error.licence',
};

/**
 * The message of an error. Recognised by its fields, not by its class: an integrator's provider can't throw
 * CertificateError, and may throw anything.
 */
export function errorKey(error: unknown): LaterKey<'certificate'> {
  if (typeof error !== 'object' || error === null) return 'error.other';
  const { code, reason }: { readonly code?: unknown; readonly reason?: unknown } = error;
  return entryOf(REASONS, reason) ?? entryOf(CODES, code) ?? 'error.other';
}

function entryOf<T>(entries: Readonly<Record<string, T>>, name: unknown): T | undefined {
  return typeof name === 'string' && Object.hasOwn(entries, name) ? entries[name] : undefined;
}

/** Why the service did not take a signature, by the step's error. */
const REJECTIONS: Readonly<Record<string, LaterKey<'certificate'>>> = {
  'signature-invalid': 'rejected.signature',
  'certificate-other-holder': 'problem.otherHolder',
  'certificate-expired': 'problem.expired',
  'certificate-not-yet-valid': 'problem.notYetValid',
  'certificate-revoked': 'rejected.revoked',
  'certificate-untrusted': 'rejected.untrusted',
  'revocation-unavailable': 'rejected.statusUnknown',
  'certificate-not-for-signing': 'problem.notForSigning',
  'certificate-too-weak': 'problem.weakKey',
  'other-document': 'gov-br.otherDocument',
  'document-unsigned': 'gov-br.unsigned',
  'document-changed': 'gov-br.changed',
};

/** The messages of refusals that are about the certificate itself, so that the same one can't succeed. */
export const NEEDS_ANOTHER = /^problem\.|^rejected\.(?:revoked|untrusted)$|^unsafe\.unsupported$/;

/** The same of a document that was signed at the gov.br portal. */
const HANDED_IN: typeof REJECTIONS = {
  'certificate-untrusted': 'gov-br.untrusted',
  'certificate-other-holder': 'gov-br.otherHolder',
};

/**
 * The message about the last attempt; nothing if there was none. Unknown errors have a message too.
 *
 * @param isHandedIn whether the document was signed at the gov.br portal.
 */
export function rejectionKey(
  error: string | undefined,
  isHandedIn = false,
): LaterKey<'certificate'> | undefined {
  if (error === undefined) return undefined;
  return (
    (isHandedIn ? entryOf(HANDED_IN, error) : undefined) ?? entryOf(REJECTIONS, error) ?? 'problem.refused'
  );
}
