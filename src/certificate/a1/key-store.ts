import { openPkcs12 } from '../pkcs12/open-pkcs12.ts';
import type { CertificateBag, KeyBag, SafeContents } from '../pkcs12/safe-contents.ts';
import { sameBytes } from '../base64.ts';
import { chainOf } from '../x509/chain.ts';
import { CertificateError } from '../provider.ts';
import { signatureParameters, toEcdsaDer } from '../signing/signature-parameters.ts';
import { signDigestRsa } from '../signing/raw-rsa.ts';
import type { Certificate } from '../x509/certificate.ts';
import { importSigningKey, publicPart, readPrivateKey } from './private-key.ts';

type Bytes = Uint8Array<ArrayBuffer>;

interface StoredKey {
  readonly certificate: Certificate;
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
   * @returns the chains, DER, the holder's first.
   * @throws CertificateError
   */
  async open(file: Bytes, password: string, forDigests: boolean): Promise<Bytes[][]> {
    this.clear();
    let identities: Identity[] = [];
    try {
      const contents = await openPkcs12(file, password);
      try {
        identities = identitiesOf(contents);
        this.#keys = await Promise.all(identities.map(identity => storedKey(identity, forDigests)));
      } finally {
        for (const { pkcs8 } of contents.keys) pkcs8.fill(0);
      }
    } finally {
      file.fill(0);
    }
    return identities.map(({ chain }) => chain.map(({ der }) => der));
  }

  /** A signature over the bytes with SHA-256; EC in DER. */
  async sign(index: number, bytes: Bytes): Promise<Bytes> {
    const { certificate, key } = this.#at(index);
    const parameters = signatureParameters(certificate.publicKey);
    if (parameters === undefined) throw new CertificateError('UNSUPPORTED', 'key');
    const signature = new Uint8Array(await crypto.subtle.sign(parameters.operation, key, bytes));
    return parameters.numberSize === undefined ? signature : toEcdsaDer(signature);
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

async function storedKey({ chain, pkcs8 }: Identity, forDigests: boolean): Promise<StoredKey> {
  const [certificate] = chain;
  if (certificate === undefined) throw new CertificateError('MALFORMED', 'no-key');
  const secret = readPrivateKey(pkcs8);
  const readable = forDigests && secret.type === 'RSA' ? secret.key.slice() : undefined;
  return { certificate, key: await importSigningKey(pkcs8, certificate), readable };
}

/** A certificate and its private key. */
interface Identity {
  /** The holder's first. */
  readonly chain: readonly Certificate[];
  /** PrivateKeyInfo; secret. */
  readonly pkcs8: Uint8Array<ArrayBuffer>;
}

/**
 * Matches the keys and certificates of a file. Keys without a certificate are ignored.
 *
 * @throws CertificateError `no-key` when none match; BerError.
 */
function identitiesOf({ keys, certificates }: SafeContents): Identity[] {
  const pool = certificates.map(({ certificate }) => certificate);
  // A file may contain an old and a renewed certificate for the same key.
  const newestFirst = certificates.toSorted((a, b) => b.certificate.notAfter - a.certificate.notAfter);
  const identities = keys.flatMap(key => {
    const own = newestFirst.find(bag => belongs(key, bag));
    return own === undefined ? [] : [{ chain: chainOf(own.certificate, pool), pkcs8: key.pkcs8 }];
  });
  if (identities.length === 0) throw new CertificateError('MALFORMED', 'no-key');
  return identities;
}

/** Matches by public key where the private key contains it, else by the `localKeyId` of both. */
function belongs(key: KeyBag, { certificate, localKeyId }: CertificateBag): boolean {
  const { publicKey } = certificate;
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
