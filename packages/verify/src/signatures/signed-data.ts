/** CMS signatures: reading them, and checking digest, certificate and signature. */
import {
  type AlgorithmIdentifier,
  algorithmText,
  type Ber,
  type Bytes,
  type CertificateFacts,
  checkSignature,
  context,
  contextPrimitive,
  expect,
  type HashName,
  hashNamed,
  hexOf,
  isStrong,
  Name,
  octets,
  oid,
  readableCertificates,
  readAlgorithm,
  readAlgorithmIdentifier,
  readBer,
  sameBytes,
  sameName,
  type SignatureCheck,
  TAG,
  time,
  withDerLengths,
} from '@sign-session/certificates';
import { digestOf, joined, sameInteger } from '../bytes.ts';

/** It is not the CMS (RFC 5652) that a PDF signature has to be. */
export class SignatureFormatError extends Error {
  override readonly name = 'SignatureFormatError';
}

/** Attributes by their types: the SET OF values of each, in the order in which they came. */
type Attributes = ReadonlyMap<string, readonly Ber[]>;

/** Who signed, by the issuer's name and the number (content of the INTEGER), or by the key identifier. */
type SignerIdentifier = { readonly issuer: Name; readonly serial: Bytes } | { readonly keyIdentifier: Bytes };

/** A SignedData with one signer. All bytes but `signedBytes` are as they came, since references are over those. */
interface SignedData {
  readonly contentType: string;
  /** What was signed, where it is inside. */
  readonly content: Bytes | undefined;
  /** Whether anything but zeros stands behind it. Nobody signed that, and no program shows it. */
  readonly isFollowed: boolean;
  /** DER of each certificate; attribute certificates and the like are left out. */
  readonly certificates: readonly Bytes[];
  readonly signer: SignerIdentifier;
  readonly digestAlgorithm: AlgorithmIdentifier;
  readonly signatureAlgorithm: AlgorithmIdentifier;
  /** What the signer signed: the attributes as an explicit SET OF (RFC 5652, 5.4). */
  readonly signedBytes: Bytes | undefined;
  readonly signedAttributes: Attributes;
  readonly signature: Bytes;
  readonly unsignedAttributes: Attributes;
}

const SIGNED_DATA = '1.2.840.113549.1.7.2';
/** Any bytes, such as a PDF's. */
export const ID_DATA = '1.2.840.113549.1.7.1';

/**
 * Reads a CMS SignedData part by part: whatever else it holds, such as long lists of revoked certificates, is passed
 * over unread.
 * @param cms BER or DER; what pads a PDF's `/Contents` may stand behind it
 * @throws SignatureFormatError, BerError
 */
function readSignedData(cms: Bytes): SignedData {
  const whole = expect(readBer(cms), TAG.sequence);
  const info = whole.cursor();
  if (oid(info.next()) !== SIGNED_DATA) throw new SignatureFormatError('This is no signed data.');
  const [, , encapsulated, ...rest] = info.next(context(0)).cursor().next(TAG.sequence).children;
  const [contentType, content] = expect(encapsulated, TAG.sequence).children;
  const certificates = rest.find(({ tag }) => tag === context(0))?.children ?? [];
  const [signer, another] = expect(rest.at(-1), TAG.set).children;
  if (another !== undefined) throw new SignatureFormatError('Not one signer.');
  const [inner] = content?.children ?? [];
  return {
    contentType: oid(contentType),
    content: inner && octets(inner),
    isFollowed: cms.subarray(whole.end).some(byte => byte !== 0),
    certificates: certificates.flatMap(({ tag, raw }) => (tag === TAG.sequence ? [raw] : [])),
    ...readSigner(expect(signer, TAG.sequence)),
  };
}

function readSigner(signer: Ber) {
  const fields = signer.cursor();
  // The version.
  fields.next();
  const identifier = readIdentifier(fields.next());
  const digestAlgorithm = readAlgorithmIdentifier(fields.next());
  const signed = fields.optional(context(0));
  const signatureAlgorithm = readAlgorithmIdentifier(fields.next());
  const signature = octets(fields.next());
  return {
    signer: identifier,
    digestAlgorithm,
    signatureAlgorithm,
    signedBytes: signed && withDerLengths(signed, TAG.set),
    signedAttributes: readAttributes(signed),
    signature,
    unsignedAttributes: readAttributes(fields.optional(context(1))),
  };
}

