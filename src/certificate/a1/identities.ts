import type { CertificateBag, KeyBag, SafeContents } from '../pkcs12/safe-contents.ts';
import { CertificateError } from '../provider.ts';
import { sameBytes } from '../base64.ts';
import { chainOf } from '../x509/chain.ts';
import type { Certificate } from '../x509/certificate.ts';
import { publicPart, readPrivateKey } from './private-key.ts';

/** A certificate of a file with its key. */
export interface Identity {
  /** The holder's first. */
  readonly chain: readonly Certificate[];
  /** PrivateKeyInfo; secret. */
  readonly pkcs8: Uint8Array<ArrayBuffer>;
}

/**
 * Joins keys and certificates of a file. A key without its certificate is of no use and left out.
 *
 * @throws CertificateError `no-key` when no two belong together; BerError.
 */
export function identitiesOf({ keys, certificates }: SafeContents): Identity[] {
  const pool = certificates.map(({ certificate }) => certificate);
  // A file may hold the renewed certificate beside the old one, both for the same key.
  const newestFirst = certificates.toSorted((a, b) => b.certificate.notAfter - a.certificate.notAfter);
  const identities = keys.flatMap(key => {
    const own = newestFirst.find(bag => belongs(key, bag));
    return own === undefined ? [] : [{ chain: chainOf(own.certificate, pool), pkcs8: key.pkcs8 }];
  });
  if (identities.length === 0) throw new CertificateError('MALFORMED', 'no-key');
  return identities;
}

/** By the public key where the private one tells it, else by the label that the file gives both. */
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
