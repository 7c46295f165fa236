import { AlgorithmIdentifier } from '@peculiar/asn1-x509';

export const SHA_256 = '2.16.840.1.101.3.4.2.1';
const SHA_256_WITH_RSA = '1.2.840.113549.1.1.11';
const ECDSA_WITH_SHA_256 = '1.2.840.10045.4.3.2';

/** Signature algorithms under the signer API's names (section 4), always with SHA-256. */
export const SIGNATURE_ALGORITHMS = ['RSASSA-PKCS1-v1_5', 'ECDSA-P256', 'ECDSA-P384'] as const;
export type SignatureAlgorithm = (typeof SIGNATURE_ALGORITHMS)[number];

/** RFC 5754: SHA-256 has no parameters. */
export const digestAlgorithm = () => new AlgorithmIdentifier({ algorithm: SHA_256 });

/** RFC 5754: the parameters are NULL for RSA and absent for ECDSA, whatever its curve. */
export function signatureAlgorithm(name: SignatureAlgorithm): AlgorithmIdentifier {
  return name === 'RSASSA-PKCS1-v1_5'
    ? new AlgorithmIdentifier({ algorithm: SHA_256_WITH_RSA, parameters: null })
    : new AlgorithmIdentifier({ algorithm: ECDSA_WITH_SHA_256 });
}
