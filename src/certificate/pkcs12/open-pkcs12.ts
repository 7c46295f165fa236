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
 * @param file not changed.
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

/** The contents, or undefined when the password is another. */
async function openAs(pfx: Pfx, password: Password): Promise<SafeContents | undefined> {
  const reader = new SafeReader(password);
  try {
    // The derivations of PBES2 run on threads of their own while the MAC's runs on this one.
    const reading = settle(reader.read(pfx.safes));
    const intact = pfx.macData === undefined ? undefined : await macHolds(pfx.macData, pfx.content, password);
    const contents = await reading;
    if (contents instanceof Error && !isContentError(contents)) throw contents;
    if (!(contents instanceof Error) && intact !== false) return contents;
    // Without a MAC that holds, a password is the right one if it decrypts something sensible.
    if (intact === true || reader.decrypted > 0) throw new CertificateError('MALFORMED', 'damaged');
    return undefined;
  } catch (error) {
    reader.forget();
    if (error instanceof BerError) throw new CertificateError('MALFORMED', 'damaged', { cause: error });
    throw error;
  }
}

/** The value or the error: the promise is looked at later, and must not be unhandled until then. */
function settle<T>(promise: Promise<T>): Promise<T | Error> {
  return promise.catch((error: unknown) => (error instanceof Error ? error : new Error('Not opened')));
}

/** Errors that a wrong password causes as well as damage does. */
function isContentError(error: Error): boolean {
  return error instanceof BerError || error instanceof DecryptionError;
}
