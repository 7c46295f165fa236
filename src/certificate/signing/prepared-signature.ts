import { BerError, sameBytes, type Certificate, type PublicKey } from '@sign-session/certificates';
import {
  gapOf,
  indexOfWord,
  itemsOf,
  PdfStructureError,
  UpdateError,
  type AddedSignature,
} from '@sign-session/pdf-structure';
import { sha256Hex } from '../../support/hex.ts';
import { pause } from '../pause.ts';
import { AddedSignatureError, signaturesAdded } from './added-signatures.ts';
import { readSignedAttributes } from './signed-attributes.ts';

type Bytes = Uint8Array<ArrayBuffer>;

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
export type PreparationProblem =
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
