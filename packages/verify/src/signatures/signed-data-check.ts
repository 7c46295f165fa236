import { createHash } from 'node:crypto';
import { ContentInfo, id_signedData, SignedData, type Attribute, type SignerInfo } from '@peculiar/asn1-cms';
import { AsnConvert, AsnObjectIdentifierConverter, OctetString } from '@peculiar/asn1-schema';
import { Time } from '@peculiar/asn1-x509';
import { readCertificate } from '../certificates/certificate-facts.ts';
import type { CertificateFacts } from '../certificates/certificate-facts.ts';
import { algorithmNamed, hashNamed, isSignedBy, isStrong, isStrongHash } from './algorithms.ts';
import type { HashName, SignatureAlgorithm } from './algorithms.ts';
import { signedDataBytes, type SignedDataBytes } from './signed-data-bytes.ts';
import { referenceMatches } from './signing-certificate.ts';

/** A CMS signature, looked into: what it says of itself, and whether its own numbers agree. */
export interface SignedDataCheck {
  /** The content is what the signer hashed. */
  readonly digestMatches: boolean;
  /** The signer's key signed the attributes. */
  readonly signatureValid: boolean;
  /** The key is strong enough, and so are the hashes of the content and of what was signed. */
  readonly strong: boolean;
  readonly algorithm: SignatureAlgorithm | undefined;
  /** Undefined when it is not among the certificates, or is not the one that the signed reference names. */
  readonly signer: CertificateFacts | undefined;
  /** All certificates that came along. */
  readonly certificates: readonly CertificateFacts[];
  readonly signingTime: Date | undefined;
  /** What was signed, where it is inside. */
  readonly content: Uint8Array<ArrayBuffer> | undefined;
  readonly contentType: string;
  /** The signature's own bytes: what a timestamp is of. */
  readonly value: Uint8Array<ArrayBuffer>;
  /** The DER of the timestamp on it (RFC 3161). */
  readonly timestampToken: Uint8Array<ArrayBuffer> | undefined;
}

/** It is not the CMS (RFC 5652) that a PDF signature has to be. */
export class SignatureFormatError extends Error {
  override readonly name = 'SignatureFormatError';
}

const ATTRIBUTE = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  timestampToken: '1.2.840.113549.1.9.16.2.14',
} as const;

/** Chains with their revocation lists reach some hundreds of kilobytes; what is larger is there to keep us busy. */
const LARGEST_BYTES = 1024 * 1024;
const MOST_CERTIFICATES = 40;

/**
 * Checks a CMS SignedData with one signer against its content.
 * @param cms BER or DER; zeros behind it, which fill a PDF's room, are allowed
 * @param detached the content's parts; without it, the content is inside
 * @throws SignatureFormatError
 */
export function checkSignedData(cms: Uint8Array, detached?: readonly Uint8Array[]): SignedDataCheck {
  try {
    if (cms.length > LARGEST_BYTES) throw new SignatureFormatError('The signature is too large.');
    const info = AsnConvert.parse(cms, ContentInfo);
    if (info.contentType !== id_signedData) throw new SignatureFormatError('This is no signed data.');
    const data = AsnConvert.parse(info.content, SignedData);
    return check(data, signedDataBytes(info.content), detached);
  } catch (cause) {
    if (cause instanceof SignatureFormatError) throw cause;
    throw new SignatureFormatError('The signature cannot be read.', { cause });
  }
}

