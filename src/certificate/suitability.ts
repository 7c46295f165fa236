import {
  BerError,
  isComplete,
  readHolder,
  readPolicy,
  signingFaults,
  type Certificate,
  type CertificateHolder,
  type Policy,
  type SigningFault,
} from '@sign-session/certificates';
import { lettersOf } from '../support/letters.ts';

/** Why a certificate can't be used for signing. */
type CertificateProblem =
  /** Its CPF or CNPJ is not the session's. */
  | 'otherHolder'
  /** The session has the signer's CPF or CNPJ, and the certificate has none. */
  | 'noNumber'
  /** It says twice who the holder is, or in a form that can't be read: see `CertificateHolder.fault`. */
  | 'holderTwice'
  | 'holderUnreadable'
  | 'expired'
  | 'notYetValid'
  /** A CA certificate, one that is for other uses, or one with an extension that is unknown or malformed. */
  | 'notForSigning'
  | 'weakKey'
  /** A key type or size that the widget or ICP-Brasil's PAdES policy does not support. */
  | 'unsupportedKey';

/** Something the signer should know, which does not prevent signing. */
type Caution =
  | 'notIcpBrasil'
  | 'expiresSoon'
  /** The CPF or CNPJ is only in the common name. */
  | 'numberFromName'
  /** Some of its issuers' certificates are missing; the service has to find them. */
  | 'incompleteChain'
  | 'weakSignature';

export interface Suitability {
  readonly holder: CertificateHolder;
  readonly problems: readonly CertificateProblem[];
  readonly cautions: readonly Caution[];
}

/** The signer according to the session; most digits of the numbers are masked by `*`. */
interface ExpectedSigner {
  readonly cpf: string | undefined;
  readonly cnpj: string | undefined;
}

/** ms before expiry at which the signer is warned. */
const SOON = 30 * 24 * 3_600_000;

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
    ...signingFaults(certificate, new Date(now)).map(problemOf),
  ];
  const end = certificate.notAfter.getTime();
  const cautions: (Caution | undefined)[] = [
    policyOf(certificate) === undefined ? 'notIcpBrasil' : undefined,
    now <= end && now > end - SOON ? 'expiresSoon' : undefined,
    holder.numberFrom === 'commonName' ? 'numberFromName' : undefined,
    isComplete(chain) ? undefined : 'incompleteChain',
    WEAK_SIGNATURES.includes(certificate.signatureAlgorithm.algorithm) ? 'weakSignature' : undefined,
  ];
  return {
    holder,
    problems: [...new Set(problems)].filter(problem => problem !== undefined),
    cautions: cautions.filter(caution => caution !== undefined),
  };
}

function problemOf(fault: SigningFault): CertificateProblem | undefined {
  switch (fault) {
    case 'weakKey':
    case 'unsupportedKey':
    case 'notYetValid':
    case 'expired':
      return fault;
    case 'holder':
      // `holderProblem` tells which.
      return undefined;
    case 'authority':
    case 'keyUsage':
    case 'purposes':
    case 'unknownExtension':
    case 'malformedExtension':
      return 'notForSigning';
  }
}

/** The ICP-Brasil policy, if the certificate has one that can be read. */
export function policyOf(certificate: Certificate): Policy | undefined {
  try {
    return readPolicy(certificate);
  } catch (error) {
    if (error instanceof BerError) return undefined;
    throw error;
  }
}

/** A person's certificate has to have the session's CPF, a company's its CNPJ. */
function holderProblem(
  { cpf, cnpj, fault }: CertificateHolder,
  signer: ExpectedSigner,
): CertificateProblem | undefined {
  if (fault !== undefined) return fault.code === 'duplicate-name' ? 'holderTwice' : 'holderUnreadable';
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
    lettersOf(places).every((place, index) => place === '*' || place === '•' || place === number[index])
  );
}
