import { der, oidDer, readWhole, TAG, type Bytes } from '@sign-session/certificates';
import { sha256 } from '../domain/sha256.ts';
import { inDerOrder, timeDer } from './der.ts';
import { signaturePolicyValue, type SignaturePolicy } from './signature-policy.ts';

export const ID_DATA = '1.2.840.113549.1.7.1';

const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_TIME = '1.2.840.113549.1.9.5';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';
const SIGNATURE_POLICY = '1.2.840.113549.1.9.16.2.15';

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
 * DER of the signed attributes contentType, messageDigest, signingCertificateV2 and optionally signingTime and
 * sigPolicyId. They are sorted by encoding, as DER requires for a SET OF (X.690, 11.6): OpenSSL accepts any order,
 * Bouncy Castle does not.
 */
export function signedAttributes(options: SignedAttributesOptions): Bytes[] {
  const { messageDigest, certificate, signingTime, policy, contentType = ID_DATA } = options;
  return inDerOrder([
    attribute(CONTENT_TYPE, oidDer(contentType)),
    attribute(MESSAGE_DIGEST, der(TAG.octetString, messageDigest)),
    attribute(SIGNING_CERTIFICATE_V2, signingCertificate(certificate)),
    ...(signingTime === undefined ? [] : [attribute(SIGNING_TIME, timeDer(signingTime))]),
    ...(policy === undefined ? [] : [attribute(SIGNATURE_POLICY, signaturePolicyValue(policy))]),
  ]);
}

/**
 * The bytes to sign: the attributes as an explicit SET OF, not with the `[0]` tag that they have in the CMS (RFC
 * 5652, 5.4).
 */
export function bytesToSign(attributes: readonly Uint8Array[]): Bytes {
  return der(TAG.set, ...attributes);
}

/** Parses what `bytesToSign` returned. */
export function attributesIn(signedBytes: Bytes): Bytes[] {
  return readWhole(signedBytes).children.map(({ raw }) => raw);
}

/** An `Attribute` with one value. @param value DER */
export function attribute(type: string, value: Uint8Array): Bytes {
  return der(TAG.sequence, oidDer(type), der(TAG.set, value));
}

/**
 * `SigningCertificateV2 ::= SEQUENCE { certs SEQUENCE OF ESSCertIDv2, policies OPTIONAL }` with `ESSCertIDv2 ::= SEQUENCE
 * { hashAlgorithm DEFAULT {id-sha256}, certHash, issuerSerial OPTIONAL }` (RFC 5035, 3 and 4). DER omits default
 * values, so SHA-256 is left out.
 */
function signingCertificate(certificate: Uint8Array): Bytes {
  const reference = der(TAG.sequence, der(TAG.octetString, sha256(certificate)));
  return der(TAG.sequence, der(TAG.sequence, reference));
}
