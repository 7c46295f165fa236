import type { PublicKey } from '@sign-session/certificates';

/** How WebCrypto imports a key and signs with it. */
export interface SignatureParameters {
  readonly key: RsaHashedImportParams | EcKeyImportParams;
  readonly operation: AlgorithmIdentifier | EcdsaParams;
}

/** RSASSA-PKCS1-v1_5 or ECDSA on P-256 and P-384, with SHA-256; undefined for any other key. */
export function signatureParameters(key: PublicKey): SignatureParameters | undefined {
  if (key.type === 'RSA' && !key.isForPssOnly) {
    return { key: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, operation: 'RSASSA-PKCS1-v1_5' };
  }
  if (key.type === 'EC' && (key.curve === 'P-256' || key.curve === 'P-384')) {
    return {
      key: { name: 'ECDSA', namedCurve: key.curve },
      operation: { name: 'ECDSA', hash: 'SHA-256' },
    };
  }
  return undefined;
}
