import {
  child,
  context,
  contextPrimitive,
  expect,
  octets,
  oid,
  readBer,
  readCertificateKey,
  TAG,
  type Ber,
  type Bytes,
  type Certificate,
} from '@sign-session/certificates';
import { CertificateError } from '../provider.ts';
import { decrypt, DecryptionError } from './encryption.ts';
import type { Password } from './password.ts';

/** A private key of the file. */
export interface KeyBag {
  /** PrivateKeyInfo (RFC 5208); secret, zeroed by its owner. */
  readonly pkcs8: Bytes;
  /** Matches the key to its certificate, if the file has it. */
  readonly localKeyId: Bytes | undefined;
}

export interface CertificateBag {
  readonly certificate: Pick<Certificate, 'der' | 'publicKey'>;
  readonly localKeyId: Bytes | undefined;
}

/** The content of a PKCS#12 file. */
export interface SafeContents {
  readonly keys: readonly KeyBag[];
  readonly certificates: readonly CertificateBag[];
}

const CONTENT = { data: '1.2.840.113549.1.7.1', encrypted: '1.2.840.113549.1.7.6' } as const;
const BAG = {
  key: '1.2.840.113549.1.12.10.1.1',
  shroudedKey: '1.2.840.113549.1.12.10.1.2',
  certificate: '1.2.840.113549.1.12.10.1.3',
  safeContents: '1.2.840.113549.1.12.10.1.6',
} as const;
const X509_CERTIFICATE = '1.2.840.113549.1.9.22.1';
const LOCAL_KEY_ID = '1.2.840.113549.1.9.21';

/** Reads the safes of a PKCS#12 file with one password, and keeps track of what has to be zeroed. */
export class SafeReader {
  readonly #password: Password;
  readonly #keys: KeyBag[] = [];
  readonly #certificates: CertificateBag[] = [];
  #decrypted = 0;

  constructor(password: Password) {
    this.#password = password;
  }

  /** How many parts the password has decrypted to something that begins with the expected tag. */
  get decrypted(): number {
    return this.#decrypted;
  }

  /**
   * Reads the ContentInfos of an AuthenticatedSafe (RFC 7292, 4.1) in parallel.
   *
   * @throws BerError, DecryptionError, CertificateError
   */
  async read(safes: readonly Ber[]): Promise<SafeContents> {
    const results = await Promise.allSettled(safes.map(safe => this.#readSafe(safe)));
    const failed = results.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
    return { keys: this.#keys, certificates: this.#certificates };
  }

  /** Zeroes the keys read so far. */
  forget(): void {
    for (const { pkcs8 } of this.#keys) pkcs8.fill(0);
  }

  async #readSafe(safe: Ber): Promise<void> {
    const content = child(expect(child(safe, 1), context(0)), 0);
    switch (oid(child(safe, 0))) {
      case CONTENT.data:
        return this.#readBags(expect(readBer(octets(content)), TAG.sequence));
      case CONTENT.encrypted: {
        const encrypted = child(content, 1);
        const plain = await this.#decrypt(
          child(encrypted, 1),
          octets(child(encrypted, 2), contextPrimitive(0)),
        );
        await this.#readBags(expect(readBer(plain), TAG.sequence));
        plain.fill(0);
        return;
      }
      default:
        throw new CertificateError('UNSUPPORTED', 'encryption');
    }
  }

  async #readBags(bags: Ber): Promise<void> {
    await Promise.all(bags.children.map(bag => this.#readBag(bag)));
  }

  async #readBag(bag: Ber): Promise<void> {
    const value = child(expect(child(bag, 1), context(0)), 0);
    const localKeyId = readLocalKeyId(bag.children[2]);
    switch (oid(child(bag, 0))) {
      case BAG.key:
        this.#keys.push({ pkcs8: value.raw.slice(), localKeyId });
        return;
      case BAG.shroudedKey: {
        const pkcs8 = await this.#decrypt(child(value, 0), octets(child(value, 1)));
        this.#keys.push({ pkcs8, localKeyId });
        return;
      }
      case BAG.certificate:
        if (oid(child(value, 0)) === X509_CERTIFICATE) {
          const der = octets(child(child(value, 1), 0)).slice();
          this.#certificates.push({ certificate: { der, publicKey: readCertificateKey(der) }, localKeyId });
        }
        return;
      case BAG.safeContents:
        return this.#readBags(value);
      // Revocation lists and secrets are not needed for signing.
    }
  }

  async #decrypt(algorithm: Ber, data: Bytes): Promise<Bytes> {
    const plain = await decrypt(algorithm, data, this.#password);
    // With one wrong password in 256 the padding is valid by chance.
    if (plain[0] !== TAG.sequence) throw new DecryptionError('Not what was encrypted.');
    this.#decrypted += 1;
    return plain;
  }
}

function readLocalKeyId(attributes: Ber | undefined): Bytes | undefined {
  const attribute = attributes?.children.find(({ children: [type] }) => oid(type) === LOCAL_KEY_ID);
  const value = attribute?.children[1]?.children[0];
  return value === undefined ? undefined : octets(value).slice();
}
