import {
  BerError,
  child,
  der,
  expect,
  octets,
  oid,
  oidDer,
  readDer,
  sameBytes,
  TAG,
  time,
  type Ber,
} from '@sign-session/certificates';
import { latin1 } from '@sign-session/pdf-structure';

type Bytes = Uint8Array<ArrayBuffer>;

/** The signed attributes of a CMS signature that have to be compared. */
export interface SignedAttributes {
  readonly messageDigest: Bytes;
  /** SHA-256 of the signing certificate. */
  readonly certificateHash: Bytes;
}

const ATTRIBUTE = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
} as const;

/** They may be missing. */
const SIGNING_TIME = '1.2.840.113549.1.9.5';
const SIGNATURE_POLICY = '1.2.840.113549.1.9.16.2.15';

const ID_DATA = '1.2.840.113549.1.7.1';
const SHA_256 = '2.16.840.1.101.3.4.2.1';
/** `id-spq-ets-uri` (RFC 5126, 5.8.1). */
const POLICY_ADDRESS = '1.2.840.113549.1.9.16.5.1';
/** ICP-Brasil's policies (DOC-ICP-15.03): who signs by another one says what its text says. */
const POLICY = /^2\.16\.76\.1\.7\.1(?:\.\d{1,2}){1,4}$/;
/** Where ICP-Brasil publishes them: a reader may show it. */
const ADDRESS =
  /^http:\/\/politicas\.icpbrasil\.gov\.br\/PA_(?:PAdES_)?AD_R[ABCTV](?:_v\d(?:_\d){0,2})?\.der$/;

/**
 * Reads the DER of a signed SET OF Attribute (RFC 5652, 5.4). Each attribute is written anew from what is known of it,
 * and must be the same: nothing else can be in them. The same bytes could otherwise be another document, whose
 * signature has no attributes.
 *
 * @throws BerError when contentType, messageDigest or signingCertificateV2 is missing, duplicated or malformed, and
 *   for any unknown attribute: it could state something that the signer never read.
 */
export function readSignedAttributes(dataToSign: Bytes): SignedAttributes {
  const attributes = new Map<string, Ber>();
  for (const attribute of expect(readDer(dataToSign), TAG.set).children) {
    const type = oid(child(attribute, 0));
    const value = inside(attribute, 1, 0);
    const written = sequence(oidDer(type), der(TAG.set, canonical(type, value)));
    if (attributes.has(type) || !sameBytes(attribute.raw, written)) refuse();
    attributes.set(type, value);
  }
  const [contentType, messageDigest, signingCertificate] = Object.values(ATTRIBUTE).map(type =>
    attributes.get(type),
  );
  if (!contentType || !messageDigest || !signingCertificate) refuse();
  return { messageDigest: octets(messageDigest), certificateHash: hashIn(signingCertificate) };
}

const sequence = (...parts: readonly Bytes[]) => der(TAG.sequence, ...parts);

function refuse(): never {
  throw new BerError('The attributes have another form.');
}

/** The only form of a value. @throws BerError for an unknown attribute */
function canonical(type: string, value: Ber): Bytes {
  switch (type) {
    case ATTRIBUTE.contentType:
      return oidDer(ID_DATA);
    case ATTRIBUTE.messageDigest:
      return hashDer(octets(value));
    case ATTRIBUTE.signingCertificateV2:
      // RFC 5035, 3 and 4: one ESSCertIDv2, whose hash is SHA-256 by default, and no policies.
      return sequence(sequence(sequence(hashDer(hashIn(value)))));
    case SIGNING_TIME:
      time(value);
      return value.raw;
    case SIGNATURE_POLICY:
      return policyDer(value);
    default:
      return refuse();
  }
}

function hashIn(signingCertificate: Ber): Bytes {
  return octets(inside(signingCertificate, 0, 0, 0));
}

function inside(value: Ber, ...path: readonly number[]): Ber {
  return path.reduce(child, value);
}

function hashDer(hash: Bytes): Bytes {
  if (hash.length !== 32) refuse();
  return der(TAG.octetString, hash);
}

/** `SEQUENCE { sigPolicyId, sigPolicyHash, sigPolicyQualifiers }`, with the policy's address alone (RFC 5126, 5.8.1). */
function policyDer(value: Ber): Bytes {
  const id = oid(child(value, 0));
  const { content } = inside(value, 2, 0, 1);
  if (!POLICY.test(id) || !ADDRESS.test(latin1(content))) refuse();
  return sequence(
    oidDer(id),
    sequence(sequence(oidDer(SHA_256)), hashDer(octets(inside(value, 1, 1)))),
    sequence(sequence(oidDer(POLICY_ADDRESS), der(TAG.ia5String, content))),
  );
}
