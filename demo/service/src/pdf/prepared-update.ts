import { sha256 } from '../cms/sha256.ts';
import { sealableUpdate } from './sealable-update.ts';
import { byteRangeAround, fillHole, openHole, partsAround, type SignatureHole } from './signature-hole.ts';

/** What a signer's field is called, with a number from the second on. */
const SIGNER_FIELD = 'SignSessionSignature';

export interface PreparedUpdate {
  /** What comes behind the base: the signature field with its byte range filled in, and the hole of zeros. */
  readonly appended: Uint8Array<ArrayBuffer>;
  /** Offsets in base and appended together. */
  readonly hole: SignatureHole;
  /** As in the PDF: offset and length, twice. */
  readonly byteRange: readonly number[];
  readonly fieldName: string;
}

export interface PrepareUpdateOptions {
  /** The time that the signature dictionary states. */
  readonly signedAt: Date;
  /** Bytes that the CMS may take. */
  readonly room: number;
}

/**
 * Prepares a signature over a revision of a PDF, without touching a byte of it: later the CMS goes into the hole.
 * @param base has passed `inspectPdf`, or is such a file with signatures of this service
 * @returns the update, and the SHA-256 of what will be signed
 */
export async function prepareUpdate(
  base: Uint8Array,
  { signedAt, room }: PrepareUpdateOptions,
): Promise<PreparedUpdate & { readonly messageDigest: Uint8Array<ArrayBuffer> }> {
  const update = await sealableUpdate({ original: base, sealedAt: signedAt, fieldName: SIGNER_FIELD, room });
  const { file, fieldName } = update;
  const hole = openHole(file, update.signature, room);
  return {
    appended: file.slice(base.length),
    hole,
    byteRange: byteRangeAround(hole, file.length),
    fieldName,
    messageDigest: sha256(...partsAround(file, hole)),
  };
}

/**
 * The signed revision: the base's bytes, the update, and the CMS in its hole.
 * @throws SignatureHoleError when the CMS is larger than the hole
 */
export function withSignature(
  base: Uint8Array,
  { appended, hole }: Pick<PreparedUpdate, 'appended' | 'hole'>,
  cms: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(base.length + appended.length);
  file.set(base);
  file.set(appended, base.length);
  fillHole(file, hole, cms);
  return file;
}
