/** Certificates in files (A1): the worker's side, where the keys are. */
import {
  bits,
  type Bytes,
  child,
  context,
  der,
  expect,
  KEY_ALGORITHM,
  octets,
  oid,
  type PublicKey,
  readBer,
  sameBytes,
  smallInteger,
  TAG,
  toEcdsaDer,
  unsignedInteger,
} from '@sign-session/certificates';
import { type CertificateBag, type KeyBag, openPkcs12, type SafeContents } from '../pkcs12/open-pkcs12.ts';
import { CertificateError } from '../provider.ts';

/** How WebCrypto imports a key and signs with it. */
interface SignatureParameters {
  readonly key: RsaHashedImportParams | EcKeyImportParams;
  readonly operation: AlgorithmIdentifier | EcdsaParams;
}

/** RSASSA-PKCS1-v1_5 or ECDSA on P-256 and P-384, with SHA-256; undefined for any other key. */
function signatureParameters(key: PublicKey): SignatureParameters | undefined {
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
function readPrivateKey(pkcs8: Bytes): PrivateKey {
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
function publicPart({ type, key }: PrivateKey): Bytes | undefined {
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
async function importSigningKey(pkcs8: Bytes, publicKey: PublicKey): Promise<CryptoKey> {
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

/** The certificates of a file, DER. */
export interface OpenedFile {
  readonly certificates: readonly Bytes[];
  /** For each key those of the certificates that have it, one at least: an old and a renewed one, for example. */
  readonly keys: readonly (readonly Bytes[])[];
}

interface StoredKey {
  readonly publicKey: PublicKey;
  readonly key: CryptoKey;
}

/** The keys of one PKCS#12 file, inside the worker: non-extractable WebCrypto keys. */
export class KeyStore {
  #keys: readonly StoredKey[] = [];

  /**
   * Opens a file, replacing the one before.
   *
   * @param file zeroed afterwards, also on failure.
   * @throws CertificateError
   */
  async open(file: Bytes, password: string): Promise<OpenedFile> {
    this.clear();
    try {
      const contents = await openPkcs12(file, password);
      try {
        const identities = identitiesOf(contents);
        this.#keys = await Promise.all(identities.map(storedKey));
        return {
          certificates: contents.certificates.map(({ certificate }) => certificate.der),
          keys: identities.map(({ own }) => own.map(({ certificate }) => certificate.der)),
        };
      } finally {
        for (const { pkcs8 } of contents.keys) pkcs8.fill(0);
      }
    } finally {
      file.fill(0);
    }
  }

  /** A signature over the bytes with SHA-256; EC in DER. */
  async sign(index: number, bytes: Bytes): Promise<Bytes> {
    const { publicKey, key } = this.#at(index);
    const parameters = signatureParameters(publicKey);
    if (parameters === undefined) throw new CertificateError('UNSUPPORTED', 'key');
    const signature = new Uint8Array(await crypto.subtle.sign(parameters.operation, key, bytes));
    return publicKey.type === 'EC' ? toEcdsaDer(signature) : signature;
  }

  /** Forgets the keys. */
  clear(): void {
    this.#keys = [];
  }

  #at(index: number): StoredKey {
    const found = this.#keys[index];
    if (found === undefined) throw new CertificateError('DEVICE_ABSENT');
    return found;
  }
}

async function storedKey({ publicKey, pkcs8 }: Identity): Promise<StoredKey> {
  return { publicKey, key: await importSigningKey(pkcs8, publicKey) };
}

/** A private key and the certificates for it. */
interface Identity {
  readonly own: readonly CertificateBag[];
  readonly publicKey: PublicKey;
  /** PrivateKeyInfo; secret. */
  readonly pkcs8: Bytes;
}

/**
 * Matches the keys and certificates of a file. Keys without a certificate are ignored.
 *
 * @throws CertificateError `no-key` when none match; BerError.
 */
function identitiesOf({ keys, certificates }: SafeContents): Identity[] {
  const identities = keys.flatMap(key => {
    const own = certificates.filter(bag => belongs(key, bag));
    const [first] = own;
    return first === undefined ? [] : [{ own, publicKey: first.certificate.publicKey, pkcs8: key.pkcs8 }];
  });
  if (identities.length === 0) throw new CertificateError('MALFORMED', 'no-key');
  return identities;
}

/** Matches by public key where the private key contains it, else by the `localKeyId` of both. */
function belongs(key: KeyBag, { certificate: { publicKey }, localKeyId }: CertificateBag): boolean {
  const secret = readPrivateKey(key.pkcs8);
  if (secret.type !== publicKey.type) return false;
  const part = publicPart(secret);
  if (part !== undefined) {
    return publicKey.type === 'RSA'
      ? sameBytes(part, publicKey.modulus)
      : publicKey.type === 'EC' && sameBytes(part, publicKey.point);
  }
  return key.localKeyId !== undefined && localKeyId !== undefined && sameBytes(key.localKeyId, localKeyId);
}
