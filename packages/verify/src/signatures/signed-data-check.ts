import {
  algorithmText,
  checkSignature,
  context,
  hashNamed,
  hexOf,
  isStrong,
  octets,
  oid,
  readableCertificates,
  readAlgorithm,
  readAlgorithmIdentifier,
  sameBytes,
  sameName,
  TAG,
  time,
  type Bytes,
  type CertificateFacts,
  type HashName,
  type SignatureCheck,
} from '@sign-session/certificates';
import { digestOf, joined, sameInteger } from '../bytes.ts';
import { onlyValue, readSignedData, SignatureFormatError, type SignedData } from './signed-data.ts';
import { hasReference, referenceMatches } from './signing-certificate.ts';

/** A CMS signature, looked into: what it says of itself, and whether its own numbers agree. */
export interface SignedDataCheck {
  /** Whether the content is what the signer hashed. */
  readonly digest: SignatureCheck;
  /** Whether the signer's key signed the attributes. */
  readonly signature: SignatureCheck;
  /** The key is strong enough, and so is the hash, of the content as of what was signed. */
  readonly strong: boolean;
  /** SHA-256, in hex, of the signer's certificate and the DER of what they signed; undefined without a signer. */
  readonly fingerprint: string | undefined;
  /** Such as `SHA256 with RSA`. */
  readonly algorithm: string | undefined;
  /** Undefined when it is not among the certificates, or is not the one that the signed reference names. */
  readonly signer: CertificateFacts | undefined;
  /** All certificates that came along and can be read. */
  readonly certificates: readonly CertificateFacts[];
  readonly signingTime: Date | undefined;
  /** The OID of the policy that is stated. */
  readonly policy: string | undefined;
  /** What was signed, where it is inside. */
  readonly content: Bytes | undefined;
  readonly contentType: string;
  /** Whether anything but zeros stands behind it. */
  readonly isFollowed: boolean;
  /** The signature's own bytes: what a timestamp is of. */
  readonly value: Bytes;
  /** The DER of the timestamp on it (RFC 3161). */
  readonly timestampToken: Bytes | undefined;
  /** The DER of the timestamp of the content, made before it was signed (RFC 5126, 5.11.4). */
  readonly contentTimestampToken: Bytes | undefined;
}

const ATTRIBUTE = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  algorithmProtection: '1.2.840.113549.1.9.52',
  signingTime: '1.2.840.113549.1.9.5',
  timestampToken: '1.2.840.113549.1.9.16.2.14',
  policy: '1.2.840.113549.1.9.16.2.15',
  contentTimestamp: '1.2.840.113549.1.9.16.2.20',
} as const;

/** Chains with their revocation lists reach some megabytes; what is larger is there to keep us busy. */
const LARGEST_BYTES = 8 * 1024 * 1024;
const MOST_CERTIFICATES = 40;

/**
 * Checks a CMS SignedData with one signer against its content.
 * @param cms BER or DER; zeros behind it, which fill a PDF's room, are allowed
 * @param detached the content's parts; without it, the content is inside
 * @param options.needsReference: its signer must refer to their certificate (ETSI EN 319 142-1, 6.3)
 * @throws SignatureFormatError
 */
export async function checkSignedData(
  cms: Bytes,
  detached?: readonly Uint8Array[],
  { needsReference = false } = {},
): Promise<SignedDataCheck> {
  try {
    return await check(cms, detached, needsReference);
  } catch (cause) {
    if (cause instanceof SignatureFormatError) throw cause;
    throw new SignatureFormatError('The signature cannot be read.', { cause });
  }
}

