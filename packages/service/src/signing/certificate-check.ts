/** Whether a certificate may sign for the signer, and why not. */
import {
  BerError,
  type CertificateFacts,
  type HolderFault,
  isStrongKey,
  readableCertificates,
  readCertificateFacts,
  signingKeyFault,
} from '@sign-session/certificates';
import type { StepError } from '@sign-session/session-rules';
import {
  certificateFault,
  certificationPath,
  type CertificationPath,
  checkPathRevocation,
  type PathRevocation,
  type RevocationFailure,
  type SignatureReport,
  type SubIndication,
  type Trust,
} from '@sign-session/verify';
import type { SignatureAlgorithm } from '../cms/signed-data.ts';
import { fromBase64 } from '../domain/bytes.ts';
import { invalid } from '../domain/problem.ts';
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
function certificateRefusal(
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
  const { subIndication, indication, validAsSigned } = report;
  // Of a file that can be read in two ways the signature may be right: then nothing is wrong with the certificate.
  const fault = subIndication === 'SIG_CONSTRAINTS_FAILURE' && validAsSigned ? undefined : subIndication;
  const refusal = certificateRefusal(certificate, fault, signer, at);
  return refusal ?? (indication === 'TOTAL-PASSED' ? undefined : 'signature-invalid');
}

/** A refused certificate or signature, with details for the integrator. */
export interface CertificateRefusal {
  readonly kind: 'refused';
  readonly reason: SigningRefusal;
  readonly detail?: string | undefined;
}

/** A refusal. For unavailable revocation data, lists for the integrator which addresses failed, and why. */
export function refused(
  reason: SigningRefusal,
  failures: readonly RevocationFailure[] = [],
): CertificateRefusal {
  if (reason !== 'revocation-unavailable') return { kind: 'refused', reason };
  const asked = failures.map(({ address, problem }) => `${address.slice(0, LONGEST_ADDRESS)} (${problem})`);
  const detail = `The revocation status of the certificate could not be determined: ${asked.join(', ')}.`;
  return { kind: 'refused', reason, detail };
}

/** The signer's certificate and its issuers, as they were sent. */
export interface CertificateChain {
  /** The signer's certificate first. */
  readonly certificates: readonly [CertificateFacts, ...CertificateFacts[]];
  /** The algorithm of the signer's key. */
  readonly algorithm: SignatureAlgorithm;
}

const POINTER = '/certificateChainPems';
const PEM = /^\s*-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----\s*$/;

/**
 * Parses the certificates of `prepare_signing`.
 * @param pems the signer's certificate first
 * @throws Problem `validation-error` for an invalid certificate, a key that is not supported, or a holder who is named
 *   in two ways. A weak key is refused later, with a reason.
 */
export function readChain(pems: readonly string[]): CertificateChain {
  const [first, ...others] = pems.map((pem, index) => derIn(pem, `${POINTER}/${index}`));
  if (first === undefined) throw invalid(POINTER, 'Must hold the signer’s certificate.');
  const leaf = readLeaf(first);
  // As in the widget: an issuer that can't be read proves nothing, and the path is found without it or not at all.
  const issuers = readableCertificates(others);
  if (signingKeyFault(leaf.publicKey) === 'unsupportedKey') {
    throw invalid(`${POINTER}/0`, 'Must have a key of RSA up to 8192 bits, or EC on P-256 or P-384.');
  }
  const { fault } = leaf.holder;
  if (fault !== undefined) throw invalid(`${POINTER}/0`, holderDetail(fault));
  return { certificates: [leaf, ...issuers], algorithm: algorithmOf(leaf) };
}

function holderDetail({ code, oid }: HolderFault): string {
  return code === 'duplicate-name'
    ? `Must name its holder once: the otherName ${oid} occurs twice.`
    : `Must have alternative names (${oid}) that can be read.`;
}

/** @throws RangeError when there is no certificate, BerError */
export function chainOf(ders: readonly Uint8Array<ArrayBuffer>[]): CertificateChain['certificates'] {
  const [leaf, ...issuers] = ders.map(der => readCertificateFacts(der));
  if (leaf === undefined) throw new RangeError('A chain begins with a certificate.');
  return [leaf, ...issuers];
}

function derIn(pem: string, pointer: string): Uint8Array<ArrayBuffer> {
  const [, base64] = PEM.exec(pem) ?? [];
  if (base64 === undefined) throw invalid(pointer, 'Must be one certificate in PEM.');
  return fromBase64(base64);
}

function readLeaf(der: Uint8Array<ArrayBuffer>): CertificateFacts {
  try {
    return readCertificateFacts(der);
  } catch (error) {
    if (error instanceof BerError) throw invalid(`${POINTER}/0`, 'Must be a valid X.509 certificate.');
    throw error;
  }
}

/** Of a key that is supported. */
function algorithmOf({ publicKey: key }: CertificateFacts): SignatureAlgorithm {
  if (key.type !== 'EC') return 'RSASSA-PKCS1-v1_5';
  return key.curve === 'P-256' ? 'ECDSA-P256' : 'ECDSA-P384';
}

interface CertificateCheckOptions {
  readonly trust: Trust;
  /** The service's time. */
  readonly at: Date;
}

const NOT_REVOKED: PathRevocation = { own: { status: 'good' }, authorities: 'good', failures: [] };

/** The path from the signer's certificate to a trusted root, built from the certificates sent. */
export async function pathOf(
  [leaf, ...issuers]: CertificateChain['certificates'],
  { trust, at }: CertificateCheckOptions,
): Promise<CertificationPath> {
  return certificationPath(leaf, issuers, { roots: await trust.roots(), at });
}

/**
 * Why this certificate would be refused after signing. Checks revocation last, and only if nothing else is wrong.
 */
export async function refusalBeforeSigning(
  certificates: CertificateChain['certificates'],
  signer: Signer,
  options: CertificateCheckOptions,
): Promise<CertificateRefusal | undefined> {
  const [leaf] = certificates;
  const { at, trust } = options;
  const path = await pathOf(certificates, options);
  const refusal = (revocation: PathRevocation) =>
    certificateRefusal(leaf, faultIn(leaf, path, revocation, at), signer, at);
  const known = refusal(NOT_REVOKED);
  if (known !== undefined) return refused(known);
  const revocation = await checkPathRevocation(path, { lists: trust.lists, now: at });
  const reason = refusal(revocation);
  return reason && refused(reason, revocation.failures);
}

function faultIn(
  signer: CertificateFacts,
  path: CertificationPath,
  { own: revocation, authorities }: PathRevocation,
  now: Date,
) {
  if (!isStrongKey(signer.publicKey)) return 'CRYPTO_CONSTRAINTS_FAILURE';
  return certificateFault({
    type: 'approval',
    signer,
    path,
    revocation,
    authorities,
    now,
  });
}
