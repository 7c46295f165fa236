import { isComplete } from './x509/chain.ts';
import type { Certificate } from './x509/certificate.ts';
import { readHolder, readPolicy, type Holder } from './x509/icp-brasil.ts';

/** Why a certificate can't be used for signing. */
export type CertificateProblem =
  /** Its CPF or CNPJ is not the session's. */
  | 'otherHolder'
  /** The session has the signer's CPF or CNPJ, and the certificate has none. */
  | 'noNumber'
  | 'expired'
  | 'notYetValid'
  /** A CA certificate, or one whose key usage excludes signing. */
  | 'notForSigning'
  | 'weakKey'
  /** A key type or size that the widget or ICP-Brasil's PAdES policy does not support. */
  | 'unsupportedKey';

/** Something the signer should know, which does not prevent signing. */
export type Caution =
  | 'notIcpBrasil'
  | 'expiresSoon'
  /** The CPF or CNPJ is only in the common name. */
  | 'numberFromName'
  /** Some of its issuers' certificates are missing; the service has to find them. */
  | 'incompleteChain'
  | 'weakSignature';

export interface Suitability {
  readonly problems: readonly CertificateProblem[];
  readonly cautions: readonly Caution[];
}

/** The signer according to the session; most digits of the numbers are masked by `*`. */
export interface ExpectedSigner {
  readonly cpf: string | undefined;
  readonly cnpj: string | undefined;
}

/** ms before expiry at which the signer is warned. */
const SOON = 30 * 24 * 3_600_000;

/** RSA of 2048 bits and more, EC of 256 and more (ETSI TS 119 312; AD-RB v1.3). */
const LEAST_RSA_BITS = 2048;
const CURVES: readonly string[] = ['P-256', 'P-384'];

/** MD5 and SHA-1 with RSA, and SHA-1 with ECDSA. */
const WEAK_SIGNATURES: readonly string[] = [
  '1.2.840.113549.1.1.4',
  '1.2.840.113549.1.1.5',
  '1.2.840.10045.4.1',
];

/**
 * May the signer sign with this certificate? The service checks the same; this tells the signer beforehand.
 *
 * @param chain the holder's certificate first.
 * @param now by the service's clock, ms since the epoch.
 */
export function suitabilityOf(
  chain: readonly [Certificate, ...Certificate[]],
  signer: ExpectedSigner,
  now: number,
): Suitability {
  const [certificate] = chain;
  const holder = readHolder(certificate);
  const problems: (CertificateProblem | undefined)[] = [
    holderProblem(holder, signer),
    now > certificate.notAfter ? 'expired' : undefined,
    now < certificate.notBefore ? 'notYetValid' : undefined,
    isForSigning(certificate) ? undefined : 'notForSigning',
    keyProblem(certificate),
  ];
  const cautions: (Caution | undefined)[] = [
    readPolicy(certificate) === undefined ? 'notIcpBrasil' : undefined,
    now <= certificate.notAfter && now > certificate.notAfter - SOON ? 'expiresSoon' : undefined,
    holder.numberFrom === 'commonName' ? 'numberFromName' : undefined,
    isComplete(chain) ? undefined : 'incompleteChain',
    WEAK_SIGNATURES.includes(certificate.signatureAlgorithm) ? 'weakSignature' : undefined,
  ];
  return {
    problems: problems.filter(problem => problem !== undefined),
    cautions: cautions.filter(caution => caution !== undefined),
  };
}

/** A person's certificate has to have the session's CPF, a company's its CNPJ. */
function holderProblem({ cpf, cnpj }: Holder, signer: ExpectedSigner): CertificateProblem | undefined {
  if (signer.cpf === undefined && signer.cnpj === undefined) return undefined;
  if (cpf === undefined && cnpj === undefined) return 'noNumber';
  const [own, expected] = cnpj === undefined ? [cpf, signer.cpf] : [cnpj, signer.cnpj];
  return own !== undefined && expected !== undefined && matchesMask(own, expected)
    ? undefined
    : 'otherHolder';
}

/**
 * Does the number match the mask, such as `52998224725` and `***.982.247-**`? Compares the unmasked digits; the
 * service compares the rest.
 */
export function matchesMask(number: string, mask: string): boolean {
  const places = mask.toUpperCase().replaceAll(/[.\-/\s]/g, '');
  return (
    places.length === number.length &&
    Array.from(places).every((place, index) => place === '*' || place === '•' || place === number[index])
  );
}

/** ICP-Brasil requires digitalSignature only; some older certificates have only nonRepudiation. */
function isForSigning({ isAuthority, keyUsage }: Certificate): boolean {
  if (isAuthority) return false;
  return keyUsage === undefined || keyUsage.has('digitalSignature') || keyUsage.has('nonRepudiation');
}

function keyProblem({ publicKey }: Certificate): CertificateProblem | undefined {
  switch (publicKey.type) {
    case 'RSA':
      return publicKey.bits < LEAST_RSA_BITS ? 'weakKey' : undefined;
    case 'EC':
      return CURVES.includes(publicKey.curve) ? undefined : 'unsupportedKey';
    case 'other':
      return 'unsupportedKey';
  }
}
