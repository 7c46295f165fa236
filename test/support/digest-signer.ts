import { child, octets, readBer, unsignedInteger } from '@sign-session/certificates';
import { openPkcs12 } from '../../src/certificate/pkcs12/open-pkcs12.ts';
import { toHex } from '../../src/support/hex.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** DER of `DigestInfo { sha256, NULL }` up to the digest, in hex (RFC 8017, 9.2, note 1). */
const SHA256_PREFIX = '3031300d060960864801650304020105000420';

/**
 * Signs SHA-256 digests as a token does, by RSASSA-PKCS1-v1_5 (RFC 8017, 8.2.1 from step 2). WebCrypto always hashes.
 *
 * @param file PKCS#12 with an RSA key.
 */
export async function digestSigner(file: Bytes, password: string): Promise<(digest: Bytes) => Bytes> {
  const [key] = (await openPkcs12(file, password)).keys;
  if (key === undefined) throw new Error('The file has no key.');
  // RSAPrivateKey (RFC 8017, A.1.2).
  const rsa = readBer(octets(child(readBer(key.pkcs8), 2)));
  const modulus = unsignedInteger(child(rsa, 1));
  const [n, d] = [modulus, unsignedInteger(child(rsa, 3))].map(bytes => BigInt(`0x${toHex(bytes)}`));
  return digest => {
    const end = `00${SHA256_PREFIX}${toHex(digest)}`;
    const message = BigInt(`0x0001${end.padStart(modulus.length * 2 - 4, 'f')}`);
    const hex = power(message, d ?? 0n, n ?? 1n).toString(16);
    const padded = hex.padStart(modulus.length * 2, '0');
    return Uint8Array.from(modulus, (_, i) => Number.parseInt(padded.slice(2 * i, 2 * i + 2), 16));
  };
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  let square = base % modulus;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}
