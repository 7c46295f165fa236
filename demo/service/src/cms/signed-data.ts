import {
  CMSVersion,
  ContentInfo,
  DigestAlgorithmIdentifiers,
  EncapsulatedContent,
  EncapsulatedContentInfo,
  id_signedData,
  IssuerAndSerialNumber,
  SignerIdentifier,
  SignerInfo,
  SignerInfos,
} from '@peculiar/asn1-cms';
import type { Attribute } from '@peculiar/asn1-cms';
import { AsnConvert, AsnProp, AsnPropTypes, AsnType, AsnTypeTypes, OctetString } from '@peculiar/asn1-schema';
import { Certificate } from '@peculiar/asn1-x509';
import { digestAlgorithm, signatureAlgorithm, type SignatureAlgorithm } from './signature-algorithms.ts';
import { ID_DATA } from './signed-attributes.ts';

/**
 * `SignedData` (RFC 5652, 5.1) that keeps the certificates' original bytes. @peculiar/asn1-cms would re-encode
 * them, which could break their issuers' signatures.
 */
class SignedDataOfBytes {
  version = CMSVersion.v1;
  digestAlgorithms = new DigestAlgorithmIdentifiers();
  encapContentInfo = new EncapsulatedContentInfo();
  certificates = new ArrayBuffer(0);
  signerInfos = new SignerInfos();
}
AsnType({ type: AsnTypeTypes.Sequence })(SignedDataOfBytes);
AsnProp({ type: AsnPropTypes.Integer })(SignedDataOfBytes.prototype, 'version');
AsnProp({ type: DigestAlgorithmIdentifiers })(SignedDataOfBytes.prototype, 'digestAlgorithms');
AsnProp({ type: EncapsulatedContentInfo })(SignedDataOfBytes.prototype, 'encapContentInfo');
AsnProp({ type: AsnPropTypes.Any })(SignedDataOfBytes.prototype, 'certificates');
AsnProp({ type: SignerInfos })(SignedDataOfBytes.prototype, 'signerInfos');

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

/**
 * A CMS SignedData with one signer, in strict DER: definite lengths, primitive strings, sorted sets. It contains
 * the whole chain, so that a verifier needs only the root.
 * @throws RangeError when there is no certificate
 */
export function signedData(parts: SignedDataParts): Uint8Array {
  const value = new SignedDataOfBytes();
  value.digestAlgorithms = new DigestAlgorithmIdentifiers([digestAlgorithm()]);
  const { content, contentType = ID_DATA } = parts;
  // RFC 5652, 5.1: the version is 3 for any content type other than data.
  if (contentType !== ID_DATA) value.version = CMSVersion.v3;
  value.encapContentInfo = encapsulated(content, contentType);
  value.certificates = certificateSet(parts.chain);
  value.signerInfos = new SignerInfos([signerInfo(parts)]);
  const info = new ContentInfo({ contentType: id_signedData, content: AsnConvert.serialize(value) });
  return new Uint8Array(AsnConvert.serialize(info));
}

/** `[0] IMPLICIT SET OF`, in DER order. */
function certificateSet(certificates: readonly Uint8Array[]): ArrayBuffer {
  const content = Buffer.concat(certificates.toSorted((a, b) => Buffer.compare(a, b)));
  const { length } = content;
  const size = Math.ceil(length.toString(16).length / 2);
  const bytes = Array.from({ length: size }, (_, index) => (length >>> (8 * (size - 1 - index))) & 0xff);
  const head = length < 0x80 ? [0xa0, length] : [0xa0, 0x80 | size, ...bytes];
  return new Uint8Array([...head, ...content]).buffer;
}

function encapsulated(content: Uint8Array | undefined, eContentType: string): EncapsulatedContentInfo {
  const info = new EncapsulatedContentInfo({ eContentType });
  if (content) info.eContent = new EncapsulatedContent({ single: new OctetString(content) });
  return info;
}

function signerInfo({
  chain,
  signedAttrs,
  algorithm,
  signature,
  unsignedAttrs,
}: SignedDataParts): SignerInfo {
  const [leaf] = chain;
  if (!leaf) throw new RangeError('A signer needs a certificate.');
  return new SignerInfo({
    version: CMSVersion.v1,
    sid: new SignerIdentifier({ issuerAndSerialNumber: issuerAndSerialNumber(leaf) }),
    digestAlgorithm: digestAlgorithm(),
    signedAttrs,
    signatureAlgorithm: signatureAlgorithm(algorithm),
    signature: new OctetString(signature),
    ...(unsignedAttrs === undefined ? {} : { unsignedAttrs }),
  });
}

function issuerAndSerialNumber(der: Uint8Array): IssuerAndSerialNumber {
  const { issuer, serialNumber } = AsnConvert.parse(der, Certificate).tbsCertificate;
  return new IssuerAndSerialNumber({ issuer, serialNumber });
}
