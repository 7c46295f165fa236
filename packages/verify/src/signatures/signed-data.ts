import {
  context,
  contextPrimitive,
  expect,
  Name,
  octets,
  oid,
  readAlgorithmIdentifier,
  readBer,
  TAG,
  withDerLengths,
  type AlgorithmIdentifier,
  type Ber,
  type Bytes,
} from '@sign-session/certificates';

/** It is not the CMS (RFC 5652) that a PDF signature has to be. */
export class SignatureFormatError extends Error {
  override readonly name = 'SignatureFormatError';
}

/** Attributes by their types: the SET OF values of each, in the order in which they came. */
export type Attributes = ReadonlyMap<string, readonly Ber[]>;

/** Who signed, by the issuer's name and the number (content of the INTEGER), or by the key identifier. */
export type SignerIdentifier =
  { readonly issuer: Name; readonly serial: Bytes } | { readonly keyIdentifier: Bytes };

/** A SignedData with one signer. All bytes but `signedBytes` are as they came, since references are over those. */
export interface SignedData {
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
export function readSignedData(cms: Bytes): SignedData {
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
export function onlyValue(attributes: Attributes, type: string): Ber | undefined {
  const [values, another] = attributes.get(type) ?? [];
  if (values === undefined || another !== undefined) return undefined;
  const cursor = values.cursor();
  const value = cursor.isAtEnd ? undefined : cursor.next();
  return cursor.isAtEnd ? value : undefined;
}
