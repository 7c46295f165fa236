/** The path from a certificate to a trusted root, within a budget of checks. */
import {
  type AlgorithmIdentifier,
  type Bytes,
  type CertificateFacts,
  checkSignature,
  isSelfIssued,
  isStrong,
  isValidAt,
  keepsNameConstraints,
  keepsPolicies,
  readAlgorithm,
  sameBytes,
  sameName,
} from '@sign-session/certificates';
import type { SubIndication } from './signature-report.ts';

/** What many signatures with chains and timestamps of their own need; each costs some 2 ms at the most. */
const MOST_CHECKS = 2000;

/** How many certificates' signatures may still be checked for a document, whatever it is made of. */
export class CheckBudget {
  #left: number;

  constructor(checks = MOST_CHECKS) {
    this.#left = checks;
  }

  /** @returns false when nothing is left: the check is not to be made */
  spend(): boolean {
    if (this.#left === 0) return false;
    this.#left -= 1;
    return true;
  }
}

export interface CertificationPath {
  /** The end certificate first; a trusted root last, if one was reached. */
  readonly chain: readonly CertificateFacts[];
  /** Why it is not trusted; undefined when it is. */
  readonly failure: Extract<SubIndication, `${string}CHAIN${string}`> | undefined;
}

/** Real chains have three or four. */
const LONGEST = 8;

/** For one path: where authorities certify each other in every way, a search would never end. */
const MOST_SIGNATURES = 100;

interface PathOptions {
  readonly roots: readonly CertificateFacts[];
  /** The time that the authorities are to be valid at. */
  readonly at: Date;
  /** What may still be spent on the document; without it, this path alone counts. */
  readonly budget?: CheckBudget | undefined;
}

/**
 * The path from a certificate to a trusted root (RFC 5280, 6). Every certificate is signed by the next one, which is an
 * authority that may issue there and was valid at `at`; names and policies are what those above allow. Revocation is not
 * checked here, nor the end certificate's own validity. Where an authority has several certificates, one good path is
 * enough.
 * @param pool certificates that came along, trusted for nothing
 */
export async function certificationPath(
  leaf: CertificateFacts,
  pool: readonly CertificateFacts[],
  options: PathOptions,
): Promise<CertificationPath> {
  const search = new PathSearch(pool, options);
  const chain = await search.from([leaf]);
  if (chain !== undefined) return { chain, failure: undefined };
  if (search.unsound === undefined) return { chain: [leaf], failure: 'NO_CERTIFICATE_CHAIN_FOUND' };
  return { chain: search.unsound, failure: 'CERTIFICATE_CHAIN_GENERAL_FAILURE' };
}

/** Whether every certificate is acceptable at its place, was valid at the time, and is understood. */
function isSound(chain: readonly CertificateFacts[], at: Date): boolean {
  const fits = chain.every((certificate, index) => {
    const isRoot = index === chain.length - 1;
    const isAcceptable = index === 0 || (mayIssueAt(chain, index) && (isRoot || isValidAt(certificate, at)));
    return isAcceptable && certificate.unknownCritical.length === 0;
  });
  return fits && keepsNameConstraints(chain) && keepsPolicies(chain);
}

/** Depth first, since an authority that was renewed has several certificates. */
class PathSearch {
  readonly #options: PathOptions;
  readonly #candidates: readonly CertificateFacts[];
  #left = MOST_SIGNATURES;
  #unsound: readonly CertificateFacts[] | undefined;

  constructor(pool: readonly CertificateFacts[], options: PathOptions) {
    this.#options = options;
    this.#candidates = [...options.roots, ...pool];
  }

  /** The first chain that led to a root and is not to be trusted for another reason. */
  get unsound(): readonly CertificateFacts[] | undefined {
    return this.#unsound;
  }

  async from(chain: readonly CertificateFacts[]): Promise<readonly CertificateFacts[] | undefined> {
    const top = chain.at(-1);
    if (top === undefined || chain.length > LONGEST) return undefined;
    const { roots, at, budget } = this.#options;
    if (roots.some(root => sameCertificate(root, top))) {
      if (isSound(chain, at)) return chain;
      this.#unsound ??= chain;
      return undefined;
    }
    for (const issuer of this.#candidates) {
      if (!mayHaveIssued(issuer, top)) continue;
      if (chain.some(certificate => sameCertificate(certificate, issuer))) continue;
      if ((this.#left -= 1) < 0 || budget?.spend() === false) return undefined;
      const whole = (await isSignedBy(top, issuer)) ? await this.from([...chain, issuer]) : undefined;
      if (whole !== undefined) return whole;
    }
    return undefined;
  }
}

/** By what costs little: names, key identifiers and key usage, all of them read before. */
function mayHaveIssued(issuer: CertificateFacts, certificate: CertificateFacts): boolean {
  const { issuerKeyIdentifier: named } = certificate;
  const isKey = named === undefined || issuer.keyIdentifier === undefined || named === issuer.keyIdentifier;
  return issuer.mayIssue && isKey && sameName(certificate.issuer, issuer.subject);
}

/** Whether the signature is the issuer's, by the algorithm that the signed part names, too (RFC 5280, 4.1.1.2). */
export async function isSignedBy(certificate: CertificateFacts, issuer: CertificateFacts): Promise<boolean> {
  const { signatureAlgorithm, innerSignatureAlgorithm, signed, signature } = certificate;
  if (!sameBytes(signatureAlgorithm.der, innerSignatureAlgorithm.der)) return false;
  return isByAuthority(issuer, signatureAlgorithm, signed, signature);
}

/**
 * Whether a certificate, a list or an answer is by an authority's key. A hash or key that is too weak for documents could
 * be forged here as well.
 */
export async function isByAuthority(
  { publicKey }: CertificateFacts,
  identifier: AlgorithmIdentifier,
  signed: Bytes,
  signature: Bytes,
): Promise<boolean> {
  const algorithm = readAlgorithm(identifier);
  if (algorithm === undefined || !isStrong(publicKey, algorithm)) return false;
  return (await checkSignature(publicKey, algorithm, signed, signature)) === 'valid';
}

/** Those that certify themselves anew don't count (RFC 5280, 4.2.1.9); the end certificate is no authority. */
function mayIssueAt(chain: readonly CertificateFacts[], index: number): boolean {
  const { mayIssue = false, pathLength = Infinity } = chain[index] ?? {};
  const below = chain.slice(1, index).filter(certificate => !isSelfIssued(certificate));
  return mayIssue && pathLength >= below.length;
}

function sameCertificate(one: CertificateFacts, other: CertificateFacts): boolean {
  return sameBytes(one.der, other.der);
}
