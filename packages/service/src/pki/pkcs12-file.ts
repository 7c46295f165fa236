import { createHash } from 'node:crypto';
import { BmpString, Constructed, Integer, ObjectIdentifier, Primitive, Set as SetOf } from 'asn1js';
import type { AsnType } from 'asn1js';
import { encrypt, macData, octets, sequence } from './pkcs12-encryption.ts';
import type { Encrypted, Pkcs12Encryption } from './pkcs12-encryption.ts';

export interface Pkcs12Content {
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
function encryptedSafe({ algorithm, content }: Encrypted): AsnType {
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
