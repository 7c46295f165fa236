import type {
  CertificateFacts,
  RevocationFailure,
  SignatureReport,
  SubIndication,
} from '@sign-session/verify';
import type { Signer } from '../domain/session.ts';
import type { StepError } from '../domain/step.ts';

/** Why a signature with a certificate is not taken: what the signer is told. */
export type SigningRefusal = Extract<
  StepError,
  `certificate-${string}` | 'signature-invalid' | 'revocation-unavailable'
>;

/** Of an address, as it is told. */
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
 * Why a certificate is not taken.
 * @param fault what validation says against it
 * @param at the service's time
 */
export function certificateRefusal(
  certificate: CertificateFacts,
  fault: SubIndication | undefined,
  signer: Signer,
  at: Date,
): SigningRefusal | undefined {
  if (!isSigners(certificate, signer)) return 'certificate-other-holder';
  // A certificate that has ended may have left the lists: its end is what counts, not what they say.
  if (at > certificate.notAfter) return 'certificate-expired';
  if (at < certificate.notBefore) return 'certificate-not-yet-valid';
  return fault && REFUSALS[fault];
}

/** The same of the signature that was just made with it. */
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

/** A certificate or signature that is not taken, with what the integrator is told of it. */
export interface Refused {
  readonly kind: 'refused';
  readonly reason: SigningRefusal;
  readonly detail?: string | undefined;
}

/** For the integrator: which addresses told nothing of a certificate, and why. */
export function refused(reason: SigningRefusal, failures: readonly RevocationFailure[] = []): Refused {
  if (reason !== 'revocation-unavailable') return { kind: 'refused', reason };
  const asked = failures.map(({ address, problem }) => `${address.slice(0, LONGEST_ADDRESS)} (${problem})`);
  const detail = `Whether the certificate is revoked could not be found out: ${asked.join(', ')}.`;
  return { kind: 'refused', reason, detail };
}
