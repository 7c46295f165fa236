import { BerError, chainOf, readCertificate, type Bytes, type Certificate } from '@sign-session/certificates';
import { CertificateError } from '../provider.ts';
import type { OpenedFile } from './key-store.ts';

/**
 * The chain of each key of a file, DER, the holder's certificate first: the newest of those with the key. Certificates
 * that can't be read are left out.
 *
 * @throws CertificateError `damaged` when none of a key's can be read
 */
export function chainsIn({ keys, certificates }: OpenedFile): Bytes[][] {
  const pool = certificates.flatMap(readable);
  return keys.map(own => {
    const [newest] = own
      .flatMap(readable)
      .toSorted((one, other) => other.notAfter.getTime() - one.notAfter.getTime());
    if (newest === undefined) throw new CertificateError('MALFORMED', 'damaged');
    return chainOf(newest, pool).map(({ der }) => der);
  });
}

function readable(der: Bytes): readonly Certificate[] {
  try {
    return [readCertificate(der)];
  } catch (error) {
    if (error instanceof BerError) return [];
    throw error;
  }
}
