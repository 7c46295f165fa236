/** Proves that what is signed is the document that was shown, and nothing else. */
import {
  type Ber,
  BerError,
  type Bytes,
  type Certificate,
  checkSignature,
  child,
  der,
  expect,
  octets,
  oid,
  oidDer,
  type PublicKey,
  readDer,
  sameBytes,
  TAG,
  time,
} from '@sign-session/certificates';
import {
  type AddedSignature,
  gapOf,
  indexOfWord,
  itemsOf,
  latin1,
  PdfStructureError,
  UpdateError,
} from '@sign-session/pdf-structure';
import { sha256Hex } from '../../support/hex.ts';
import { AddedSignatureError, pause, signaturesAdded } from './added-signatures.ts';

/** The signed attributes of a CMS signature that have to be compared. */
interface SignedAttributes {
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

/**
 * Is a signature with SHA-256 (EC in DER) valid for the certificate and the bytes? Checked before anything is sent,
 * because a token may sign with a key that is not its certificate's.
 */
export async function signatureHolds(
  { publicKey }: Certificate,
  bytes: Bytes,
  signature: Bytes,
): Promise<boolean> {
  const scheme = publicKey.type === 'EC' ? 'ECDSA' : 'RSA';
  return (await checkSignature(publicKey, { scheme, hash: 'SHA-256' }, bytes, signature)) === 'valid';
}

/** What the service has prepared for signing, with everything needed to check it. */
export interface PreparedSignature {
  /** SHA-256 of `dataToSign`, hex. */
  readonly hashToSign: string;
  readonly signatureAlgorithm: string;
  /** DER of the CMS signed attributes. */
  readonly dataToSign: Bytes;
  /** What the service appends to the base, with the placeholder for the signature. */
  readonly appended: Bytes;
  /** As in the PDF: two pairs of offset and length. */
  readonly byteRange: readonly number[];
}

/** Which of the checks failed. */
type PreparationProblem =
  /** The hash does not match the data. */
  | 'hash'
  /** The signature's algorithm does not match the key. */
  | 'algorithm'
  /** The base does not begin with the shown document. */
  | 'base'
  /** The range excludes more than the placeholder, or the placeholder is invalid. */
  | 'byteRange'
  /** More than a signature is added. */
  | 'update'
  /** The attributes are not those of a PDF signature. */
  | 'attributes'
  /** The data's digest is not that of the base and what is appended. */
  | 'digest'
  /** The data names another certificate. */
  | 'certificate';

/** What the service asks to sign is not, or not only, the shown document. */
export class PreparationError extends Error {
  override readonly name = 'PreparationError';
  readonly problem: PreparationProblem;

  constructor(problem: PreparationProblem, options?: ErrorOptions) {
    super(problem, options);
    this.problem = problem;
  }
}

export interface PreparationContext {
  /** The bytes shown to the signer. */
  readonly shown: Bytes;
  /** The revision to be signed. */
  readonly base: Bytes;
  readonly certificate: Certificate;
}

/**
 * Checks that what is to be signed is the shown document, with nothing added except a signature by this certificate
 * (signer API, section 4).
 *
 * @throws PreparationError
 */
export async function checkPreparation(
  prepared: PreparedSignature,
  { shown, base, certificate }: PreparationContext,
): Promise<void> {
  const { dataToSign, appended, byteRange } = prepared;
  if ((await sha256Hex(dataToSign)) !== prepared.hashToSign.toLowerCase()) throw new PreparationError('hash');
  if (prepared.signatureAlgorithm !== algorithmOf(certificate.publicKey))
    throw new PreparationError('algorithm');
  if (!sameBytes(base.subarray(0, shown.length), shown)) throw new PreparationError('base');
  await pause();
  const whole = joined([base, appended]);
  await checkUpdate(shown, whole, { baseLength: base.length, byteRange });
  await pause();
  await checkAttributes(dataToSign, whole, byteRange, certificate);
}

/** The signer API's name for a key's signature algorithm. */
export function algorithmOf(key: PublicKey): string | undefined {
  switch (key.type) {
    case 'RSA':
      return 'RSASSA-PKCS1-v1_5';
    case 'EC':
      return `ECDSA-${key.curve.replace('-', '')}`;
    case 'other':
      return undefined;
  }
}

interface Placeholder {
  readonly baseLength: number;
  readonly byteRange: readonly number[];
}

async function checkUpdate(shown: Bytes, whole: Bytes, placeholder: Placeholder): Promise<void> {
  const signatures = await signaturesAdded(shown, whole).catch((cause: unknown) => {
    const problems = [AddedSignatureError, UpdateError, PdfStructureError];
    if (problems.some(problem => cause instanceof problem)) throw new PreparationError('update', { cause });
    throw cause;
  });
  // Earlier signatures may be among them; the last one is to be filled in.
  const own = signatures.at(-1);
  if (own === undefined || !isPlaceholder(own, whole, placeholder)) throw new PreparationError('byteRange');
}

/** The signature states this range: everything but `<000…>`, the value of its `/Contents`, in the added bytes. */
function isPlaceholder(own: AddedSignature, whole: Bytes, { baseLength, byteRange }: Placeholder): boolean {
  // Offsets in a PDF count from its header, which other bytes may precede.
  const header = indexOfWord(whole, '%PDF-', 0);
  const stated = itemsOf(own.dictionary.get('ByteRange'));
  const gap = gapOf(whole.subarray(header), own);
  if (gap === undefined || stated.length !== byteRange.length) return false;
  const [start, end] = [gap.start + header, gap.end + header];
  const expected = [0, start, end, whole.length - end];
  const isStated = stated.every(
    (item, index) =>
      item.kind === 'number' && item.number === byteRange[index] && item.number === expected[index],
  );
  const isZero = whole.subarray(start + 1, end - 1).every(byte => byte === 0x30);
  return isStated && start >= baseLength && end > start + 2 && isZero;
}

async function checkAttributes(
  dataToSign: Bytes,
  whole: Bytes,
  [, start = 0, next = 0]: readonly number[],
  certificate: Certificate,
): Promise<void> {
  const attributes = readAttributes(dataToSign);
  const covered = joined([whole.subarray(0, start), whole.subarray(next)]);
  if (!sameBytes(await digest(covered), attributes.messageDigest)) throw new PreparationError('digest');
  const own = await digest(certificate.der);
  if (!sameBytes(own, attributes.certificateHash)) throw new PreparationError('certificate');
}

function readAttributes(dataToSign: Bytes): ReturnType<typeof readSignedAttributes> {
  try {
    return readSignedAttributes(dataToSign);
  } catch (cause) {
    if (cause instanceof BerError) throw new PreparationError('attributes', { cause });
    throw cause;
  }
}

async function digest(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

function joined(parts: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
