import type { CertificateFacts } from '../certificates/certificate-facts.ts';
import type { CertificationPath } from './certification-path.ts';
import { checkRevocation } from './revocation.ts';
import type { RevocationReport } from './signature-report.ts';
import type { RevocationLists } from './trust.ts';

export interface PathRevocationOptions {
  readonly lists: RevocationLists;
  readonly now: Date;
  readonly signal: AbortSignal;
}

/** What the lists say of a path's certificates. */
export interface PathRevocation {
  /** Of the end certificate. */
  readonly own: RevocationReport;
  /** Of the authorities below the root; the worst that was found. */
  readonly authorities: RevocationReport['status'];
}

/**
 * Asks for the signer's certificate and those of the authorities below the root, each by the list of who issued it.
 * Only for a path that leads to a trusted root, so that a certificate by anybody makes nothing be fetched.
 */
export async function checkPathRevocation(
  { chain, failure }: CertificationPath,
  { lists, now, signal }: PathRevocationOptions,
): Promise<PathRevocation> {
  if (failure !== undefined) return { own: { status: 'unknown' }, authorities: 'unknown' };
  const ask = (certificate: CertificateFacts, issuer: CertificateFacts) =>
    checkRevocation({ certificate, issuer, lists, now, signal });
  const answers: RevocationReport[] = [];
  for (const [index, certificate] of chain.entries()) {
    const issuer = chain[index + 1];
    if (issuer !== undefined) answers.push(await ask(certificate, issuer));
  }
  const [own = { status: 'not-stated' }, ...others] = answers;
  const worst = (['revoked', 'unknown'] as const).find(status =>
    others.some(other => other.status === status),
  );
  return { own, authorities: worst ?? 'good' };
}
