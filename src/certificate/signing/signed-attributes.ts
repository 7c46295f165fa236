import { BerError, child, expect, octets, oid, readWhole, TAG, type Ber } from '../asn1/ber.ts';

/** What the attributes under a CMS signature say, as far as it has to be compared. */
export interface SignedAttributes {
  readonly messageDigest: Uint8Array<ArrayBuffer>;
  /** Of the signing certificate, by its hash. */
  readonly certificateHash: Uint8Array<ArrayBuffer>;
  /** The hash's name in WebCrypto. */
  readonly certificateHashName: string;
}

const ATTRIBUTE = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
} as const;

/** Others that say nothing the signer would have to read: signing time, policy, the algorithms once more. */
const HARMLESS = ['1.2.840.113549.1.9.5', '1.2.840.113549.1.9.16.2.15', '1.2.840.113549.1.9.52'];

const ID_DATA = '1.2.840.113549.1.7.1';
const HASHES: Readonly<Record<string, string>> = {
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
};

/**
 * Reads the DER of a SET OF Attribute as it is signed (RFC 5652, 5.4).
 *
 * @throws BerError when one of contentType, messageDigest and signingCertificateV2 is missing, twice, or of
 *   another form, and when there is an attribute of another kind: it could state what the signer never read.
 */
export function readSignedAttributes(dataToSign: Uint8Array<ArrayBuffer>): SignedAttributes {
  const attributes = new Map<string, Ber>();
  for (const attribute of expect(readWhole(dataToSign), TAG.set).children) {
    const type = oid(child(expect(attribute, TAG.sequence), 0));
    const values = expect(child(attribute, 1), TAG.set).children;
    const isKnown = HARMLESS.includes(type) || Object.values<string>(ATTRIBUTE).includes(type);
    if (!isKnown || attributes.has(type) || values.length !== 1 || attribute.children.length !== 2)
      throw new BerError('An attribute too many.');
    attributes.set(type, child(child(attribute, 1), 0));
  }
  const [contentType, messageDigest, signingCertificate] = Object.values(ATTRIBUTE).map(type =>
    attributes.get(type),
  );
  if (oid(contentType) !== ID_DATA) throw new BerError('Content of another type.');
  return {
    messageDigest: octets(expect(messageDigest, TAG.octetString)),
    ...readSigningCertificate(expect(signingCertificate, TAG.sequence)),
  };
}

/** SigningCertificateV2 (RFC 5035, 3): the first ESSCertIDv2 is the signer's; its hash is SHA-256 by default. */
function readSigningCertificate(value: Ber) {
  const id = child(expect(child(value, 0), TAG.sequence), 0);
  const [first, second] = expect(id, TAG.sequence).children;
  const [algorithm, hash] = first?.tag === TAG.sequence ? [first, second] : [undefined, first];
  const name = algorithm === undefined ? 'SHA-256' : HASHES[oid(child(algorithm, 0))];
  if (name === undefined) throw new BerError('A hash of another kind.');
  return { certificateHash: octets(expect(hash, TAG.octetString)), certificateHashName: name };
}
