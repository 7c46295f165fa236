import { Attribute } from '@peculiar/asn1-cms';
import {
  AsnArray,
  AsnConvert,
  AsnObjectIdentifierConverter,
  AsnProp,
  AsnType,
  AsnTypeTypes,
  OctetString,
} from '@peculiar/asn1-schema';
import { Time } from '@peculiar/asn1-x509';
import { sha256 } from './sha256.ts';
import { signaturePolicyValue, type SignaturePolicy } from './signature-policy.ts';

export const ID_DATA = '1.2.840.113549.1.7.1';

const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_TIME = '1.2.840.113549.1.9.5';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';
const SIGNATURE_POLICY = '1.2.840.113549.1.9.16.2.15';

// Schemas that @peculiar/asn1-cms lacks. The decorators are called as functions, so that the file works with either
// decorator setting of the TypeScript runner.

/**
 * `ESSCertIDv2 ::= SEQUENCE { hashAlgorithm DEFAULT {id-sha256}, certHash, issuerSerial OPTIONAL }` (RFC 5035, 4).
 * DER omits default values, so SHA-256 is left out.
 */
class CertificateId {
  certHash = new OctetString();
}
AsnType({ type: AsnTypeTypes.Sequence })(CertificateId);
AsnProp({ type: OctetString })(CertificateId.prototype, 'certHash');

class CertificateIds extends AsnArray<CertificateId> {}
AsnType({ type: AsnTypeTypes.Sequence, itemType: CertificateId })(CertificateIds);

/** `SigningCertificateV2 ::= SEQUENCE { certs SEQUENCE OF ESSCertIDv2, policies OPTIONAL }` (RFC 5035, 3). */
class SigningCertificateV2 {
  certs = new CertificateIds();
}
AsnType({ type: AsnTypeTypes.Sequence })(SigningCertificateV2);
AsnProp({ type: CertificateIds })(SigningCertificateV2.prototype, 'certs');

/** The signed attributes: `SET OF Attribute`. */
class AttributeSet extends AsnArray<Attribute> {}
AsnType({ type: AsnTypeTypes.Set, itemType: Attribute })(AttributeSet);

export interface SignedAttributesOptions {
  /** SHA-256 of the content; 32 bytes. */
  messageDigest: Uint8Array;
  /** DER of the signer's certificate. */
  certificate: Uint8Array;
  /** Left out of PAdES signatures, which state the time in the PDF (ETSI EN 319 142-1, 6.3). */
  signingTime?: Date | undefined;
  policy?: SignaturePolicy | undefined;
  /** OID of the content type. Default: data. */
  contentType?: string;
}

/**
 * The signed attributes contentType, messageDigest, signingCertificateV2 and optionally signingTime and
 * sigPolicyId. They are sorted by encoding, as DER requires for a SET OF (X.690, 11.6): OpenSSL accepts any order,
 * Bouncy Castle does not.
 */
export function signedAttributes(options: SignedAttributesOptions): Attribute[] {
  const { messageDigest, certificate, signingTime, policy, contentType = ID_DATA } = options;
  const attributes = [
    attribute(CONTENT_TYPE, AsnObjectIdentifierConverter.toASN(contentType).toBER()),
    attribute(MESSAGE_DIGEST, AsnConvert.serialize(new OctetString(messageDigest))),
    attribute(SIGNING_CERTIFICATE_V2, AsnConvert.serialize(signingCertificate(certificate))),
  ];
  if (signingTime) attributes.push(attribute(SIGNING_TIME, AsnConvert.serialize(new Time(signingTime))));
  if (policy) attributes.push(attribute(SIGNATURE_POLICY, signaturePolicyValue(policy)));
  return inDerOrder(attributes);
}

/**
 * The bytes to sign: the attributes as an explicit SET OF, not with the `[0]` tag that they have in the CMS (RFC
 * 5652, 5.4).
 */
export function bytesToSign(attributes: Attribute[]): ArrayBuffer {
  return AsnConvert.serialize(new AttributeSet(attributes));
}

/** Parses what `bytesToSign` returned. */
export function attributesIn(signedBytes: Uint8Array): Attribute[] {
  return [...AsnConvert.parse(signedBytes, AttributeSet)];
}

/** Items of a SET OF, sorted by encoding as DER requires. */
export function inDerOrder<Item>(items: Item[]): Item[] {
  const encoded = items.map(item => ({ item, der: Buffer.from(AsnConvert.serialize(item)) }));
  return encoded.toSorted((a, b) => Buffer.compare(a.der, b.der)).map(({ item }) => item);
}

function attribute(attrType: string, value: ArrayBuffer): Attribute {
  return new Attribute({ attrType, attrValues: [value] });
}

function signingCertificate(certificate: Uint8Array): SigningCertificateV2 {
  const id = new CertificateId();
  id.certHash = new OctetString(sha256(certificate));
  const value = new SigningCertificateV2();
  value.certs = new CertificateIds([id]);
  return value;
}
