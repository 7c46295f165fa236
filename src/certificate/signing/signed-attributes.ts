import {
  BerError,
  child,
  expect,
  hashNamed,
  isStrongHash,
  octets,
  oid,
  readWhole,
  TAG,
  type Ber,
  type HashName,
} from '@sign-session/certificates';

/** The signed attributes of a CMS signature that have to be compared. */
export interface SignedAttributes {
  readonly messageDigest: Uint8Array<ArrayBuffer>;
  /** Hash of the signing certificate. */
  readonly certificateHash: Uint8Array<ArrayBuffer>;
  readonly certificateHashName: HashName;
}

const ATTRIBUTE = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
} as const;

/** Attributes that don't concern the document: signing time, policy, algorithm protection. */
const HARMLESS = ['1.2.840.113549.1.9.5', '1.2.840.113549.1.9.16.2.15', '1.2.840.113549.1.9.52'];

const ID_DATA = '1.2.840.113549.1.7.1';

/**
 * Reads the DER of a signed SET OF Attribute (RFC 5652, 5.4).
 *
 * @throws BerError when contentType, messageDigest or signingCertificateV2 is missing, duplicated or malformed, and
 *   for any unknown attribute: it could state something that the signer never read.
 */
export function readSignedAttributes(dataToSign: Uint8Array<ArrayBuffer>): SignedAttributes {
  const attributes = new Map<string, Ber>();
  for (const attribute of expect(readWhole(dataToSign), TAG.set).children) {
    const type = oid(child(expect(attribute, TAG.sequence), 0));
    const values = expect(child(attribute, 1), TAG.set).children;
    const isKnown = HARMLESS.includes(type) || Object.values<string>(ATTRIBUTE).includes(type);
    if (!isKnown || attributes.has(type) || values.length !== 1 || attribute.children.length !== 2)
      throw new BerError('An attribute is unknown or duplicated.');
    attributes.set(type, child(child(attribute, 1), 0));
  }
  const [contentType, messageDigest, signingCertificate] = Object.values(ATTRIBUTE).map(type =>
    attributes.get(type),
  );
  if (oid(contentType) !== ID_DATA) throw new BerError('The content type is not data.');
  return {
    messageDigest: octets(messageDigest),
    ...readSigningCertificate(expect(signingCertificate, TAG.sequence)),
  };
}

/** SigningCertificateV2 (RFC 5035, 3): the first ESSCertIDv2 is the signer's; its hash is SHA-256 by default. */
function readSigningCertificate(value: Ber) {
  const id = child(expect(child(value, 0), TAG.sequence), 0);
  const [first, second] = expect(id, TAG.sequence).children;
  const [algorithm, hash] = first?.tag === TAG.sequence ? [first, second] : [undefined, first];
  const name = algorithm === undefined ? 'SHA-256' : hashNamed(oid(child(algorithm, 0)));
  if (name === undefined || !isStrongHash(name)) throw new BerError('The hash algorithm is unknown.');
  return { certificateHash: octets(hash), certificateHashName: name };
}
