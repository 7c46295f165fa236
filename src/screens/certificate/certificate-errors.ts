import type { CertificateErrorCode, CertificateErrorReason } from '../../certificate/provider.ts';
import type { CertificateKey } from './certificate-words.ts';

const REASONS: Readonly<Record<CertificateErrorReason, CertificateKey>> = {
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
};

const CODES: Readonly<Record<CertificateErrorCode, CertificateKey>> = {
  WRONG_PASSWORD: 'error.password',
  UNSUPPORTED: 'error.other',
  MALFORMED: 'error.other',
  CANCELLED: 'error.cancelled',
  DEVICE_ABSENT: 'error.device',
  LICENSE: 'error.licence',
};

/**
 * What the signer is told of an error. Known by its fields, not by its class: an integrator's own provider has
 * no CertificateError to throw, and may throw anything.
 */
export function errorKey(error: unknown): CertificateKey {
  if (typeof error !== 'object' || error === null) return 'error.other';
  const reason = 'reason' in error && isReason(error.reason) ? REASONS[error.reason] : undefined;
  const code = 'code' in error && isCode(error.code) ? CODES[error.code] : undefined;
  return reason ?? code ?? 'error.other';
}

function isReason(value: unknown): value is CertificateErrorReason {
  return typeof value === 'string' && Object.hasOwn(REASONS, value);
}

function isCode(value: unknown): value is CertificateErrorCode {
  return typeof value === 'string' && Object.hasOwn(CODES, value);
}
