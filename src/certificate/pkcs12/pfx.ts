import {
  BerError,
  child,
  context,
  expect,
  octets,
  oid,
  readBer,
  smallInteger,
  TAG,
  type Ber,
} from '../asn1/ber.ts';
import { CertificateError } from '../provider.ts';

/** The outer structure of a PKCS#12 file, which can be read without the password. */
export interface Pfx {
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
export function readPfx(file: Uint8Array<ArrayBuffer>): Pfx {
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

/** A SEQUENCE that begins with the version, 3. No other file that signers choose by mistake begins like this. */
function looksLikePfx(file: Uint8Array): boolean {
  const [tag, length = 0] = file;
  if (tag !== TAG.sequence) return false;
  const version = 2 + (length > 0x80 ? length & 0x7f : 0);
  return file[version] === TAG.integer && file[version + 1] === 1 && file[version + 2] === 3;
}
