/** Writes the PKCS#12 files of test certificates, with the encryption of today and of old exports. */
import forge from 'node-forge';
import { createHash, createCipheriv, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import {
  BmpString,
  Constructed,
  Integer,
  ObjectIdentifier,
  Primitive,
  Set as SetOf,
  type AsnType,
  Null,
  OctetString,
  Sequence,
} from 'asn1js';

interface Pkcs12Content {
  /** DER, the key's certificate first. */
  readonly chain: readonly Uint8Array[];
  /** PKCS#8. */
  readonly privateKey: Uint8Array;
  /** The name that a key store shows. */
  readonly friendlyName: string;
}

const OID = {
  data: '1.2.840.113549.1.7.1',
  encryptedData: '1.2.840.113549.1.7.6',
  shroudedKeyBag: '1.2.840.113549.1.12.10.1.2',
  certificateBag: '1.2.840.113549.1.12.10.1.3',
  x509Certificate: '1.2.840.113549.1.9.22.1',
  friendlyName: '1.2.840.113549.1.9.20',
  localKeyId: '1.2.840.113549.1.9.21',
  pbes2: '1.2.840.113549.1.5.13',
  pbkdf2: '1.2.840.113549.1.5.12',
  hmacSha256: '1.2.840.113549.2.9',
  aes256Cbc: '2.16.840.1.101.3.4.1.42',
  sha1AndRc2: '1.2.840.113549.1.12.1.6',
  sha1And3Des: '1.2.840.113549.1.12.1.3',
  sha1: '1.3.14.3.2.26',
  sha256: '2.16.840.1.101.3.4.2.1',
} as const;

const VERSION = 3;

/**
 * Writes a PKCS#12 file (RFC 7292) with one key and its certificates, laid out as OpenSSL and Windows do:
 * certificates in one encrypted safe, the shrouded key in another, a MAC over both.
 */
export function writePkcs12(
  content: Pkcs12Content,
  password: string,
  encryption: Pkcs12Encryption,
): Uint8Array<ArrayBuffer> {
  const { chain, privateKey, friendlyName } = content;
  const [leaf = new Uint8Array()] = chain;
  const attributes = holderAttributes(friendlyName, createHash('sha1').update(leaf).digest());
  const certificates = chain.map((der, index) => certificateBag(der, index === 0 ? attributes : undefined));
  const key = encrypt(privateKey, password, encryption.key);
  const keyBag = bag(OID.shroudedKeyBag, sequence(key.algorithm, octets(key.content)), attributes);
  const safe = sequence(
    encryptedSafe(encrypt(toDer(sequence(...certificates)), password, encryption.certificates)),
    plainSafe(toDer(sequence(keyBag))),
  );
  const safeBytes = toDer(safe);
  const mac = macData(safeBytes, password, encryption.macHash);
  return toDer(sequence(new Integer({ value: VERSION }), plainSafe(safeBytes), mac));
}

function certificateBag(der: Uint8Array, attributes: SetOf | undefined): AsnType {
  const value = sequence(new ObjectIdentifier({ value: OID.x509Certificate }), explicit(octets(der)));
  return bag(OID.certificateBag, value, attributes);
}

function bag(type: string, value: AsnType, attributes: SetOf | undefined): AsnType {
  const parts: AsnType[] = [new ObjectIdentifier({ value: type }), explicit(value)];
  return sequence(...parts, ...(attributes === undefined ? [] : [attributes]));
}

/** Attributes that link the key to its certificate. */
function holderAttributes(name: string, keyId: Uint8Array): SetOf {
  return new SetOf({
    value: [
      attribute(OID.friendlyName, new BmpString({ value: name })),
      attribute(OID.localKeyId, octets(keyId)),
    ],
  });
}

/** ContentInfo of Data. */
function plainSafe(content: Uint8Array): AsnType {
  return sequence(new ObjectIdentifier({ value: OID.data }), explicit(octets(content)));
}

/** ContentInfo of EncryptedData (RFC 5652, 8), with the content under the implicit tag [0]. */
function encryptedSafe({ algorithm, content }: EncryptedContent): AsnType {
  const implicit = new Primitive({
    idBlock: { tagClass: 3, tagNumber: 0 },
    valueHex: Uint8Array.from(content).buffer,
  });
  const info = sequence(new ObjectIdentifier({ value: OID.data }), algorithm, implicit);
  const data = sequence(new Integer({ value: 0 }), info);
  return sequence(new ObjectIdentifier({ value: OID.encryptedData }), explicit(data));
}

function attribute(type: string, value: AsnType): AsnType {
  return sequence(new ObjectIdentifier({ value: type }), new SetOf({ value: [value] }));
}

function explicit(value: AsnType): AsnType {
  return new Constructed({ idBlock: { tagClass: 3, tagNumber: 0 }, value: [value] });
}

function toDer(value: AsnType): Uint8Array<ArrayBuffer> {
  return new Uint8Array(value.toBER());
}

/** The encryption of a PKCS#12 file. */
interface Pkcs12Encryption {
  readonly certificates: Scheme;
  readonly key: Scheme;
  /** The hash of the file's MAC. */
  readonly macHash: 'sha1' | 'sha256';
}

type Scheme = 'aes-256' | 'rc2-40' | '3des';

interface EncryptedContent {
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

/** Purpose codes of the key derivation (RFC 7292, B.3). */
const PURPOSE = { key: 1, iv: 2, mac: 3 } as const;

function encrypt(content: Uint8Array, password: string, scheme: Scheme): EncryptedContent {
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
function encryptModern(content: Uint8Array, password: string, salt: Uint8Array): EncryptedContent {
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
function macData(content: Uint8Array, password: string, hash: Pkcs12Encryption['macHash']): Sequence {
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

function sequence(
  ...value: NonNullable<ConstructorParameters<typeof Sequence>[0]>['value'] & object
): Sequence {
  return new Sequence({ value });
}

function octets(bytes: Uint8Array): OctetString {
  return new OctetString({ valueHex: Uint8Array.from(bytes).buffer });
}
