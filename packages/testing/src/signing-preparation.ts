import { sha256 } from '@noble/hashes/sha2.js';
import { BerError, der, oidDer, readCertificate, TAG } from '@sign-session/certificates';
import { fromBase64, toBase64 } from '../../../src/certificate/base64.ts';
import { algorithmOf } from '../../../src/certificate/signing/prepared-signature.ts';
import { toHex } from '../../../src/support/hex.ts';
import { signatureFor, type AppendedSignature } from './appended-signature.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const ATTRIBUTE = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
} as const;
const ID_DATA = '1.2.840.113549.1.7.1';

/** What `prepare_signing` answers beside the step (signer API, section 4). */
interface SigningMembers {
  readonly hashToSign: string;
  readonly hashAlgorithm: 'SHA-256';
  readonly signatureAlgorithm: string;
  /** This and the next two show what is signed. */
  readonly dataToSign?: string;
  readonly appended?: string;
  readonly byteRange?: readonly number[];
}

/** The members for a PDF that can't be prepared here, or without a certificate: a digest of nothing. */
const UNEXPLAINED: SigningMembers = {
  hashToSign: '5a'.repeat(32),
  hashAlgorithm: 'SHA-256',
  signatureAlgorithm: 'RSASSA-PKCS1-v1_5',
};

/** Prepares the signature of a PDF by a certificate, as the service does. @param pem the holder's */
export function signingMembers(base: Bytes, pem: string | undefined): SigningMembers {
  const certificate = pem === undefined ? undefined : certificateOf(pem);
  const added = signatureFor(base);
  const signatureAlgorithm = certificate && algorithmOf(certificate.publicKey);
  if (certificate === undefined || added === undefined || signatureAlgorithm === undefined)
    return UNEXPLAINED;
  const dataToSign = der(TAG.set, ...signedAttributes(base, added, certificate.der));
  return {
    hashToSign: toHex(sha256(dataToSign)),
    hashAlgorithm: 'SHA-256',
    signatureAlgorithm,
    dataToSign: toBase64(dataToSign),
    appended: toBase64(added.appended),
    byteRange: added.byteRange,
  };
}

/** The attributes that a signature covers (RFC 5652, 5.3; RFC 5035, 3). */
export function signedAttributes(
  base: Bytes,
  { appended, byteRange: [, start = 0, end = 0] }: AppendedSignature,
  certificate: Bytes,
): Bytes[] {
  const digest = sha256.create().update(base.subarray(0, start));
  digest.update(appended.subarray(0, start - base.length)).update(appended.subarray(end - base.length));
  return [
    attribute(ATTRIBUTE.contentType, oidDer(ID_DATA)),
    attribute(ATTRIBUTE.messageDigest, der(TAG.octetString, digest.digest())),
    attribute(ATTRIBUTE.signingCertificateV2, signingCertificate(sha256(certificate))),
  ];
}

/** An Attribute with one value. @param type its OID, dotted */
export function attribute(type: string, value: Bytes): Bytes {
  return der(TAG.sequence, oidDer(type), der(TAG.set, value));
}

/** SigningCertificateV2 with SHA-256. */
export function signingCertificate(hash: Uint8Array): Bytes {
  const id = der(TAG.sequence, der(TAG.octetString, hash));
  return der(TAG.sequence, der(TAG.sequence, id));
}

/** Undefined for what is none. */
function certificateOf(pem: string): ReturnType<typeof readCertificate> | undefined {
  try {
    return readCertificate(fromBase64(pem.replaceAll(/-----[^-]+-----|\s/g, '')));
  } catch (error) {
    if (error instanceof BerError || error instanceof DOMException) return undefined;
    throw error;
  }
}
