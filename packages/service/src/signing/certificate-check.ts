import { type CertificateFacts, isStrongKey } from '@sign-session/certificates';
import {
  certificationPath,
  type CertificationPath,
  checkPathRevocation,
  type PathRevocation,
  type Trust,
  certificateFault,
} from '@sign-session/verify';
import type { Signer } from '../domain/session.ts';
import type { CertificateChain } from './certificate-chain.ts';
import { certificateRefusal, refused, type Refused } from './refusals.ts';

export interface CertificateCheckOptions {
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
): Promise<Refused | undefined> {
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
