import { type Ber, TAG, child, octets, oid, smallInteger } from '@sign-session/certificates';
import { CertificateError } from '../provider.ts';
import { decryptRc2Cbc } from './rc2.ts';
import { type HashName, PURPOSE, bmpPassword, derive } from './kdf.ts';
import { type Password, iterationCount } from './password.ts';
import des from 'des.js';

const TripleDesCbc = des.CBC.instantiate(des.EDE);

/**
 * Decrypts triple DES in CBC mode without removing the padding. Uses des.js, because WebCrypto has no DES; it works on
 * arrays, which can be zeroed.
 *
 * @param key 24 bytes.
 * @param data whole blocks of 8 bytes.
 */
function decryptTripleDesCbc(key: Uint8Array, iv: Uint8Array, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const cipher = TripleDesCbc.create({ type: 'decrypt', key, iv, padding: false });
  const parts = [cipher.update(data), cipher.final()];
  const plain = Uint8Array.from(parts.flat());
  for (const part of parts) part.fill(0);
  return plain;
}

const PBES2 = '1.2.840.113549.1.5.13';
const PBKDF2 = '1.2.840.113549.1.5.12';

type Bytes = Uint8Array<ArrayBuffer>;
/** Decrypts with a derived key and vector, without removing the padding. */
type BlockDecryption = (key: Bytes, iv: Bytes, data: Bytes) => Bytes;

/** A cipher that WebCrypto lacks. */
interface LegacyCipher {
  readonly keyLength: number;
  readonly decrypt: BlockDecryption;
}

const TRIPLE_DES: LegacyCipher = { keyLength: 24, decrypt: decryptTripleDesCbc };
const rc2 = (bits: number): LegacyCipher => ({
  keyLength: bits / 8,
  decrypt: (key, iv, data) => decryptRc2Cbc(key, bits, iv, data),
});

/** The password-based encryptions of PKCS#12 itself, all with SHA-1 (RFC 7292, C). */
const PKCS12_CIPHERS: Readonly<Record<string, LegacyCipher>> = {
  '1.2.840.113549.1.12.1.3': TRIPLE_DES,
  // Two-key triple DES: the first key is also the third.
  '1.2.840.113549.1.12.1.4': {
    keyLength: 16,
    decrypt: (key, iv, data) =>
      decryptTripleDesCbc(Uint8Array.from([...key, ...key.subarray(0, 8)]), iv, data),
  },
  '1.2.840.113549.1.12.1.5': rc2(128),
  '1.2.840.113549.1.12.1.6': rc2(40),
};

/** AES in CBC mode: OID and key length. Chromium has no AES-192 and throws. */
const AES_KEY_LENGTH: Readonly<Record<string, number>> = {
  '2.16.840.1.101.3.4.1.2': 16,
  '2.16.840.1.101.3.4.1.22': 24,
  '2.16.840.1.101.3.4.1.42': 32,
};
const DES_EDE3_CBC = '1.2.840.113549.3.7';

/** HMAC functions of PBKDF2 (RFC 8018, B.1) that WebCrypto has. */
export const HMAC_HASHES: Readonly<Record<string, HashName>> = {
  '1.2.840.113549.2.7': 'SHA-1',
  '1.2.840.113549.2.9': 'SHA-256',
  '1.2.840.113549.2.10': 'SHA-384',
  '1.2.840.113549.2.11': 'SHA-512',
};

/** Decryption failed because of a wrong password or damage. */
export class DecryptionError extends Error {
  override readonly name = 'DecryptionError';
}

/**
 * Decrypts with `algorithm` (an AlgorithmIdentifier). The caller zeroes the result.
 *
 * @throws DecryptionError when the padding is wrong; CertificateError for an unknown encryption;
 *   BerError.
 */
export async function decrypt(algorithm: Ber, data: Bytes, password: Password): Promise<Bytes> {
  const name = oid(child(algorithm, 0));
  const parameters = child(algorithm, 1);
  const legacy = PKCS12_CIPHERS[name];
  if (legacy !== undefined) return decryptPkcs12(legacy, parameters, data, password);
  if (name === PBES2) return decryptPbes2(parameters, data, password);
  throw new CertificateError('UNSUPPORTED', 'encryption');
}

