import { createCipheriv, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { Integer, Null, ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import forge from 'node-forge';

/** The encryption of a PKCS#12 file. */
export interface Pkcs12Encryption {
  readonly certificates: Scheme;
  readonly key: Scheme;
  /** The hash of the file's MAC. */
  readonly macHash: 'sha1' | 'sha256';
}

type Scheme = 'aes-256' | 'rc2-40' | '3des';

export interface Encrypted {
  /** An AlgorithmIdentifier. */
  readonly algorithm: Sequence;
  readonly content: Uint8Array;
}

/** PBES2 with AES, as current software writes it. */
export const MODERN: Pkcs12Encryption = { certificates: 'aes-256', key: 'aes-256', macHash: 'sha256' };

/** As Windows and most A1 exports of the last twenty years write it. */
export const LEGACY: Pkcs12Encryption = { certificates: 'rc2-40', key: '3des', macHash: 'sha1' };

/** OpenSSL's default. Low is fine: these are test files with a public password. */
const ITERATIONS = 2048;
const SALT_BYTES = 16;

const OID = {
  pbes2: '1.2.840.113549.1.5.13',
  pbkdf2: '1.2.840.113549.1.5.12',
  hmacSha256: '1.2.840.113549.2.9',
  aes256Cbc: '2.16.840.1.101.3.4.1.42',
  sha1AndRc2: '1.2.840.113549.1.12.1.6',
  sha1And3Des: '1.2.840.113549.1.12.1.3',
  sha1: '1.3.14.3.2.26',
  sha256: '2.16.840.1.101.3.4.2.1',
} as const;

/** Purpose codes of the key derivation (RFC 7292, B.3). */
const PURPOSE = { key: 1, iv: 2, mac: 3 } as const;

export function encrypt(content: Uint8Array, password: string, scheme: Scheme): Encrypted {
  const salt = randomBytes(SALT_BYTES);
  if (scheme === 'aes-256') return encryptModern(content, password, salt);
  const derive = (purpose: number, length: number) => deriveLegacy(password, salt, purpose, length, 'sha1');
  const iv = derive(PURPOSE.iv, 8);
  const algorithm = sequence(
    new ObjectIdentifier({ value: scheme === 'rc2-40' ? OID.sha1AndRc2 : OID.sha1And3Des }),
    sequence(octets(salt), new Integer({ value: ITERATIONS })),
  );
  if (scheme === 'rc2-40') return { algorithm, content: encryptRc2(content, derive(PURPOSE.key, 5), iv) };
  const cipher = createCipheriv('des-ede3-cbc', derive(PURPOSE.key, 24), iv);
  return { algorithm, content: Buffer.concat([cipher.update(content), cipher.final()]) };
}

/** PBES2 (RFC 8018, 6.2): PBKDF2 with HMAC-SHA-256, AES-256-CBC. */
function encryptModern(content: Uint8Array, password: string, salt: Uint8Array): Encrypted {
  const iv = randomBytes(16);
  const cipher = createCipheriv('aes-256-cbc', pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256'), iv);
  const derivation = sequence(
    octets(salt),
    new Integer({ value: ITERATIONS }),
    sequence(new ObjectIdentifier({ value: OID.hmacSha256 }), new Null()),
  );
  const algorithm = sequence(
    new ObjectIdentifier({ value: OID.pbes2 }),
    sequence(
      sequence(new ObjectIdentifier({ value: OID.pbkdf2 }), derivation),
      sequence(new ObjectIdentifier({ value: OID.aes256Cbc }), octets(iv)),
    ),
  );
  return { algorithm, content: Buffer.concat([cipher.update(content), cipher.final()]) };
}

/** RC2 from node-forge, because OpenSSL 3 has it only in its legacy provider, which Node does not load. */
function encryptRc2(content: Uint8Array, key: Buffer, iv: Buffer): Uint8Array {
  const cipher = forge.rc2.createEncryptionCipher(key.toString('latin1'), 40);
  cipher.start(iv.toString('latin1'));
  cipher.update(forge.util.createBuffer(Buffer.from(content).toString('latin1')));
  cipher.finish();
  return Buffer.from(cipher.output.getBytes(), 'latin1');
}

/** MacData (RFC 7292, 4): HMAC over the authenticated safe, with a key derived from the password. */
export function macData(content: Uint8Array, password: string, hash: Pkcs12Encryption['macHash']): Sequence {
  const salt = randomBytes(SALT_BYTES);
  const key = deriveLegacy(password, salt, PURPOSE.mac, hash === 'sha1' ? 20 : 32, hash);
  const digest = createHmac(hash, key).update(content).digest();
  const algorithm = sequence(new ObjectIdentifier({ value: OID[hash] }), new Null());
  return sequence(sequence(algorithm, octets(digest)), octets(salt), new Integer({ value: ITERATIONS }));
}

function deriveLegacy(
  password: string,
  salt: Uint8Array,
  purpose: number,
  length: number,
  hash: 'sha1' | 'sha256',
): Buffer {
  const buffer = forge.util.createBuffer(Buffer.from(salt).toString('latin1'));
  const digest = hash === 'sha1' ? forge.md.sha1.create() : forge.md.sha256.create();
  const derived = forge.pkcs12.generateKey(password, buffer, purpose, ITERATIONS, length, digest);
  return Buffer.from(derived.getBytes(), 'latin1');
}

export function sequence(
  ...value: NonNullable<ConstructorParameters<typeof Sequence>[0]>['value'] & object
): Sequence {
  return new Sequence({ value });
}

export function octets(bytes: Uint8Array): OctetString {
  return new OctetString({ valueHex: Uint8Array.from(bytes).buffer });
}
