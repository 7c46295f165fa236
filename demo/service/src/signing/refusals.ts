import type { CertificateFacts, SignatureReport, SubIndication } from '@sign-session/verify';
import type { Signer } from '../sessions/session.ts';
import type { StepError } from '../sessions/step.ts';

/** Why a signature with a certificate is not taken: what the signer is told. */
export type SigningRefusal = Extract<StepError, `certificate-${string}` | 'signature-invalid'>;

const REFUSALS: Record<Exclude<SubIndication, 'TRY_LATER'>, SigningRefusal> = {
  FORMAT_FAILURE: 'signature-invalid',
  HASH_FAILURE: 'signature-invalid',
  SIG_CRYPTO_FAILURE: 'signature-invalid',
  GENERIC: 'signature-invalid',
  CRYPTO_CONSTRAINTS_FAILURE: 'certificate-too-weak',
  NO_SIGNING_CERTIFICATE_FOUND: 'signature-invalid',
  NO_CERTIFICATE_CHAIN_FOUND: 'certificate-untrusted',
  CERTIFICATE_CHAIN_GENERAL_FAILURE: 'certificate-untrusted',
  SIG_CONSTRAINTS_FAILURE: 'certificate-not-for-signing',
  NOT_YET_VALID: 'certificate-not-yet-valid',
  EXPIRED: 'certificate-expired',
  OUT_OF_BOUNDS_NO_POE: 'certificate-expired',
  REVOKED_NO_POE: 'certificate-revoked',
  REVOKED_CA_NO_POE: 'certificate-untrusted',
  REVOKED: 'certificate-revoked',
};

/**
 * Whether a certificate is the signer's: by the company's number where the signer is one, else by the person's.
 * A company's certificate is not its responsible person's.
 */
export function isSigners({ holder }: CertificateFacts, { cpf, cnpj }: Signer): boolean {
  if (holder.cnpj !== undefined) return holder.cnpj === cnpj;
  return holder.cpf !== undefined && holder.cpf === cpf;
}

/**
 * Why a certificate is not taken; `later` when it can't be told now.
 * @param fault what validation says against it
 * @param at the service's time
 */
export function certificateRefusal(
  certificate: CertificateFacts,
  fault: SubIndication | undefined,
  signer: Signer,
  at: Date,
): SigningRefusal | 'later' | undefined {
  if (!isSigners(certificate, signer)) return 'certificate-other-holder';
  // A certificate that has ended may have left the lists: its end is what counts, not what they say.
  if (at > certificate.notAfter) return 'certificate-expired';
  if (at < certificate.notBefore) return 'certificate-not-yet-valid';
  if (fault === 'TRY_LATER') return 'later';
  return fault && REFUSALS[fault];
}

/** The same of the signature that was just made with it. */
export function refusalOf(
  report: SignatureReport | undefined,
  signer: Signer,
  at: Date,
): SigningRefusal | 'later' | undefined {
  const certificate = report?.signer;
  if (report === undefined || certificate === undefined || !report.coverage.wholeFile)
    return 'signature-invalid';
  if (!report.digestMatches || !report.signatureValid) return 'signature-invalid';
  const { subIndication, indication } = report;
  const refusal = certificateRefusal(certificate, subIndication, signer, at);
  return refusal ?? (indication === 'TOTAL-PASSED' ? undefined : 'signature-invalid');
}
