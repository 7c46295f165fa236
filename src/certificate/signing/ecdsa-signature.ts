import { child, expect, readWhole, TAG, unsignedInteger } from '../asn1/ber.ts';
import { der, unsignedIntegerDer } from '../asn1/der.ts';

/** WebCrypto's ECDSA signature, r and s side by side, as the `Ecdsa-Sig-Value` of CMS (RFC 3279, 2.2.3). */
export function toEcdsaDer(signature: Uint8Array): Uint8Array<ArrayBuffer> {
  const half = signature.length / 2;
  const [r, s] = [signature.subarray(0, half), signature.subarray(half)];
  return der(TAG.sequence, unsignedIntegerDer(r), unsignedIntegerDer(s));
}

/**
 * An `Ecdsa-Sig-Value` as WebCrypto takes it: r and s side by side.
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