async function check(
  cms: Bytes,
  detached: readonly Uint8Array[] | undefined,
  needsReference: boolean,
): Promise<SignedDataCheck> {
  if (cms.length > LARGEST_BYTES) throw new SignatureFormatError('The signature is too large.');
  const data = readSignedData(cms);
  const parts = detached ?? (data.content && [data.content]);
  if (parts === undefined) throw new SignatureFormatError('No content.');
  if (detached && data.content) throw new SignatureFormatError('Two contents.');
  if (needsReference && !hasReference(data.signedAttributes)) throw new SignatureFormatError('No reference.');
  // Whoever lets others sign attributes could have them sign a document (RFC 5652 signs both in the same way).
  if (data.signedBytes === undefined && parts.find(({ length }) => length > 0)?.[0] === TAG.set)
    throw new SignatureFormatError('The content may be the attributes of another signature.');
  const certificates = certificatesIn(data);
  const signer = await signerAmong(certificates, data);
  const hash = hashNamed(data.digestAlgorithm.algorithm);
  const algorithm = readAlgorithm(data.signatureAlgorithm, hash);
  if (!isAsProtected(data)) throw new SignatureFormatError('Other algorithms than were signed.');
  const signingTime = onlyValue(data.signedAttributes, ATTRIBUTE.signingTime);
  const { signedBytes, signedAttributes, unsignedAttributes, signature: value } = data;
  const key = signer?.publicKey;
  return {
    digest: signedBytes === undefined ? 'valid' : await checkDigest(data, hash, parts),
    // Without attributes the signature is over the content itself.
    signature: key ? await checkSignature(key, algorithm, signedBytes ?? joined(parts), value) : 'invalid',
    strong: !!key && !!algorithm && hash === algorithm.hash && isStrong(key, algorithm),
    // Without attributes the signature is over the content itself.
    fingerprint: signer && (await fingerprintOf(signer, signedBytes ? [signedBytes] : parts)),
    algorithm: algorithm && algorithmText(algorithm),
    signer,
    certificates,
    signingTime: signingTime && time(signingTime),
    policy: policyIn(data),
    content: data.content,
    contentType: data.contentType,
    isFollowed: data.isFollowed,
    value,
    timestampToken: onlyValue(unsignedAttributes, ATTRIBUTE.timestampToken)?.raw,
    contentTimestampToken: onlyValue(signedAttributes, ATTRIBUTE.contentTimestamp)?.raw,
  };
}

/** `CMSAlgorithmProtection ::= SEQUENCE { digestAlgorithm, signatureAlgorithm [1] OPTIONAL, … }` (RFC 6211). */
function isAsProtected({ signedAttributes, digestAlgorithm, signatureAlgorithm }: SignedData): boolean {
  if (!signedAttributes.has(ATTRIBUTE.algorithmProtection)) return true;
  const [digest, signature] = onlyValue(signedAttributes, ATTRIBUTE.algorithmProtection)?.children ?? [];
  if (digest === undefined || signature?.tag !== context(1)) return false;
  return (
    readAlgorithmIdentifier(digest).algorithm === digestAlgorithm.algorithm &&
    oid(signature.children[0]) === signatureAlgorithm.algorithm
  );
}

/** `SignaturePolicy ::= CHOICE { SignaturePolicyId SEQUENCE { sigPolicyId OBJECT IDENTIFIER, … }, implied NULL }` */
function policyIn({ signedAttributes }: SignedData): string | undefined {
  const value = onlyValue(signedAttributes, ATTRIBUTE.policy);
  return value?.tag === TAG.sequence ? oid(value.cursor().next()) : undefined;
}

function certificatesIn({ certificates }: SignedData): CertificateFacts[] {
  if (certificates.length > MOST_CERTIFICATES) {
    throw new SignatureFormatError('There are too many certificates.');
  }
  return readableCertificates(certificates);
}

async function signerAmong(
  certificates: readonly CertificateFacts[],
  { signer, signedAttributes }: SignedData,
): Promise<CertificateFacts | undefined> {
  // Once: a stranger's may be megabytes long.
  const wanted = 'keyIdentifier' in signer ? hexOf(signer.keyIdentifier) : undefined;
  const named = certificates.filter(({ issuer, serial, keyIdentifier }) =>
    'keyIdentifier' in signer
      ? keyIdentifier === wanted
      : sameInteger(serial, signer.serial) && sameName(issuer, signer.issuer),
  );
  for (const certificate of named)
    if (await referenceMatches(signedAttributes, certificate)) return certificate;
  return undefined;
}

async function fingerprintOf({ der }: CertificateFacts, signed: readonly Uint8Array[]): Promise<string> {
  return hexOf(await digestOf('SHA-256', [der, ...signed])).toLowerCase();
}

async function checkDigest(
  { signedAttributes, contentType }: SignedData,
  hash: HashName | undefined,
  parts: readonly Uint8Array[],
): Promise<SignatureCheck> {
  const stated = onlyValue(signedAttributes, ATTRIBUTE.messageDigest);
  const type = onlyValue(signedAttributes, ATTRIBUTE.contentType);
  if (stated === undefined || type === undefined) return 'invalid';
  if (hash === undefined) return 'not-computable';
  const actual = await digestOf(hash, parts);
  return sameBytes(actual, octets(stated)) && oid(type) === contentType ? 'valid' : 'invalid';
}
