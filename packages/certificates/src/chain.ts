import { BerError } from './ber.ts';
import { allows, basicConstraintsOf, issuerKeyIdOf, keyIdOf, type Certificate } from './certificate.ts';
import { sameName } from './names.ts';

/** A CA certificate whose key may sign certificates (RFC 5280, 4.2.1.3 and 4.2.1.9). @throws BerError */
export function mayIssue(certificate: Certificate): boolean {
  return basicConstraintsOf(certificate).isAuthority && allows(certificate, 'keyCertSign');
}

/** Whether issuer and subject are the same name. @throws BerError */
export function isSelfIssued({ issuer, subject }: Pick<Certificate, 'issuer' | 'subject'>): boolean {
  return sameName(issuer, subject);
}

/** Whether `issuer` may have issued `certificate`, by names, key identifiers and key usage. @throws BerError */
export function mayHaveIssued(issuer: Certificate, certificate: Certificate): boolean {
  if (!sameName(issuer.subject, certificate.issuer) || !mayIssue(issuer)) return false;
  // A renewed authority keeps its name and changes its key.
  const [own, named] = [keyIdOf(issuer), issuerKeyIdOf(certificate)];
  return own === undefined || named === undefined || own === named;
}

/**
 * The certificate and its issuers, as far as `pool` has them. Does not verify signatures: the service, which has the
 * trusted roots, does. An issuer with a malformed extension is none.
 */
export function chainOf(leaf: Certificate, pool: readonly Certificate[]): Certificate[] {
  const chain = [leaf];
  for (;;) {
    const last = chain.at(-1) ?? leaf;
    if (isRoot(last)) return chain;
    const issuer = pool.find(
      candidate => !chain.includes(candidate) && succeeds(() => mayHaveIssued(candidate, last)),
    );
    if (issuer === undefined) return chain;
    chain.push(issuer);
  }
}

/** Whether the chain ends with a certificate whose issuer and subject are the same name. */
export function isComplete(chain: readonly Certificate[]): boolean {
  const last = chain.at(-1);
  return last !== undefined && isRoot(last);
}

function isRoot(certificate: Certificate): boolean {
  return succeeds(() => isSelfIssued(certificate));
}

function succeeds(check: () => boolean): boolean {
  try {
    return check();
  } catch (error) {
    if (error instanceof BerError) return false;
    throw error;
  }
}
