import { context, der, oidDer, readCertificate, TAG, type Bytes } from '@sign-session/certificates';
import { derSetOf } from './der.ts';
import { SHA_256_IDENTIFIER, signatureAlgorithm, type SignatureAlgorithm } from './signature-algorithms.ts';
import { ID_DATA } from './signed-attributes.ts';

export interface SignedDataParts {
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
