/** Opens a PKCS#12 file: its bags, certificates and keys. */
import {
  type Ber,
  BerError,
  type Bytes,
  type Certificate,
  child,
  context,
  contextPrimitive,
  expect,
  latin1,
  octets,
  oid,
  readBer,
  readCertificateKey,
  smallInteger,
  TAG,
} from '@sign-session/certificates';
import { fromBase64 } from '../base64.ts';
import { CertificateError } from '../provider.ts';
import { decrypt, DecryptionError, macHolds, type Password, readings } from './encryption.ts';

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
class SafeReader {
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

/**
 * Opens a PKCS#12 file (RFC 7292), also one in base64 or PEM: certificates and private keys. The caller zeroes the keys.
 *
 * @param file is not modified.
 * @throws CertificateError WRONG_PASSWORD; MALFORMED `not-pkcs12`, `damaged`, `no-key`; UNSUPPORTED
 *   `encryption`, `too-many-iterations`.
 */
export async function openPkcs12(file: Uint8Array<ArrayBuffer>, password: string): Promise<SafeContents> {
  const pfx = readPfx(looksLikePfx(file) ? file : fromText(file));
  for (const reading of readings(password)) {
    const contents = await openAs(pfx, reading);
    if (contents === undefined) continue;
    if (contents.keys.length > 0) return contents;
    throw new CertificateError('MALFORMED', 'no-key');
  }
  throw new CertificateError('WRONG_PASSWORD');
}

/** The contents, or undefined when the password is wrong. */
async function openAs(pfx: Pfx, password: Password): Promise<SafeContents | undefined> {
  const reader = new SafeReader(password);
  try {
    // WebCrypto runs the derivations of PBES2 on other threads while the MAC's runs on this one.
    const reading = settle(reader.read(pfx.safes));
    const intact = pfx.macData === undefined ? undefined : await macHolds(pfx.macData, pfx.content, password);
    const contents = await reading;
    if (contents instanceof Error && !isContentError(contents)) throw contents;
    if (!(contents instanceof Error) && intact !== false) return contents;
    // Without a valid MAC, a password is right if it decrypts something that can be parsed.
    if (intact === true || reader.decrypted > 0) throw new CertificateError('MALFORMED', 'damaged');
    return undefined;
  } catch (error) {
    reader.forget();
    if (error instanceof BerError) throw new CertificateError('MALFORMED', 'damaged', { cause: error });
    throw error;
  }
}

/** Resolves with the value or the error: the promise is awaited later, and must not be unhandled until then. */
function settle<T>(promise: Promise<T>): Promise<T | Error> {
  return promise.catch((error: unknown) => (error instanceof Error ? error : new Error('Not opened')));
}

/** Errors that both a wrong password and damage can cause. */
function isContentError(error: Error): boolean {
  return error instanceof BerError || error instanceof DecryptionError;
}

/** The outer structure of a PKCS#12 file, which can be read without the password. */
interface Pfx {
  /** The ContentInfos of the AuthenticatedSafe. */
  readonly safes: readonly Ber[];
  /** What the MAC covers. */
  readonly content: Uint8Array<ArrayBuffer>;
  readonly macData: Ber | undefined;
}

const DATA = '1.2.840.113549.1.7.1';

/**
 * Reads the outer structure of a PKCS#12 file (RFC 7292, 4).
 *
 * @throws CertificateError `not-pkcs12` for another kind of file, `damaged` for one whose outer structure is truncated
 *   or altered, UNSUPPORTED for one that is protected by a signature instead of a password.
 */
function readPfx(file: Uint8Array<ArrayBuffer>): Pfx {
  if (!looksLikePfx(file)) throw new CertificateError('MALFORMED', 'not-pkcs12');
  try {
    const pfx = expect(readBer(file), TAG.sequence);
    const [version, authSafe, macData] = pfx.children;
    if (smallInteger(version) !== 3 || authSafe === undefined) throw new BerError('Another version.');
    if (oid(child(authSafe, 0)) !== DATA) throw new CertificateError('UNSUPPORTED', 'encryption');
    const content = octets(child(expect(child(authSafe, 1), context(0)), 0));
    return { safes: expect(readBer(content), TAG.sequence).children, content, macData };
  } catch (cause) {
    if (cause instanceof BerError) throw new CertificateError('MALFORMED', 'damaged', { cause });
    throw cause;
  }
}

/** What a text holds in base64, between PEM's labels (RFC 7468) or alone; empty for a file of another kind. */
function fromText(file: Uint8Array): Uint8Array<ArrayBuffer> {
  const [whole = '', , inside = whole] = latin1(file).replaceAll('\0', '').split('-----');
  try {
    // Without byte order marks, too.
    return fromBase64(inside.replaceAll(/[^\w+/=]/g, ''));
  } catch {
    return new Uint8Array();
  }
}

/** A SEQUENCE that begins with the version, 3. No other file that signers choose by mistake begins like this. */
function looksLikePfx(file: Uint8Array): boolean {
  const [tag, length = 0] = file;
  if (tag !== TAG.sequence) return false;
  const version = 2 + (length > 0x80 ? length & 0x7f : 0);
  return file[version] === TAG.integer && file[version + 1] === 1 && file[version + 2] === 3;
}
