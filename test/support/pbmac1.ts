import { createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { readBer, TAG } from '../../src/certificate/asn1/ber.ts';
import { der, unsignedIntegerDer } from '../../src/certificate/asn1/der.ts';

const ITERATIONS = 2048;
const KEY_LENGTH = 32;

const sequence = (...parts: Uint8Array[]) => der(TAG.sequence, ...parts);
const octets = (bytes: Uint8Array) => der(TAG.octetString, bytes);
const integer = (number: number) => unsignedIntegerDer(Uint8Array.of(number >> 8, number & 0xff));
/** @param content in hexadecimal */
const oid = (content: string) => der(TAG.oid, Buffer.from(content, 'hex'));

const PBMAC1 = oid('2a864886f70d01050e');
const PBKDF2 = oid('2a864886f70d01050c');
const HMAC_SHA256 = sequence(oid('2a864886f70d0209'), der(TAG.null));

/** A PKCS#12 file without a MAC, with one of RFC 9579 (PBMAC1), which only newer programs write. */
export function withPbmac1(file: Uint8Array<ArrayBuffer>, password: string): Uint8Array<ArrayBuffer> {
  const [version, authSafe] = readBer(file).children;
  const content = authSafe?.children[1]?.children[0]?.content;
  if (version === undefined || authSafe === undefined || content === undefined) {
    throw new Error('This is not a PKCS#12 file.');
  }
  const salt = randomBytes(16);
  const key = pbkdf2Sync(password, salt, ITERATIONS, KEY_LENGTH, 'sha256');
  const derivation = sequence(octets(salt), integer(ITERATIONS), integer(KEY_LENGTH), HMAC_SHA256);
  const algorithm = sequence(PBMAC1, sequence(sequence(PBKDF2, derivation), HMAC_SHA256));
  const mac = sequence(algorithm, octets(createHmac('sha256', key).update(content).digest()));
  // Salt and count of the older scheme stay, and say nothing (RFC 9579, 5).
  return sequence(version.raw, authSafe.raw, sequence(mac, octets(salt), der(TAG.integer, Uint8Array.of(1))));
}
