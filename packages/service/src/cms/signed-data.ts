/** CMS signatures (RFC 5652, ETSI EN 319 122): attributes, policy, timestamp, and signing with a key of the service. */
import {
  type Bytes,
  context,
  der,
  oidDer,
  readCertificate,
  readWhole,
  TAG,
} from '@sign-session/certificates';
import { sha256 } from '../domain/sha256.ts';

/** A `SET OF`, whose elements DER sorts by their encoding (X.690, 11.6). */
function derSetOf(tag: number, elements: readonly Uint8Array[]): Bytes {
  return der(tag, ...inDerOrder(elements));
}

function inDerOrder<Element extends Uint8Array>(elements: readonly Element[]): Element[] {
  return elements.toSorted((a, b) => Buffer.compare(a, b));
}

/** A GeneralizedTime to the second, in UTC. */
export function generalizedTimeDer(time: Date): Bytes {
  return der(TAG.generalizedTime, Buffer.from(digitsOf(time), 'latin1'));
}

/** `Time`: a UTCTime through 2049 (RFC 5652, 11.3). */
function timeDer(time: Date): Bytes {
  const isUtcTime = time.getUTCFullYear() < 2050;
  return isUtcTime
    ? der(TAG.utcTime, Buffer.from(digitsOf(time).slice(2), 'latin1'))
    : generalizedTimeDer(time);
}

function digitsOf(time: Date): string {
  return time.toISOString().replaceAll(/[-:T]|\.\d+/g, '');
}

export const SHA_256 = '2.16.840.1.101.3.4.2.1';

/** Signature algorithms under the signer API's names (section 4), always with SHA-256. */
export const SIGNATURE_ALGORITHMS = ['RSASSA-PKCS1-v1_5', 'ECDSA-P256', 'ECDSA-P384'] as const;
export type SignatureAlgorithm = (typeof SIGNATURE_ALGORITHMS)[number];

/** AlgorithmIdentifier of SHA-256, which has no parameters (RFC 5754). */
export const SHA_256_IDENTIFIER = der(TAG.sequence, oidDer(SHA_256));

const RSA = der(TAG.sequence, oidDer('1.2.840.113549.1.1.11'), der(TAG.null));
const ECDSA = der(TAG.sequence, oidDer('1.2.840.10045.4.3.2'));

/** AlgorithmIdentifier: the parameters are NULL for RSA and absent for ECDSA, whatever its curve (RFC 5754). */
export function signatureAlgorithm(name: SignatureAlgorithm): Bytes {
  return name === 'RSASSA-PKCS1-v1_5' ? RSA : ECDSA;
}

/** The service's signing key and certificate chain. */
export interface SealingIdentity {
  /** DER, leaf first, root last. */
  chain: Uint8Array[];
  /** RSASSA-PKCS1-v1_5 with SHA-256; not exportable. */
  privateKey: CryptoKey;
}

/** The policy that a signature claims to follow. */
interface SignaturePolicy {
  readonly oid: string;
  /** SHA-256 of the policy, as stated in its `signPolicyHash`; hex. */
  readonly hash: string;
  readonly uri: string;
}

/** ICP-Brasil's basic policy for PAdES, version 1.3, valid from 2025-07-23 to 2037-10-22 (DOC-ICP-15.03). */
export const PADES_AD_RB: SignaturePolicy = {
  oid: '2.16.76.1.7.1.11.1.3',
  hash: '23e4be4b9b362172e4ebb0e72b86a133ece5aad843d8651c6e38a0ba3f08fc60',
  uri: 'http://politicas.icpbrasil.gov.br/PA_PAdES_AD_RB_v1_3.der',
};

/**
 * ICP-Brasil's policy for PAdES with a timestamp, version 1.3. Used with timestamps because AD-RB excludes them
 * (DOC-ICP-15.03).
 */
export const PADES_AD_RT: SignaturePolicy = {
  oid: '2.16.76.1.7.1.12.1.3',
  hash: '21d6e8d9f85e5626dc71307337a7cabd6ffef8d085038746775cf0ce6ba4d3b5',
  uri: 'http://politicas.icpbrasil.gov.br/PA_PAdES_AD_RT_v1_3.der',
};

/** `id-spq-ets-uri`: the qualifier with the policy's URI (RFC 5126, 5.8.1). */
const POLICY_URI = '1.2.840.113549.1.9.16.5.1';

/**
 * The value of the attribute `sigPolicyId` (RFC 5126, 5.8.1); DER: `SEQUENCE { sigPolicyId, sigPolicyHash SEQUENCE {
 * hashAlgorithm, hashValue }, sigPolicyQualifiers SEQUENCE OF SEQUENCE { sigPolicyQualifierId, sigQualifier } }`
 */
function signaturePolicyValue({ oid, hash, uri }: SignaturePolicy): Bytes {
  const hashValue = der(TAG.octetString, Buffer.from(hash, 'hex'));
  const qualifier = der(TAG.ia5String, Buffer.from(uri, 'latin1'));
  return der(
    TAG.sequence,
    oidDer(oid),
    der(TAG.sequence, SHA_256_IDENTIFIER, hashValue),
    der(TAG.sequence, der(TAG.sequence, oidDer(POLICY_URI), qualifier)),
  );
}

const ID_DATA = '1.2.840.113549.1.7.1';

const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_TIME = '1.2.840.113549.1.9.5';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';
const SIGNATURE_POLICY = '1.2.840.113549.1.9.16.2.15';

