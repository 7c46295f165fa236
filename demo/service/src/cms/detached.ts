import type { SealingIdentity } from './sealing-identity.ts';
import { signAs } from './own-signature.ts';

/**
 * A CMS SignedData over detached content: a PDF's byte range. It takes the digest, so that the two parts of a large
 * file need not be joined. It states no signing time: PAdES uses the signature dictionary's `/M` (ETSI EN 319
 * 142-1, 6.3).
 * @param messageDigest SHA-256 of the content; 32 bytes
 * @returns DER
 */
export async function signDetached(
  messageDigest: Uint8Array,
  identity: SealingIdentity,
): Promise<Uint8Array> {
  return signAs({ messageDigest, identity });
}
