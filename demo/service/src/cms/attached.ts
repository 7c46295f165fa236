import type { SealingIdentity } from './sealing-identity.ts';
import { signAs } from './own-signature.ts';
import { sha256 } from './sha256.ts';

export interface AttachedOptions {
  /** The service's clock; if absent, the signature states no time. */
  signingTime?: Date;
}

/**
 * Wraps `content` in a CMS SignedData (the evidence pack's `.p7m`). `openssl cms -verify -inform DER -noverify
 * -binary` returns it byte for byte.
 * @returns DER
 */
export async function signAttached(
  content: Uint8Array,
  identity: SealingIdentity,
  options: AttachedOptions = {},
): Promise<Uint8Array> {
  return signAs({ messageDigest: sha256(content), content, identity, ...options });
}
