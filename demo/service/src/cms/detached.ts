import type { SealingIdentity } from './sealing-identity.ts';
import { signAs } from './own-signature.ts';

/**
 * A CMS SignedData over content that stays elsewhere: a PDF's byte range.
 * It takes the digest, so that two halves of a large file need no joining, and states no time: in PAdES
 * the signature dictionary's `/M` does (ETSI EN 319 142-1, 6.3).
 * @param messageDigest SHA-256 of the content; 32 bytes
 * @returns DER
 */
export async function signDetached(
  messageDigest: Uint8Array,
  identity: SealingIdentity,
): Promise<Uint8Array> {
  return signAs({ messageDigest, identity });
}
