import type { PublicKey } from '../x509/certificate.ts';
import { TAG, child, expect, readWhole, unsignedInteger } from '../asn1/ber.ts';
import { der, unsignedIntegerDer } from '../asn1/der.ts';

/** How WebCrypto imports a key and signs with it. */
export interface SignatureParameters {
  readonly key: RsaHashedImportParams | EcKeyImportParams;
  readonly operation: AlgorithmIdentifier | EcdsaParams;
  /** Bytes of r and of s; undefined for RSA, whose signature needs no conversion. */
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

/** Converts WebCrypto's ECDSA signature (r and s concatenated) to the `Ecdsa-Sig-Value` of CMS (RFC 3279, 2.2.3). */
export function toEcdsaDer(signature: Uint8Array): Uint8Array<ArrayBuffer> {
  const half = signature.length / 2;
  const [r, s] = [signature.subarray(0, half), signature.subarray(half)];
  return der(TAG.sequence, unsignedIntegerDer(r), unsignedIntegerDer(s));
}

/**
 * Converts an `Ecdsa-Sig-Value` to WebCrypto's form: r and s concatenated.
 *
 * @param size bytes of one number: 32 for P-256, 48 for P-384.
 * @throws BerError
 */
export function fromEcdsaDer(signature: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer> {
  const value = expect(readWhole(signature), TAG.sequence);
  const output = new Uint8Array(2 * size);
  [0, 1].forEach(index => {
    const number = unsignedInteger(child(value, index));
    output.set(number, size * (index + 1) - number.length);
  });
  return output;
}
