import type { CertificateBag, KeyBag, SafeContents } from '../pkcs12/safe-contents.ts';
import { CertificateError } from '../provider.ts';
import { sameBytes } from '../base64.ts';
import { chainOf } from '../x509/chain.ts';
import type { Certificate } from '../x509/certificate.ts';
import { publicPart, readPrivateKey } from './private-key.ts';

/** A certificate and its private key. */
export interface Identity {
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
export function identitiesOf({ keys, certificates }: SafeContents): Identity[] {
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
