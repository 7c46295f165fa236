import {
  bits,
  child,
  context,
  der,
  expect,
  KEY_ALGORITHM,
  octets,
  oid,
  readBer,
  smallInteger,
  TAG,
  unsignedInteger,
  type Bytes,
  type PublicKey,
} from '@sign-session/certificates';
import { CertificateError } from '../provider.ts';
import { signatureParameters } from '../signing/signature-parameters.ts';

/** The content of a PrivateKeyInfo (RFC 5208), as views of its bytes. */
interface PrivateKey {
  readonly algorithm: Bytes;
  readonly type: 'RSA' | 'EC' | 'other';
  /** RSAPrivateKey (RFC 8017, A.1.2) or ECPrivateKey (RFC 5915). */
  readonly key: Bytes;
}

/** By OID, as `PublicKey` has them. */
const TYPES: Readonly<Record<string, PrivateKey['type']>> = {
  [KEY_ALGORITHM.rsa]: 'RSA',
  [KEY_ALGORITHM.rsaPss]: 'RSA',
  [KEY_ALGORITHM.ec]: 'EC',
};

/** Reads a PrivateKeyInfo. @throws BerError */
export function readPrivateKey(pkcs8: Bytes): PrivateKey {
  const info = expect(readBer(pkcs8), TAG.sequence);
  smallInteger(child(info, 0));
  const algorithm = expect(child(info, 1), TAG.sequence);
  return {
    algorithm: algorithm.raw,
    type: TYPES[oid(child(algorithm, 0))] ?? 'other',
    key: octets(child(info, 2)),
  };
}

/**
 * The part of the public key that the private key contains: the modulus of an RSA key; the point of an EC key, if it
 * was included.
 *
 * @throws BerError
 */
export function publicPart({ type, key }: PrivateKey): Bytes | undefined {
  const value = readBer(key);
  switch (type) {
    case 'RSA':
      return unsignedInteger(child(value, 1));
    case 'EC': {
      const point = value.children.find(({ tag }) => tag === context(1));
      return point && bits(child(point, 0));
    }
    case 'other':
      return undefined;
  }
}

/**
 * Imports the key into WebCrypto for signing, as not extractable.
 *
 * @throws CertificateError `key` where the browser can't sign with it.
 */
export async function importSigningKey(pkcs8: Bytes, publicKey: PublicKey): Promise<CryptoKey> {
  const parameters = signatureParameters(publicKey);
  if (parameters === undefined) throw new CertificateError('UNSUPPORTED', 'key');
  const plain = plainPkcs8(readPrivateKey(pkcs8), publicKey);
  try {
    return await crypto.subtle.importKey('pkcs8', plain, parameters.key, false, ['sign']);
  } catch (cause) {
    throw new CertificateError('UNSUPPORTED', 'key', { cause });
  } finally {
    plain.fill(0);
  }
}

/**
 * The key in the form that all engines import: without attributes (Windows adds some), and for an EC key with its
 * point (Firefox and WebKit need it, Java omits it).
 */
function plainPkcs8({ algorithm, key }: PrivateKey, publicKey: PublicKey): Bytes {
  const version = der(TAG.integer, Uint8Array.of(0));
  if (publicKey.type !== 'EC') return der(TAG.sequence, version, algorithm, der(TAG.octetString, key));
  const secret = octets(child(readBer(key), 1));
  const point = der(context(1), der(TAG.bitString, Uint8Array.of(0), publicKey.point));
  const full = der(TAG.sequence, der(TAG.integer, Uint8Array.of(1)), der(TAG.octetString, secret), point);
  const plain = der(TAG.sequence, version, algorithm, der(TAG.octetString, full));
  full.fill(0);
  return plain;
}
