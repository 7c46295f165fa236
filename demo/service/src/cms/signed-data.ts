import {
  CertificateChoices,
  CertificateSet,
  CMSVersion,
  ContentInfo,
  DigestAlgorithmIdentifiers,
  EncapsulatedContent,
  EncapsulatedContentInfo,
  id_signedData,
  IssuerAndSerialNumber,
  SignedData,
  SignerIdentifier,
  SignerInfo,
  SignerInfos,
} from '@peculiar/asn1-cms';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { AlgorithmIdentifier, Certificate } from '@peculiar/asn1-x509';
import type { SealingIdentity } from '../pki/local-authority.ts';
import { bytesToSign, ID_DATA, inDerOrder, signedAttributes } from './signed-attributes.ts';

const SHA_256 = '2.16.840.1.101.3.4.2.1';
const SHA_256_WITH_RSA = '1.2.840.113549.1.1.11';

/** RFC 5754: parameters are left out for SHA-256 and are NULL for RSA. */
const digestAlgorithm = () => new AlgorithmIdentifier({ algorithm: SHA_256 });
const signatureAlgorithm = () => new AlgorithmIdentifier({ algorithm: SHA_256_WITH_RSA, parameters: null });

export interface SignedDataOptions {
  /** SHA-256 of the content; 32 bytes. */
  messageDigest: Uint8Array;
  /** The content itself, for an attached signature. */
  content?: Uint8Array;
  identity: SealingIdentity;
  signingTime?: Date | undefined;
}

/**
 * A CMS SignedData with one signer, in DER throughout: definite lengths, primitive strings, sorted sets.
 * The whole chain is inside, so that a verifier needs nothing but the root.
 * @throws RangeError when the identity has no certificate
 */
export async function signedData(options: SignedDataOptions): Promise<Uint8Array> {
  const { identity, content } = options;
  const certificates = identity.chain.map(der => AsnConvert.parse(der, Certificate));
  const value = new SignedData({
    version: CMSVersion.v1,
    digestAlgorithms: new DigestAlgorithmIdentifiers([digestAlgorithm()]),
    encapContentInfo: encapsulated(content),
    certificates: new CertificateSet(
      inDerOrder(certificates.map(certificate => new CertificateChoices({ certificate }))),
    ),
    signerInfos: new SignerInfos([await signerInfo(options)]),
  });
  const info = new ContentInfo({ contentType: id_signedData, content: AsnConvert.serialize(value) });
  return new Uint8Array(AsnConvert.serialize(info));
}

function encapsulated(content: Uint8Array | undefined): EncapsulatedContentInfo {
  const info = new EncapsulatedContentInfo({ eContentType: ID_DATA });
  if (content) info.eContent = new EncapsulatedContent({ single: new OctetString(content) });
  return info;
}

async function signerInfo(options: SignedDataOptions): Promise<SignerInfo> {
  const { identity, messageDigest, signingTime } = options;
  const [leaf] = identity.chain;
  if (!leaf) throw new RangeError('A signer needs a certificate.');
  const signedAttrs = signedAttributes({ messageDigest, certificate: leaf, signingTime });
  return new SignerInfo({
    version: CMSVersion.v1,
    sid: new SignerIdentifier({ issuerAndSerialNumber: issuerAndSerialNumber(leaf) }),
    digestAlgorithm: digestAlgorithm(),
    signedAttrs,
    signatureAlgorithm: signatureAlgorithm(),
    signature: new OctetString(await sign(bytesToSign(signedAttrs), identity)),
  });
}

function issuerAndSerialNumber(der: Uint8Array): IssuerAndSerialNumber {
  const { issuer, serialNumber } = AsnConvert.parse(der, Certificate).tbsCertificate;
  return new IssuerAndSerialNumber({ issuer, serialNumber });
}

function sign(bytes: ArrayBuffer, identity: SealingIdentity): Promise<ArrayBuffer> {
  return crypto.subtle.sign('RSASSA-PKCS1-v1_5', identity.privateKey, bytes);
}
