import { AsnConvert } from '@peculiar/asn1-schema';
import { AlgorithmIdentifier } from '@peculiar/asn1-x509';
import { octetsOf, oidOf, readBer, valuesIn, withDerLengths, type BerValue } from '../asn1/ber.ts';
import { hexOf } from '../bytes.ts';
import { nameKey } from '../certificates/distinguished-name.ts';

/** It is not the CMS (RFC 5652) that a PDF signature has to be. */
export class SignatureFormatError extends Error {
  override readonly name = 'SignatureFormatError';
}

/** Attributes by their types: the values of each attribute, in DER. */
export type Attributes = ReadonlyMap<string, readonly (readonly Uint8Array<ArrayBuffer>[])[]>;

/** A SignedData with one signer. All bytes but `signedBytes` are as they came, since references are over those. */
export interface SignedData {
  readonly contentType: string;
  /** What was signed, where it is inside. */
  readonly content: Uint8Array<ArrayBuffer> | undefined;
  /** DER of each certificate; attribute certificates and the like are left out. */
  readonly certificates: readonly Uint8Array<ArrayBuffer>[];
  /** The name (`nameKey`) and number, or the key identifier. Numbers in hexadecimal. */
  readonly signer:
    { readonly issuer: string; readonly serialNumber: string } | { readonly keyIdentifier: string };
  readonly digestAlgorithm: AlgorithmIdentifier;
  readonly signatureAlgorithm: AlgorithmIdentifier;
  /** What the signer signed: the attributes as an explicit SET OF (RFC 5652, 5.4). */
  readonly signedBytes: Uint8Array<ArrayBuffer> | undefined;
  readonly signedAttributes: Attributes;
  readonly signature: Uint8Array<ArrayBuffer>;
  readonly unsignedAttributes: Attributes;
}

const TAG = {
  integer: 0x02,
  oid: 0x06,
  sequence: 0x30,
  set: 0x31,
  zero: 0xa0,
  one: 0xa1,
  keyIdentifier: 0x80,
} as const;
const SIGNED_DATA = '1.2.840.113549.1.7.2';

/**
 * Reads a CMS SignedData part by part: whatever else it holds, such as long lists of revoked certificates, is passed
 * over unread.
 * @param cms BER or DER; zeros behind it, which fill a PDF's room, are allowed
 * @throws SignatureFormatError
 */
export function readSignedData(cms: Uint8Array<ArrayBuffer>): SignedData {
  try {
    const [type, wrapped] = valuesIn(expect(readBer(cms), TAG.sequence));
    if (oidOf(expect(type, TAG.oid)) !== SIGNED_DATA)
      throw new SignatureFormatError('This is no signed data.');
    const [data] = valuesIn(expect(wrapped, TAG.zero));
    const [, , encapsulated, ...rest] = valuesIn(expect(data, TAG.sequence));
    const [contentType, content] = valuesIn(expect(encapsulated, TAG.sequence));
    const certificates = rest.find(({ tag }) => tag === TAG.zero);
    const [signer, another] = valuesIn(expect(rest.at(-1), TAG.set));
    if (another !== undefined) throw new SignatureFormatError('Not one signer.');
    const [octets] = content === undefined ? [] : valuesIn(content);
    return {
      contentType: oidOf(expect(contentType, TAG.oid)),
      content: octets && octetsOf(octets),
      certificates: (certificates === undefined ? [] : valuesIn(certificates)).flatMap(({ tag, encoding }) =>
        tag === TAG.sequence ? [encoding] : [],
      ),
      ...readSigner(expect(signer, TAG.sequence)),
    };
  } catch (cause) {
    if (cause instanceof SignatureFormatError) throw cause;
    throw new SignatureFormatError('The signature cannot be read.', { cause });
  }
}

function readSigner(signer: BerValue) {
  const [, identifier, digest, ...rest] = valuesIn(signer);
  const signed = rest[0]?.tag === TAG.zero ? rest.shift() : undefined;
  const [algorithm, signature, unsigned] = rest;
  if (identifier === undefined || signature === undefined) throw new SignatureFormatError('No signature.');
  return {
    signer: readIdentifier(identifier),
    digestAlgorithm: readAlgorithmIdentifier(digest),
    signatureAlgorithm: readAlgorithmIdentifier(algorithm),
    signedBytes: signed && withDerLengths(signed, TAG.set),
    signedAttributes: readAttributes(signed),
    signature: octetsOf(signature),
    unsignedAttributes: readAttributes(unsigned?.tag === TAG.one ? unsigned : undefined),
  };
}

function readIdentifier(identifier: BerValue): SignedData['signer'] {
  if ((identifier.tag & 0xdf) === TAG.keyIdentifier) return { keyIdentifier: hexOf(octetsOf(identifier)) };
  const [issuer, serialNumber] = valuesIn(expect(identifier, TAG.sequence));
  return {
    issuer: nameKey(expect(issuer, TAG.sequence).encoding),
    serialNumber: hexOf(expect(serialNumber, TAG.integer).contents),
  };
}

function readAttributes(list: BerValue | undefined): Attributes {
  const attributes = new Map<string, (readonly Uint8Array<ArrayBuffer>[])[]>();
  for (const attribute of list === undefined ? [] : valuesIn(list)) {
    const [type, values] = valuesIn(attribute);
    const found = valuesIn(expect(values, TAG.set)).map(({ encoding }) => encoding);
    const name = oidOf(expect(type, TAG.oid));
    attributes.set(name, [...(attributes.get(name) ?? []), found]);
  }
  return attributes;
}

function readAlgorithmIdentifier(value: BerValue | undefined): AlgorithmIdentifier {
  return AsnConvert.parse(expect(value, TAG.sequence).encoding, AlgorithmIdentifier);
}

function expect(value: BerValue | undefined, tag: number): BerValue {
  if (value?.tag === tag) return value;
  throw new SignatureFormatError('The signature is of another form.');
}

/** The only value of an attribute that stands there once. */
export function onlyValue(attributes: Attributes, type: string): Uint8Array<ArrayBuffer> | undefined {
  const [values = [], another] = attributes.get(type) ?? [];
  return another === undefined && values.length === 1 ? values[0] : undefined;
}
