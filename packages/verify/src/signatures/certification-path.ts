import type { CertificateFacts } from '../certificates/certificate-facts.ts';
import { equalBytes } from '../bytes.ts';
import { keepsPolicies } from '../certificates/certificate-policies.ts';
import { keepsNameConstraints } from '../certificates/name-constraints.ts';
import { checkSignature, readAlgorithm } from '../certificates/signature-algorithms.ts';
import type { CheckBudget } from './check-budget.ts';
import type { SubIndication } from './signature-report.ts';

export interface CertificationPath {
  /** The end certificate first; a trusted root last, if one was reached. */
  readonly chain: readonly CertificateFacts[];
  /** Why it is not trusted; undefined when it is. */
  readonly failure: Extract<SubIndication, `${string}CHAIN${string}`> | undefined;
}

/** Real chains have three or four. */
const LONGEST = 8;

/** Looked at for one path: authorities that certify each other in every way lead nowhere for ever. */
const MOST_SIGNATURES = 100;

export interface PathOptions {
  readonly roots: readonly CertificateFacts[];
  /** The time that the authorities are to be valid at. */
  readonly at: Date;
  /** What may still be spent on the document; without it, this path alone counts. */
  readonly budget?: CheckBudget | undefined;
}

/**
 * The path from a certificate to a trusted root (RFC 5280, 6): every certificate signed by the next one, which is
 * an authority that may stand there and was valid at `at`, with names and policies that those above allow. Whether anything is revoked is another question.
 * The end certificate's own validity is the caller's to judge. Where an authority has several certificates, one
 * good path is enough.
 * @param pool certificates that came along, trusted for nothing
 */
export async function certificationPath(
  leaf: CertificateFacts,
  pool: readonly CertificateFacts[],
  options: PathOptions,
): Promise<CertificationPath> {
  const climb = new Climb(pool, options);
  const chain = await climb.from([leaf]);
  if (chain !== undefined) return { chain, failure: undefined };
  if (climb.unsound === undefined) return { chain: [leaf], failure: 'NO_CERTIFICATE_CHAIN_FOUND' };
  return { chain: climb.unsound, failure: 'CERTIFICATE_CHAIN_GENERAL_FAILURE' };
}

/** Whether every certificate may stand where it does, was valid at the time, and is understood. */
function isSound(chain: readonly CertificateFacts[], at: Date): boolean {
  const fits = chain.every((certificate, index) => {
    const isRoot = index === chain.length - 1;
    const mayStand = index === 0 || (maySitAt(chain, index) && (isRoot || isValidAt(certificate, at)));
    return mayStand && certificate.unknownCritical.length === 0;
  });
  return fits && keepsNameConstraints(chain) && keepsPolicies(chain);
}

/** Depth first, since an authority that was renewed has several certificates. */
class Climb {
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

/** By what costs little: names, key identifiers and key usage. */
function mayHaveIssued(issuer: CertificateFacts, certificate: CertificateFacts): boolean {
  const { issuerKeyIdentifier: named } = certificate;
  const isKey = named === undefined || issuer.keyIdentifier === undefined || named === issuer.keyIdentifier;
  return issuer.isAuthority && certificate.issuer === issuer.subject && isKey;
}

async function isSignedBy(certificate: CertificateFacts, issuer: CertificateFacts): Promise<boolean> {
  const { signatureAlgorithm, signed, signature } = certificate;
  const algorithm = readAlgorithm(signatureAlgorithm);
  return (await checkSignature(issuer.publicKey, algorithm, signed, signature)) === 'valid';
}

/** Those that certify themselves anew don't count (RFC 5280, 4.2.1.9); the end certificate is no authority. */
function maySitAt(chain: readonly CertificateFacts[], index: number): boolean {
  const { isAuthority = false, pathLength = Infinity } = chain[index] ?? {};
  const below = chain.slice(1, index).filter(({ subject, issuer }) => subject !== issuer);
  return isAuthority && pathLength >= below.length;
}

export function isValidAt({ notBefore, notAfter }: CertificateFacts, at: Date): boolean {
  return notBefore <= at && at <= notAfter;
}

function sameCertificate(one: CertificateFacts, other: CertificateFacts): boolean {
  return equalBytes(one.der, other.der);
}
