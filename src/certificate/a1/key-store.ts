import { sameBytes, toEcdsaDer, type Bytes, type PublicKey } from '@sign-session/certificates';
import { openPkcs12 } from '../pkcs12/open-pkcs12.ts';
import type { CertificateBag, KeyBag, SafeContents } from '../pkcs12/safe-contents.ts';
import { CertificateError } from '../provider.ts';
import { signatureParameters } from '../signing/signature-parameters.ts';
import { signDigestRsa } from '../signing/raw-rsa.ts';
import { importSigningKey, publicPart, readPrivateKey } from './private-key.ts';

/** The certificates of a file, DER. */
export interface OpenedFile {
  readonly certificates: readonly Bytes[];
  /** For each key those of the certificates that have it, one at least: an old and a renewed one, for example. */
  readonly keys: readonly (readonly Bytes[])[];
}

interface StoredKey {
  readonly publicKey: PublicKey;
  readonly key: CryptoKey;
  /** RSAPrivateKey; only when digests are to be signed. */
  readonly readable: Bytes | undefined;
}

/** The keys of one PKCS#12 file, inside the worker: non-extractable WebCrypto keys. */
export class KeyStore {
  #keys: readonly StoredKey[] = [];

  /**
   * Opens a file, replacing the one before.
   *
   * @param file zeroed afterwards, also on failure.
   * @param forDigests keeps RSA keys readable, for `signDigest`.
   * @throws CertificateError
   */
  async open(file: Bytes, password: string, forDigests: boolean): Promise<OpenedFile> {
    this.clear();
    try {
      const contents = await openPkcs12(file, password);
      try {
        const identities = identitiesOf(contents);
        this.#keys = await Promise.all(identities.map(identity => storedKey(identity, forDigests)));
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

  /** A signature over a SHA-256 digest; RSA only. */
  signDigest(index: number, digest: Bytes): Bytes {
    const { readable } = this.#at(index);
    if (readable === undefined) throw new CertificateError('UNSUPPORTED', 'key');
    return signDigestRsa(readable, digest);
  }

  /** Forgets the keys. */
  clear(): void {
    for (const { readable } of this.#keys) readable?.fill(0);
    this.#keys = [];
  }

  #at(index: number): StoredKey {
    const found = this.#keys[index];
    if (found === undefined) throw new CertificateError('DEVICE_ABSENT');
    return found;
  }
}

async function storedKey({ publicKey, pkcs8 }: Identity, forDigests: boolean): Promise<StoredKey> {
  const secret = readPrivateKey(pkcs8);
  const readable = forDigests && secret.type === 'RSA' ? secret.key.slice() : undefined;
  return { publicKey, key: await importSigningKey(pkcs8, publicKey), readable };
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
