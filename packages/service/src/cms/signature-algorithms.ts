import { der, oidDer, TAG, type Bytes } from '@sign-session/certificates';

export const SHA_256 = '2.16.840.1.101.3.4.2.1';

/** Signature algorithms under the signer API's names (section 4), always with SHA-256. */
export const SIGNATURE_ALGORITHMS = ['RSASSA-PKCS1-v1_5', 'ECDSA-P256', 'ECDSA-P384'] as const;
export type SignatureAlgorithm = (typeof SIGNATURE_ALGORITHMS)[number];

/** AlgorithmIdentifier of SHA-256, which has no parameters (RFC 5754). */
export const SHA_256_IDENTIFIER = der(TAG.sequence, oidDer(SHA_256));

const RSA = der(TAG.sequence, oidDer('1.2.840.113549.1.1.11'), der(TAG.null));
const ECDSA = der(TAG.sequence, oidDer('1.2.840.10045.4.3.2'));

/** AlgorithmIdentifier: the parameters are NULL for RSA and absent for ECDSA, whatever its curve (RFC 5754). */
export function signatureAlgorithm(name: SignatureAlgorithm): Bytes {
  return name === 'RSASSA-PKCS1-v1_5' ? RSA : ECDSA;
}