interface SignedAttributesOptions {
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
function attribute(type: string, value: Uint8Array): Bytes {
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

interface SignedDataParts {
  /** DER, the signer's certificate first. */
  chain: readonly Uint8Array[];
  /** DER of each, in order, as they were signed. */
  signedAttrs: readonly Uint8Array[];
  algorithm: SignatureAlgorithm;
  /** Over `bytesToSign(signedAttrs)`; DER for an EC key. */
  signature: Uint8Array;
  /** DER of attributes added after signing, such as the timestamp. */
  unsignedAttrs?: readonly Uint8Array[] | undefined;
  /** The content itself, for an attached signature. */
  content?: Uint8Array | undefined;
  /** OID of the content type. Default: data. */
  contentType?: string | undefined;
}

const SIGNED_DATA = '1.2.840.113549.1.7.2';

const { integer, octetString, sequence, set } = TAG;

/** Encodes `CMSVersion`, also for the version of a SignerInfo. */
const version = (number: number) => der(integer, Uint8Array.of(number));

/**
 * A CMS SignedData (RFC 5652, 5.1) with one signer, in strict DER: definite lengths, primitive strings, sorted
 * sets. It contains the whole chain, so that a verifier needs only the root.
 * @throws RangeError when there is no certificate
 */
export function signedData(parts: SignedDataParts): Bytes {
  const { chain, content, contentType = ID_DATA } = parts;
  const value = der(
    sequence,
    // RFC 5652, 5.1: the version is 3 for any content type other than data.
    version(contentType === ID_DATA ? 1 : 3),
    der(set, SHA_256_IDENTIFIER),
    encapsulated(content, contentType),
    derSetOf(context(0), chain),
    der(set, signerInfo(parts)),
  );
  return der(sequence, oidDer(SIGNED_DATA), der(context(0), value));
}

function encapsulated(content: Uint8Array | undefined, contentType: string): Uint8Array {
  const octets = content && der(context(0), der(octetString, content));
  return der(sequence, oidDer(contentType), ...(octets === undefined ? [] : [octets]));
}

function signerInfo(parts: SignedDataParts): Uint8Array {
  const { chain, signedAttrs, algorithm, signature, unsignedAttrs } = parts;
  const [leaf] = chain;
  if (!leaf) throw new RangeError('A signer needs a certificate.');
  return der(
    sequence,
    version(1),
    issuerAndSerialNumber(leaf),
    SHA_256_IDENTIFIER,
    der(context(0), ...signedAttrs),
    signatureAlgorithm(algorithm),
    der(octetString, signature),
    ...(unsignedAttrs === undefined ? [] : [derSetOf(context(1), unsignedAttrs)]),
  );
}

/**
 * Cached, because parsing a certificate takes longer than all the rest, and the service always signs with its own.
 */
const identifiers = new WeakMap<Uint8Array, Bytes>();

function issuerAndSerialNumber(certificate: Uint8Array): Bytes {
  const known = identifiers.get(certificate);
  if (known !== undefined) return known;
  const { issuer, serial } = readCertificate(new Uint8Array(certificate));
  const identifier = der(sequence, issuer.der, der(integer, serial));
  identifiers.set(certificate, identifier);
  return identifier;
}

/** `id-aa-timeStampToken` (RFC 3161, appendix A): proves when the signature existed. */
const TIMESTAMP_TOKEN = '1.2.840.113549.1.9.16.2.14';

/** @param token DER of a timestamp of the signature's own bytes */
export function timestampAttribute(token: Uint8Array): Bytes {
  return attribute(TIMESTAMP_TOKEN, token);
}

interface OwnSignature {
  /** SHA-256 of the content; 32 bytes. */
  messageDigest: Uint8Array;
  /** The content itself, for an attached signature. */
  content?: Uint8Array;
  identity: SealingIdentity;
  signingTime?: Date | undefined;
}

/**
 * A CMS SignedData signed with the service's own key; DER.
 * @throws RangeError when the identity has no certificate
 */
async function signAs({ identity, content, ...about }: OwnSignature): Promise<Uint8Array> {
  const { chain, privateKey } = identity;
  const [certificate] = chain;
  if (!certificate) throw new RangeError('A signer needs a certificate.');
  const signedAttrs = signedAttributes({ ...about, certificate });
  const algorithm = 'RSASSA-PKCS1-v1_5';
  const signature = await crypto.subtle.sign(algorithm, privateKey, bytesToSign(signedAttrs));
  return signedData({ chain, signedAttrs, algorithm, signature: new Uint8Array(signature), content });
}

/**
 * Wraps `content` in a CMS SignedData (the evidence pack's `.p7m`). `openssl cms -verify -inform DER -noverify
 * -binary` returns it byte for byte.
 * @param signingTime the service's clock; without it, the signature states no time
 * @returns DER
 */
export function signAttached(
  content: Uint8Array,
  identity: SealingIdentity,
  signingTime?: Date,
): Promise<Uint8Array> {
  return signAs({ messageDigest: sha256(content), content, identity, signingTime });
}

/**
 * A CMS SignedData over detached content: a PDF's byte range. It takes the digest, so that the two parts of a large
 * file need not be joined. It states no signing time: PAdES uses the signature dictionary's `/M` (ETSI EN 319
 * 142-1, 6.3).
 * @param messageDigest SHA-256 of the content; 32 bytes
 * @returns DER
 */
export function signDetached(messageDigest: Uint8Array, identity: SealingIdentity): Promise<Uint8Array> {
  return signAs({ messageDigest, identity });
}
