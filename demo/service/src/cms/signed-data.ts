import { id_signedData } from '@peculiar/asn1-cms';
import type { Attribute } from '@peculiar/asn1-cms';
import { AsnConvert, AsnObjectIdentifierConverter } from '@peculiar/asn1-schema';
import { Certificate } from '@peculiar/asn1-x509';
import { DER_TAG, derElement, derSetOf } from './der.ts';
import { digestAlgorithm, signatureAlgorithm, type SignatureAlgorithm } from './signature-algorithms.ts';
import { ID_DATA } from './signed-attributes.ts';

export interface SignedDataParts {
  /** DER, the signer's first. */
  chain: readonly Uint8Array[];
  /** In DER's order, as they were signed. */
  signedAttrs: Attribute[];
  algorithm: SignatureAlgorithm;
  /** Over `bytesToSign(signedAttrs)`; of an EC key in DER. */
  signature: Uint8Array;
  /** What is said of the signature afterwards, such as its timestamp. */
  unsignedAttrs?: Attribute[] | undefined;
  /** The content itself, for an attached signature. */
  content?: Uint8Array | undefined;
  /** OID of what the content is. Default: data. */
  contentType?: string | undefined;
}

const { integer, octetString, sequence, set, context0, context1 } = DER_TAG;

/** `CMSVersion`; the version of a SignerInfo as well. */
const version = (number: number) => derElement(integer, Uint8Array.of(number));

/**
 * A CMS SignedData (RFC 5652, 5.1) with one signer, in DER throughout: definite lengths, primitive strings, sorted sets.
 * The whole chain is inside, so that a verifier needs nothing but the root. The certificates stay the very bytes that
 * were issued: @peculiar/asn1-cms would write them anew, and what their issuers signed could be another spelling.
 * @throws RangeError when there is no certificate
 */
export function signedData(parts: SignedDataParts): Uint8Array<ArrayBuffer> {
  const { chain, content, contentType = ID_DATA } = parts;
  const value = derElement(
    sequence,
    // RFC 5652, 5.1: the version tells whether anything but data is inside.
    version(contentType === ID_DATA ? 1 : 3),
    derElement(set, serialized(digestAlgorithm())),
    encapsulated(content, contentType),
    derSetOf(context0, chain),
    derElement(set, signerInfo(parts)),
  );
  return derElement(sequence, objectIdentifier(id_signedData), derElement(context0, value));
}

function encapsulated(content: Uint8Array | undefined, contentType: string): Uint8Array {
  const octets = content && derElement(context0, derElement(octetString, content));
  return derElement(sequence, objectIdentifier(contentType), ...(octets === undefined ? [] : [octets]));
}

function signerInfo(parts: SignedDataParts): Uint8Array {
  const { chain, signedAttrs, algorithm, signature, unsignedAttrs } = parts;
  const [leaf] = chain;
  if (!leaf) throw new RangeError('A signer needs a certificate.');
  return derElement(
    sequence,
    version(1),
    issuerAndSerialNumber(leaf),
    serialized(digestAlgorithm()),
    derElement(context0, ...signedAttrs.map(serialized)),
    serialized(signatureAlgorithm(algorithm)),
    derElement(octetString, signature),
    ...(unsignedAttrs === undefined ? [] : [derSetOf(context1, unsignedAttrs.map(serialized))]),
  );
}

/** Reading a certificate takes longer than all the rest, and the service's own signs everything. */
const identifiers = new WeakMap<Uint8Array, Uint8Array>();

function issuerAndSerialNumber(certificate: Uint8Array): Uint8Array {
  const known = identifiers.get(certificate);
  if (known !== undefined) return known;
  const { issuer, serialNumber } = AsnConvert.parse(certificate, Certificate).tbsCertificate;
  const serial = derElement(integer, new Uint8Array(serialNumber));
  const identifier = derElement(sequence, serialized(issuer), serial);
  identifiers.set(certificate, identifier);
  return identifier;
}

function objectIdentifier(oid: string): Uint8Array {
  return new Uint8Array(AsnObjectIdentifierConverter.toASN(oid).toBER());
}

function serialized(value: unknown): Uint8Array {
  return new Uint8Array(AsnConvert.serialize(value));
}
