/** Passwords, key derivation, encryption and MAC of PKCS#12 (RFC 7292). */
import { sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import {
  type Ber,
  child,
  expect,
  hashNamed,
  latin1,
  octets,
  oid,
  smallInteger,
  TAG,
} from '@sign-session/certificates';
import des from 'des.js';
import { CertificateError } from '../provider.ts';
import { decryptRc2Cbc } from './rc2.ts';

/** One of the ways to encode a password. */
export interface Password {
  readonly text: string;
  /**
   * The characters that PKCS#12's own derivation uses, in UTF-16: the text; or, as OpenSSL 1.0 wrote it, each byte of its
   * UTF-8 as a character. Undefined to derive from no bytes, not even from the two zero bytes at the end.
   */
  readonly characters: string | undefined;
}

/**
 * The passwords that what was typed may stand for, the likeliest first: as it is, without blanks that were copied along,
 * with accents as characters of their own (as macOS writes them) or not; each in the encodings that programs use.
 */
export function readings(typed: string): Password[] {
  const texts = [typed, typed.trim()].flatMap(text => [text, text.normalize(), text.normalize('NFD')]);
  return [...new Set(texts)].flatMap(text => {
    const bytes = latin1(new TextEncoder().encode(text));
    return [...new Set([text, bytes, text || undefined])].map(characters => ({ text, characters }));
  });
}

/** More would take minutes, and only a hostile file requires it. */
const MOST_ITERATIONS = 10_000_000;

/** An iteration count within reason. @throws CertificateError above 10 million; BerError for none. */
function iterationCount(value: Ber | undefined): number {
  const count = smallInteger(value);
  if (count > MOST_ITERATIONS) throw new CertificateError('UNSUPPORTED', 'too-many-iterations');
  return Math.max(count, 1);
}

/** Hashes of the PKCS#12 derivation: output and block size in bytes, as u and v in RFC 7292, B.2. */
const HASHES = {
  'SHA-1': { digest: sha1, blockSize: 64 },
  'SHA-256': { digest: sha256, blockSize: 64 },
  'SHA-384': { digest: sha384, blockSize: 128 },
  'SHA-512': { digest: sha512, blockSize: 128 },
} as const;

type HashName = keyof typeof HASHES;

/** The purpose of the derived bytes: RFC 7292, B.3. */
const PURPOSE = { key: 1, iv: 2, mac: 3 } as const;

/**
 * The password in the encoding of PKCS#12's own derivation: UTF-16 big endian with two zero bytes at the end, or nothing
 * at all.
 */
function bmpPassword({ characters }: Password): Uint8Array<ArrayBuffer> {
  if (characters === undefined) return new Uint8Array();
  const bytes = new Uint8Array(characters.length * 2 + 2);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < characters.length; i++) view.setUint16(i * 2, characters.charCodeAt(i));
  return bytes;
}

interface Derivation {
  readonly hash: HashName;
  /** See `bmpPassword`. */
  readonly password: Uint8Array;
  readonly salt: Uint8Array;
  readonly iterations: number;
}

/**
 * The key derivation of PKCS#12 (RFC 7292, B.2). WebCrypto lacks it, and an asynchronous digest per iteration would
 * cost more than the hash itself, so the hash is JavaScript.
 *
 * @param length in bytes.
 */
function derive(
  { hash, password, salt, iterations }: Derivation,
  purpose: 1 | 2 | 3,
  length: number,
): Uint8Array<ArrayBuffer> {
  const { digest, blockSize } = HASHES[hash];
  const saltBlocks = repeated(salt, blockSize);
  const input = new Uint8Array(blockSize + saltBlocks.length + padded(password.length, blockSize));
  input.fill(purpose, 0, blockSize);
  input.set(saltBlocks, blockSize);
  input.set(repeated(password, blockSize), blockSize + saltBlocks.length);
  const output = new Uint8Array(length);
  const block = new Uint8Array(digest.outputLen);
  for (let at = 0; at < length; at += block.length) {
    digest.create().update(input).digestInto(block);
    for (let round = 1; round < iterations; round++) digest.create().update(block).digestInto(block);
    output.set(block.subarray(0, length - at), at);
    addToBlocks(input.subarray(blockSize), repeated(block, blockSize).subarray(0, blockSize));
  }
  block.fill(0);
  input.fill(0);
  return output;
}

/** Adds `block` + 1 to each block of `blocks`, modulo its size. */
function addToBlocks(blocks: Uint8Array, block: Uint8Array): void {
  for (let start = 0; start < blocks.length; start += block.length) {
    let carry = 1;
    for (let i = block.length - 1; i >= 0; i--) {
      carry += (blocks[start + i] ?? 0) + (block[i] ?? 0);
      blocks[start + i] = carry;
      carry >>>= 8;
    }
  }
}

function padded(length: number, blockSize: number): number {
  return Math.ceil(length / blockSize) * blockSize;
}

/** Repeats the bytes to fill complete blocks. */
function repeated(bytes: Uint8Array, blockSize: number): Uint8Array {
  return Uint8Array.from({ length: padded(bytes.length, blockSize) }, (_, i) => bytes[i % bytes.length] ?? 0);
}

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
const HMAC_HASHES: Readonly<Record<string, HashName>> = {
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
async function pbkdf2(kdf: Ber, password: Password, length: number | undefined): Promise<Bytes> {
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
