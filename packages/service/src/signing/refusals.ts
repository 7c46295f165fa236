import type { StepError } from '@sign-session/session-rules';
import type { CertificateFacts } from '@sign-session/certificates';
import type { RevocationFailure, SignatureReport, SubIndication } from '@sign-session/verify';
import type { Signer } from '../domain/session.ts';

/** The reasons, as told to the signer, for refusing a certificate or its signature. */
export type SigningRefusal = Extract<
  StepError,
  | `certificate-${string}`
  | `document-${string}`
  | 'other-document'
  | 'signature-invalid'
  | 'signature-used'
  | 'revocation-unavailable'
>;

/** Maximum length of an address in an error detail. */
const LONGEST_ADDRESS = 300;

const REFUSALS: Record<SubIndication, SigningRefusal> = {
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
  TRY_LATER: 'revocation-unavailable',
  TIMESTAMP_ORDER_FAILURE: 'signature-invalid',
};

/**
 * Whether a certificate belongs to the signer. A company certificate must match the signer's CNPJ, even if the
 * signer is its responsible person; any other must match the CPF.
 */
export function isSigners({ holder }: CertificateFacts, { cpf, cnpj }: Signer): boolean {
  if (holder.cnpj !== undefined) return holder.cnpj === cnpj;
  return holder.cpf !== undefined && holder.cpf === cpf;
}

/**
 * Why a certificate is refused, or undefined.
 * @param fault the fault that validation found
 * @param at the service's time
 */
export function certificateRefusal(
  certificate: CertificateFacts,
  fault: SubIndication | undefined,
  signer: Signer,
  at: Date,
): SigningRefusal | undefined {
  if (!isSigners(certificate, signer)) return 'certificate-other-holder';
  // Check the validity first: an expired certificate may no longer be on any list, so its revocation status means
  // nothing.
  if (at > certificate.notAfter) return 'certificate-expired';
  if (at < certificate.notBefore) return 'certificate-not-yet-valid';
  return fault && REFUSALS[fault];
}

/** Why a signature is refused, or undefined. */
export function refusalOf(
  report: SignatureReport | undefined,
  signer: Signer,
  at: Date,
): SigningRefusal | undefined {
  const certificate = report?.signer;
  if (report === undefined || certificate === undefined || !report.coverage.wholeFile)
    return 'signature-invalid';
  if (!report.digestMatches || !report.signatureValid) return 'signature-invalid';
  const { subIndication, indication } = report;
  const refusal = certificateRefusal(certificate, subIndication, signer, at);
  return refusal ?? (indication === 'TOTAL-PASSED' ? undefined : 'signature-invalid');
}

/** A refused certificate or signature, with details for the integrator. */
export interface Refused {
  readonly kind: 'refused';
  readonly reason: SigningRefusal;
  readonly detail?: string | undefined;
}

/** A refusal. For unavailable revocation data, lists for the integrator which addresses failed, and why. */
export function refused(reason: SigningRefusal, failures: readonly RevocationFailure[] = []): Refused {
  if (reason !== 'revocation-unavailable') return { kind: 'refused', reason };
  const asked = failures.map(({ address, problem }) => `${address.slice(0, LONGEST_ADDRESS)} (${problem})`);
  const detail = `The revocation status of the certificate could not be determined: ${asked.join(', ')}.`;
  return { kind: 'refused', reason, detail };
}
