import { BerError } from '../asn1/ber.ts';
import { CertificateError } from '../provider.ts';
import { DecryptionError } from './encryption.ts';
import { macHolds } from './mac.ts';
import { readings, type Password } from './password.ts';
import { readPfx, type Pfx } from './pfx.ts';
import { SafeReader, type SafeContents } from './safe-contents.ts';

/**
 * Opens a PKCS#12 file (RFC 7292): certificates and private keys. The caller zeroes the keys.
 *
 * @param file is not modified.
 * @throws CertificateError WRONG_PASSWORD; MALFORMED `not-pkcs12`, `damaged`, `no-key`; UNSUPPORTED
 *   `encryption`, `too-many-iterations`.
 */
export async function openPkcs12(file: Uint8Array<ArrayBuffer>, password: string): Promise<SafeContents> {
  const pfx = readPfx(file);
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
