import type { PublicKey } from '../x509/certificate.ts';

/** How WebCrypto imports a key and signs with it. */
export interface SignatureParameters {
  readonly key: RsaHashedImportParams | EcKeyImportParams;
  readonly operation: AlgorithmIdentifier | EcdsaParams;
  /** Bytes of r and of s; undefined for RSA, whose signature needs no rewriting. */
  readonly numberSize?: number;
}

const NUMBER_SIZE: Readonly<Record<string, number>> = { 'P-256': 32, 'P-384': 48 };

/** RSASSA-PKCS1-v1_5 or ECDSA on P-256 and P-384, with SHA-256; undefined for any other key. */
export function signatureParameters(key: PublicKey): SignatureParameters | undefined {
  switch (key.type) {
    case 'RSA':
      return { key: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, operation: 'RSASSA-PKCS1-v1_5' };
    case 'EC': {
      const numberSize = NUMBER_SIZE[key.curve];
      return numberSize === undefined
        ? undefined
        : {
            key: { name: 'ECDSA', namedCurve: key.curve },
            operation: { name: 'ECDSA', hash: 'SHA-256' },
            numberSize,
          };
    }
    case 'other':
      return undefined;
  }
}
