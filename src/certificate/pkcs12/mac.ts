import { child, expect, hashNamed, octets, oid, TAG, type Ber } from '@sign-session/certificates';
import { CertificateError } from '../provider.ts';
import { HMAC_HASHES, pbkdf2 } from './encryption.ts';
import { bmpPassword, derive, HASHES, PURPOSE, type HashName } from './kdf.ts';
import { iterationCount, type Password } from './password.ts';

const PBMAC1 = '1.2.840.113549.1.5.14';

/**
 * Is the MAC of a PKCS#12 file valid for its content and this password? Supports MacData of RFC 7292, 4, and PBMAC1
 * of RFC 9579.
 *
 * @param macData the third value of the PFX.
 * @param content what the MAC covers.
 * @throws CertificateError for an unknown MAC; BerError.
 */
export async function macHolds(
  macData: Ber,
  content: Uint8Array<ArrayBuffer>,
  password: Password,
): Promise<boolean> {
  const digestInfo = expect(child(macData, 0), TAG.sequence);
  const algorithm = child(digestInfo, 0);
  const expected = octets(child(digestInfo, 1));
  const { key, hash } =
    oid(child(algorithm, 0)) === PBMAC1
      ? await pbmac1Key(child(algorithm, 1), password)
      : pkcs12Key(algorithm, macData, password);
  const hmac = { name: 'HMAC', hash };
  const imported = await crypto.subtle.importKey('raw', key, hmac, false, ['verify']);
  key.fill(0);
  return crypto.subtle.verify('HMAC', imported, expected, content);
}

interface MacKey {
  readonly key: Uint8Array<ArrayBuffer>;
  readonly hash: HashName;
}

function pkcs12Key(algorithm: Ber, macData: Ber, password: Password): MacKey {
  const hash = hashNamed(oid(child(algorithm, 0)));
  if (hash === undefined) throw new CertificateError('UNSUPPORTED', 'encryption');
  const count = macData.children[2];
  const bytes = bmpPassword(password);
  const derivation = {
    hash,
    password: bytes,
    salt: octets(child(macData, 1)),
    iterations: count === undefined ? 1 : iterationCount(count),
  };
  const key = derive(derivation, PURPOSE.mac, HASHES[hash].digest.outputLen);
  bytes.fill(0);
  return { key, hash };
}

/** RFC 9579, 5: the key length has to be stated, so that an attacker can't shorten the key. */
async function pbmac1Key(parameters: Ber, password: Password): Promise<MacKey> {
  const hash = HMAC_HASHES[oid(child(child(parameters, 1), 0))];
  if (hash === undefined) throw new CertificateError('UNSUPPORTED', 'encryption');
  return { key: await pbkdf2(child(parameters, 0), password, undefined), hash };
}
