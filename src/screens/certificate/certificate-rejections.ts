import type { CertificateKey } from './certificate-words.ts';

/** Why the service did not take a signature, by the step's error. */
const REJECTIONS: Readonly<Record<string, CertificateKey>> = {
  'signature-invalid': 'rejected.signature',
  'certificate-other-holder': 'obstacle.otherHolder',
  'certificate-expired': 'obstacle.expired',
  'certificate-not-yet-valid': 'obstacle.notYetValid',
  'certificate-revoked': 'rejected.revoked',
  'certificate-untrusted': 'rejected.untrusted',
  'certificate-not-for-signing': 'obstacle.notForSigning',
  'certificate-too-weak': 'obstacle.weakKey',
};

/** What the signer is told of the last try; nothing where there was none. An error newer than these has words too. */
export function rejectionKey(error: string | undefined): CertificateKey | undefined {
  if (error === undefined) return undefined;
  return Object.hasOwn(REJECTIONS, error) ? REJECTIONS[error] : 'problem.refused';
}
