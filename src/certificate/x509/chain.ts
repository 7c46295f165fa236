import type { Ber } from '../asn1/ber.ts';
import { sameBytes } from '../base64.ts';
import type { Certificate } from './certificate.ts';

/**
 * The certificate and its issuers, as far as `pool` has them. Matches names and key identifiers; the service, which
 * has the trusted roots, verifies the signatures.
 */
export function chainOf(leaf: Certificate, pool: readonly Certificate[]): Certificate[] {
  const chain = [leaf];
  for (;;) {
    const last = chain.at(-1) ?? leaf;
    if (sameValue(last.issuer, last.subject)) return chain;
    const issuer = pool.find(candidate => !chain.includes(candidate) && isIssuer(candidate, last));
    if (issuer === undefined) return chain;
    chain.push(issuer);
  }
}

/** Does the chain end with a self-signed certificate? */
export function isComplete(chain: readonly Certificate[]): boolean {
  const last = chain.at(-1);
  return last !== undefined && sameValue(last.issuer, last.subject);
}

function isIssuer({ subject, subjectKeyId }: Certificate, { issuer, authorityKeyId }: Certificate): boolean {
  if (!sameValue(subject, issuer)) return false;
  // A renewed authority keeps its name and changes its key.
  return (
    subjectKeyId === undefined || authorityKeyId === undefined || sameBytes(subjectKeyId, authorityKeyId)
  );
}

function sameValue(a: Ber, b: Ber): boolean {
  return sameBytes(a.raw, b.raw);
}
