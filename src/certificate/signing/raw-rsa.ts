import { toHex } from '../../support/hex.ts';
import { BerError, child, readBer, unsignedInteger } from '@sign-session/certificates';

/** DER of `DigestInfo { sha256, NULL }` up to the digest (RFC 8017, 9.2, note 1). */
const SHA256_PREFIX = new Uint8Array([
  0x30, 0x31, 0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x05, 0x00, 0x04,
  0x20,
]);

/**
 * Signs a SHA-256 digest by RSASSA-PKCS1-v1_5 (RFC 8017, 8.2.1 from step 2). WebCrypto always hashes, so it can't sign
 * a given digest; this is for services that send nothing else. The base is blinded, because the duration of the
 * arithmetic depends on the key, and the result is verified, because a single faulty CRT result reveals the key
 * (Boneh, DeMillo, Lipton 1997).
 *
 * @param key RSAPrivateKey (RFC 8017, A.1.2).
 * @param digest 32 bytes.
 * @throws BerError for an invalid key, RangeError for a digest of another length.
 */
export function signDigestRsa(key: Uint8Array<ArrayBuffer>, digest: Uint8Array): Uint8Array<ArrayBuffer> {
  if (digest.length !== 32) throw new RangeError('A SHA-256 digest has 32 bytes.');
  const value = readBer(key);
  const number = (index: number): bigint => toNumber(unsignedInteger(child(value, index)));
  const [n, e, p, q, dp, dq, qInverse] = [1, 2, 4, 5, 6, 7, 8].map(number);
  if (!n || !e || !p || !q || !dp || !dq || !qInverse) throw new BerError('A number of the key is missing.');
  const size = unsignedInteger(child(value, 1)).length;
  const message = toNumber(padded(digest, size));
  const blind = randomBelow(n, size);
  const base = (message * power(blind, e, n)) % n;
  const [a, b] = [power(base % p, dp, p), power(base % q, dq, q)];
  const blinded = b + q * modulo((a - b) * qInverse, p);
  const signature = modulo(blinded * inverse(blind, n), n);
  if (power(signature, e, n) !== message) throw new BerError('The numbers of the key are inconsistent.');
  return toBytes(signature, size);
}

/** EMSA-PKCS1-v1_5 (RFC 8017, 9.2). */
function padded(digest: Uint8Array, size: number): Uint8Array {
  const message = new Uint8Array(size).fill(0xff);
  const digestAt = size - digest.length;
  const prefixAt = digestAt - SHA256_PREFIX.length;
  message.set([0, 1]);
  message[prefixAt - 1] = 0;
  message.set(SHA256_PREFIX, prefixAt);
  message.set(digest, digestAt);
  return message;
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

function modulo(number: bigint, modulus: bigint): bigint {
  return ((number % modulus) + modulus) % modulus;
}

/** The inverse by Euclid's extended algorithm; it exists, because `modulus` has no small factors. */
function inverse(number: bigint, modulus: bigint): bigint {
  let [r, rest] = [modulus, number];
  let [t, next] = [0n, 1n];
  while (rest > 0n) {
    const quotient = r / rest;
    [r, rest] = [rest, r - quotient * rest];
    [t, next] = [next, t - quotient * next];
  }
  return modulo(t, modulus);
}

/** A random number from 1 to below `limit`; uses extra bits, so that the remainder is nearly uniform. */
function randomBelow(limit: bigint, size: number): bigint {
  return (toNumber(crypto.getRandomValues(new Uint8Array(size + 8))) % (limit - 1n)) + 1n;
}

function toNumber(bytes: Uint8Array): bigint {
  return BigInt(`0x${toHex(bytes)}`);
}

function toBytes(number: bigint, size: number): Uint8Array<ArrayBuffer> {
  const hex = number.toString(16).padStart(size * 2, '0');
  return Uint8Array.from({ length: size }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));
}
