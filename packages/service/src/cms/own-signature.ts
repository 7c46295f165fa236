import type { SealingIdentity } from './sealing-identity.ts';
import { sha256 } from '../domain/sha256.ts';
import { bytesToSign, signedAttributes } from './signed-attributes.ts';
import { signedData } from './signed-data.ts';

interface OwnSignature {
  /** SHA-256 of the content; 32 bytes. */
  messageDigest: Uint8Array;
  /** The content itself, for an attached signature. */
  content?: Uint8Array;
  identity: SealingIdentity;
  signingTime?: Date | undefined;
}

/**
 * A CMS SignedData signed with the service's own key; DER.
 * @throws RangeError when the identity has no certificate
 */
async function signAs({ identity, content, ...about }: OwnSignature): Promise<Uint8Array> {
  const { chain, privateKey } = identity;
  const [certificate] = chain;
  if (!certificate) throw new RangeError('A signer needs a certificate.');
  const signedAttrs = signedAttributes({ ...about, certificate });
  const algorithm = 'RSASSA-PKCS1-v1_5';
  const signature = await crypto.subtle.sign(algorithm, privateKey, bytesToSign(signedAttrs));
  return signedData({ chain, signedAttrs, algorithm, signature: new Uint8Array(signature), content });
}

/**
 * Wraps `content` in a CMS SignedData (the evidence pack's `.p7m`). `openssl cms -verify -inform DER -noverify
 * -binary` returns it byte for byte.
 * @param signingTime the service's clock; without it, the signature states no time
 * @returns DER
 */
export function signAttached(
  content: Uint8Array,
  identity: SealingIdentity,
  signingTime?: Date,
): Promise<Uint8Array> {
  return signAs({ messageDigest: sha256(content), content, identity, signingTime });
}

/**
 * A CMS SignedData over detached content: a PDF's byte range. It takes the digest, so that the two parts of a large
 * file need not be joined. It states no signing time: PAdES uses the signature dictionary's `/M` (ETSI EN 319
 * 142-1, 6.3).
 * @param messageDigest SHA-256 of the content; 32 bytes
 * @returns DER
 */
export function signDetached(messageDigest: Uint8Array, identity: SealingIdentity): Promise<Uint8Array> {
  return signAs({ messageDigest, identity });
}
