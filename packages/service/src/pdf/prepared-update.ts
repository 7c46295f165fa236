import { sha256 } from '../domain/sha256.ts';
import { sealableUpdate } from './sealable-update.ts';
import {
  byteRangeAround,
  fillPlaceholder,
  openPlaceholder,
  partsAround,
  type SignaturePlaceholder,
} from './signature-placeholder.ts';

/** Name of a signer's field; from the second on, a number is added. */
const SIGNER_FIELD = 'SignSessionSignature';

export interface PreparedUpdate {
  /** The bytes to append: the signature field with its byte range and a placeholder of zeros. */
  readonly appended: Uint8Array<ArrayBuffer>;
  /** Offsets from the start of the base. */
  readonly placeholder: SignaturePlaceholder;
  /** As in the PDF: two pairs of offset and length. */
  readonly byteRange: readonly number[];
  readonly fieldName: string;
}

export interface PrepareUpdateOptions {
  /** The time in the signature dictionary. */
  readonly signedAt: Date;
  /** Maximum size of the CMS in bytes. */
  readonly cmsBytes: number;
  /** Sets this signature apart from any other over the same document: 16 random bytes, which are signed with it. */
  readonly identifier: Uint8Array;
}

/**
 * Prepares a signature over a revision of a PDF without changing its bytes. The CMS is inserted into the placeholder
 * later.
 * @param base accepted by `inspectPdf`, or such a file with signatures of this service
 * @returns the update, and the SHA-256 of the bytes to sign
 */
export async function prepareUpdate(
  base: Uint8Array,
  { signedAt, cmsBytes, identifier }: PrepareUpdateOptions,
): Promise<PreparedUpdate & { readonly messageDigest: Uint8Array<ArrayBuffer> }> {
  const update = await sealableUpdate({
    original: base,
    sealedAt: signedAt,
    fieldName: SIGNER_FIELD,
    cmsBytes,
    identifier,
  });
  const { file, fieldName } = update;
  const placeholder = openPlaceholder(file, update.signature, cmsBytes);
  return {
    appended: file.slice(base.length),
    placeholder,
    byteRange: byteRangeAround(placeholder, file.length),
    fieldName,
    messageDigest: sha256(...partsAround(file, placeholder)),
  };
}

/**
 * The signed revision: the base, the update, and the CMS in its placeholder.
 * @throws SignaturePlaceholderError when the CMS is larger than the placeholder
 */
export function withSignature(
  base: Uint8Array,
  { appended, placeholder }: Pick<PreparedUpdate, 'appended' | 'placeholder'>,
  cms: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(base.length + appended.length);
  file.set(base);
  file.set(appended, base.length);
  fillPlaceholder(file, placeholder, cms);
  return file;
}
