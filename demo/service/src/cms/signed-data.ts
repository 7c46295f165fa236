import { id_signedData } from '@peculiar/asn1-cms';
import type { Attribute } from '@peculiar/asn1-cms';
import { AsnConvert, AsnObjectIdentifierConverter } from '@peculiar/asn1-schema';
import { Certificate } from '@peculiar/asn1-x509';
import { DER_TAG, derElement, derSetOf } from './der.ts';
import { digestAlgorithm, signatureAlgorithm, type SignatureAlgorithm } from './signature-algorithms.ts';
import { ID_DATA } from './signed-attributes.ts';

export interface SignedDataParts {
  /** DER, the signer's certificate first. */
  chain: readonly Uint8Array[];
  /** In DER order, as they were signed. */
  signedAttrs: Attribute[];
  algorithm: SignatureAlgorithm;
  /** Over `bytesToSign(signedAttrs)`; DER for an EC key. */
  signature: Uint8Array;
  /** Attributes added after signing, such as the timestamp. */
  unsignedAttrs?: Attribute[] | undefined;
  /** The content itself, for an attached signature. */
  content?: Uint8Array | undefined;
  /** OID of the content type. Default: data. */
  contentType?: string | undefined;
}

const { integer, octetString, sequence, set, context0, context1 } = DER_TAG;

/** Encodes `CMSVersion`, also for the version of a SignerInfo. */
const version = (number: number) => derElement(integer, Uint8Array.of(number));

/**
 * A CMS SignedData (RFC 5652, 5.1) with one signer, in strict DER: definite lengths, primitive strings, sorted
 * sets. It contains the whole chain, so that a verifier needs only the root. Keeps the certificates' original
 * bytes: @peculiar/asn1-cms would re-encode them, which could break their issuers' signatures.
 * @throws RangeError when there is no certificate
 */
export function signedData(parts: SignedDataParts): Uint8Array<ArrayBuffer> {
  const { chain, content, contentType = ID_DATA } = parts;
  const value = derElement(
    sequence,
    // RFC 5652, 5.1: the version is 3 for any content type other than data.
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

/**
 * Cached, because parsing a certificate takes longer than all the rest, and the service always signs with its own.
 */
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