function decryptPkcs12(cipher: LegacyCipher, parameters: Ber, data: Bytes, password: Password): Bytes {
  const bytes = bmpPassword(password);
  const derivation = {
    hash: 'SHA-1',
    password: bytes,
    salt: octets(child(parameters, 0)),
    iterations: iterationCount(child(parameters, 1)),
  } as const;
  const key = derive(derivation, PURPOSE.key, cipher.keyLength);
  const iv = derive(derivation, PURPOSE.iv, 8);
  bytes.fill(0);
  return decryptBlocks(cipher, key, iv, data);
}

async function decryptPbes2(parameters: Ber, data: Bytes, password: Password): Promise<Bytes> {
  const [kdf, scheme] = [child(parameters, 0), child(parameters, 1)];
  const name = oid(child(scheme, 0));
  const aes = AES_KEY_LENGTH[name];
  if (aes === undefined && name !== DES_EDE3_CBC) throw new CertificateError('UNSUPPORTED', 'encryption');
  const iv = octets(child(scheme, 1));
  const key = await pbkdf2(kdf, password, aes ?? TRIPLE_DES.keyLength);
  return aes === undefined ? decryptBlocks(TRIPLE_DES, key, iv, data) : decryptAes(key, iv, data);
}

/**
 * PBKDF2 (RFC 8018, 5.2) from its AlgorithmIdentifier. The caller zeroes the result.
 *
 * @param length in bytes; undefined when the parameters have to state it (RFC 9579, 5).
 */
export async function pbkdf2(kdf: Ber, password: Password, length: number | undefined): Promise<Bytes> {
  if (oid(child(kdf, 0)) !== PBKDF2) throw new CertificateError('UNSUPPORTED', 'encryption');
  const [salt, iterations, ...rest] = child(kdf, 1).children;
  const stated = rest[0]?.tag === TAG.integer ? smallInteger(rest[0]) : undefined;
  const prf = rest.find(({ tag }) => tag === TAG.sequence);
  const hash = prf === undefined ? 'SHA-1' : HMAC_HASHES[oid(child(prf, 0))];
  if (hash === undefined) throw new CertificateError('UNSUPPORTED', 'encryption');
  const wanted = length ?? stated;
  if (wanted === undefined || salt === undefined || wanted > 128)
    throw new CertificateError('MALFORMED', 'damaged');
  const count = iterationCount(iterations);
  const bytes = new TextEncoder().encode(password.text);
  const material = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveBits']);
  bytes.fill(0);
  const algorithm = { name: 'PBKDF2', hash, salt: octets(salt), iterations: count };
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, material, wanted * 8));
}

async function decryptAes(key: Bytes, iv: Bytes, data: Bytes): Promise<Bytes> {
  const imported = await crypto.subtle
    .importKey('raw', key, 'AES-CBC', false, ['decrypt'])
    .catch((cause: unknown) => {
      throw new CertificateError('UNSUPPORTED', 'encryption', { cause });
    });
  key.fill(0);
  try {
    return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-CBC', iv }, imported, data));
  } catch (cause) {
    throw new DecryptionError('AES', { cause });
  }
}

function decryptBlocks({ decrypt: run }: LegacyCipher, key: Bytes, iv: Bytes, data: Bytes): Bytes {
  if (data.length === 0 || data.length % 8 !== 0 || iv.length !== 8)
    throw new DecryptionError('Incomplete block.');
  const plain = run(key, iv, data);
  key.fill(0);
  const padding = plain.at(-1) ?? 0;
  const isPadded = padding >= 1 && padding <= 8 && plain.subarray(-padding).every(byte => byte === padding);
  if (!isPadded) {
    plain.fill(0);
    throw new DecryptionError('Wrong padding.');
  }
  return plain.subarray(0, plain.length - padding);
}
