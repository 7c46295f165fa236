import type { SignatureReport } from '@sign-session/verify';
import { hashOf } from '../domain/sha256.ts';
import type { DigitalSignature } from '../domain/step.ts';

/**
 * What the session keeps of a signature that was verified.
 * @param file the whole signed document
 * @throws Error for a report that names no signer
 */
export function digitalSignatureOf(
  report: SignatureReport | undefined,
  file: Uint8Array,
  signedAt: Date,
): DigitalSignature {
  const { signer, fieldName, algorithm, timestamp } = report ?? {};
  if (signer === undefined || fieldName === undefined) throw new Error('A signature without its signer.');
  return {
    certificateSubject: signer.subjectText,
    certificateSerial: signer.serialNumber,
    certificateIssuer: signer.issuerText,
    algorithm: algorithm ?? '',
    signedAt: signedAt.toISOString(),
    signedPdfHash: hashOf(file),
    signatureFieldName: fieldName,
    ...(timestamp === undefined ? {} : { timestampedAt: timestamp.time.toISOString() }),
  };
}

/** By what a signature is told from any other. @throws Error for a report that names no signer */
export function fingerprintOf(report: SignatureReport | undefined): string {
  if (report?.fingerprint === undefined) throw new Error('A signature without its signer.');
  return report.fingerprint;
}