function readIdentifier(identifier: Ber): SignerIdentifier {
  if (identifier.tag !== TAG.sequence) return { keyIdentifier: octets(identifier, contextPrimitive(0)) };
  const fields = identifier.cursor();
  return { issuer: new Name(fields.next()), serial: fields.next(TAG.integer).content };
}

function readAttributes(list: Ber | undefined): Attributes {
  const attributes = new Map<string, Ber[]>();
  for (const attribute of list?.cursor() ?? []) {
    const fields = expect(attribute, TAG.sequence).cursor();
    const [type, values] = [oid(fields.next()), fields.next(TAG.set)];
    const known = attributes.get(type);
    if (known === undefined) attributes.set(type, [values]);
    else known.push(values);
  }
  return attributes;
}

/** The only value of an attribute that stands there once. @throws BerError */
function onlyValue(attributes: Attributes, type: string): Ber | undefined {
  const [values, another] = attributes.get(type) ?? [];
  if (values === undefined || another !== undefined) return undefined;
  const cursor = values.cursor();
  const value = cursor.isAtEnd ? undefined : cursor.next();
  return cursor.isAtEnd ? value : undefined;
}

/** `SigningCertificate` and its second version, with the hash that each means by default. */
const KINDS = [
  ['1.2.840.113549.1.9.16.2.12', 'SHA-1'],
  ['1.2.840.113549.1.9.16.2.47', 'SHA-256'],
] as const;

/**
 * Whether the reference that the signer made to their certificate is to this one. Without a reference, another
 * certificate of the same key, name and number could be put in its place: older signatures have none. An attribute of
 * each kind may occur once, with one value (RFC 2634, 5.4).
 * @throws BerError
 */
async function referenceMatches(attributes: Attributes, certificate: CertificateFacts): Promise<boolean> {
  for (const [type, usual] of KINDS) {
    if (!attributes.has(type)) continue;
    const value = onlyValue(attributes, type);
    if (value === undefined || !(await isReferenceTo(certificate, value, usual))) return false;
  }
  return true;
}

/**
 * By the first of the references: `SigningCertificateV2 ::= SEQUENCE { certs SEQUENCE OF ESSCertIDv2, policies
 * OPTIONAL }` with `ESSCertIDv2 ::= SEQUENCE { hashAlgorithm OPTIONAL, certHash, issuerSerial OPTIONAL }` (RFC 5035, 3
 * and 4); the first version has no algorithm.
 */
async function isReferenceTo(certificate: CertificateFacts, value: Ber, usual: HashName): Promise<boolean> {
  const first = value.children[0]?.children[0];
  if (first === undefined) return false;
  const fields = expect(first, TAG.sequence).cursor();
  const algorithm = fields.optional(TAG.sequence);
  const hash = algorithm ? hashNamed(readAlgorithmIdentifier(algorithm).algorithm) : usual;
  const certificateHash = octets(fields.next());
  const issuerSerial = fields.optional(TAG.sequence);
  fields.expectEnd();
  if (hash === undefined || (issuerSerial && !isIssuerSerialOf(certificate, issuerSerial))) return false;
  return sameBytes(await digestOf(hash, [certificate.der]), certificateHash);
}

function hasReference(attributes: Attributes): boolean {
  return KINDS.some(([type]) => attributes.has(type));
}

/** `IssuerSerial ::= SEQUENCE { issuer GeneralNames, serialNumber }`, with a directoryName. */
function isIssuerSerialOf({ issuer, serial }: CertificateFacts, issuerSerial: Ber): boolean {
  const fields = issuerSerial.cursor();
  const directoryName = fields.next(TAG.sequence).cursor().optional(context(4));
  const { content: number } = fields.next(TAG.integer);
  if (directoryName === undefined) return false;
  return sameName(new Name(directoryName.cursor().next()), issuer) && sameInteger(number, serial);
}

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
