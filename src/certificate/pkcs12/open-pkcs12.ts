import {
  type Ber,
  BerError,
  TAG,
  child,
  context,
  expect,
  latin1,
  octets,
  oid,
  readBer,
  smallInteger,
} from '@sign-session/certificates';
import { fromBase64 } from '../base64.ts';
import { CertificateError } from '../provider.ts';
import { DecryptionError } from './encryption.ts';
import { macHolds } from './mac.ts';
import { readings, type Password } from './password.ts';
import { SafeReader, type SafeContents } from './safe-contents.ts';

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