function check(
  data: SignedData,
  bytes: SignedDataBytes,
  detached: readonly Uint8Array[] | undefined,
): SignedDataCheck {
  const [signerInfo, another] = data.signerInfos;
  if (signerInfo === undefined || another !== undefined) throw new SignatureFormatError('Not one signer.');
  const inside = data.encapContentInfo.eContent?.single?.buffer;
  const content = inside && new Uint8Array(inside);
  const parts = detached ?? (content && [content]);
  const hash = hashNamed(signerInfo.digestAlgorithm.algorithm);
  if (parts === undefined || hash === undefined)
    throw new SignatureFormatError('No content or no known hash.');
  const certificates = certificatesIn(bytes);
  const signer = signerAmong(certificates, signerInfo);
  const algorithm = algorithmNamed(signerInfo.signatureAlgorithm.algorithm, hash);
  const value = new Uint8Array(signerInfo.signature.buffer);
  const attributes = signerInfo.signedAttrs ?? [];
  const { eContentType: contentType } = data.encapContentInfo;
  // Without attributes the signature is over the content itself.
  const signed = bytes.signedAttributes ?? Buffer.concat(parts);
  return {
    digestMatches:
      bytes.signedAttributes === undefined || digestMatches(attributes, hash, parts, contentType),
    signatureValid:
      signer !== undefined &&
      algorithm !== undefined &&
      isSignedBy(signer.x509.publicKey, algorithm, signed, value),
    strong:
      signer !== undefined &&
      algorithm !== undefined &&
      isStrong(signer.x509.publicKey, algorithm) &&
      isStrongHash(hash),
    algorithm,
    signer,
    certificates,
    signingTime: timeOf(valueOf(attributes, ATTRIBUTE.signingTime)),
    content,
    contentType,
    value,
    timestampToken: bytesOf(valueOf(signerInfo.unsignedAttrs ?? [], ATTRIBUTE.timestampToken)),
  };
}

function certificatesIn({ certificates }: SignedDataBytes): CertificateFacts[] {
  if (certificates.length > MOST_CERTIFICATES) {
    throw new SignatureFormatError('There are too many certificates.');
  }
  return certificates.map(readCertificate);
}

function signerAmong(
  certificates: readonly CertificateFacts[],
  { sid, signedAttrs = [] }: SignerInfo,
): CertificateFacts | undefined {
  const { issuerAndSerialNumber, subjectKeyIdentifier } = sid;
  const named = certificates.filter(certificate => {
    if (subjectKeyIdentifier) return certificate.keyIdentifier === hexOf(subjectKeyIdentifier.buffer);
    if (issuerAndSerialNumber === undefined) return false;
    const issuer = Buffer.from(AsnConvert.serialize(issuerAndSerialNumber.issuer));
    return (
      issuer.equals(certificate.issuer) &&
      sameNumber(hexOf(issuerAndSerialNumber.serialNumber), certificate.serialNumber)
    );
  });
  return named.find(certificate => referenceMatches(signedAttrs, certificate.der));
}

function digestMatches(
  attributes: readonly Attribute[],
  hash: HashName,
  parts: readonly Uint8Array[],
  contentType: string,
): boolean {
  const stated = bytesOf(valueOf(attributes, ATTRIBUTE.messageDigest));
  const type = valueOf(attributes, ATTRIBUTE.contentType);
  if (stated === undefined || type === undefined) return false;
  const actual = createHash(hash);
  for (const part of parts) actual.update(part);
  return (
    actual.digest().equals(Buffer.from(AsnConvert.parse(stated, OctetString).buffer)) &&
    Buffer.from(type).equals(Buffer.from(AsnObjectIdentifierConverter.toASN(contentType).toBER()))
  );
}

/** The only value of an attribute that stands there once. */
function valueOf(attributes: readonly Attribute[], type: string): ArrayBuffer | undefined {
  const [attribute, another] = attributes.filter(({ attrType }) => attrType === type);
  return another === undefined && attribute?.attrValues.length === 1 ? attribute.attrValues[0] : undefined;
}

function bytesOf(value: ArrayBuffer | undefined): Uint8Array<ArrayBuffer> | undefined {
  return value && new Uint8Array(value);
}

function timeOf(value: ArrayBuffer | undefined): Date | undefined {
  return value && AsnConvert.parse(value, Time).getTime();
}

function hexOf(bytes: ArrayBuffer): string {
  return Buffer.from(bytes).toString('hex').toUpperCase();
}

/** Two INTEGERs in hexadecimal, whatever their leading zeros. */
export function sameNumber(one: string, other: string): boolean {
  return one.replace(/^0+/, '') === other.replace(/^0+/, '');
}
