import type { SealingIdentity } from './sealing-identity.ts';
import { bytesToSign, signedAttributes } from './signed-attributes.ts';
import { signedData } from './signed-data.ts';

export interface SealOptions {
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
export async function signAs({ identity, content, ...about }: SealOptions): Promise<Uint8Array> {
  const { chain, privateKey } = identity;
  const [certificate] = chain;
  if (!certificate) throw new RangeError('A signer needs a certificate.');
  const signedAttrs = signedAttributes({ ...about, certificate });
  const algorithm = 'RSASSA-PKCS1-v1_5';
  const signature = await crypto.subtle.sign(algorithm, privateKey, bytesToSign(signedAttrs));
  return signedData({ chain, signedAttrs, algorithm, signature: new Uint8Array(signature), content });
}
