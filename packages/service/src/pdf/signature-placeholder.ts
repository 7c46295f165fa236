import type { PDFRef } from '@cantoo/pdf-lib';
import { BYTE_RANGE_NUMBER } from './signature-field.ts';

/** The written file does not contain the prepared signature as expected, or the CMS does not fit. */
export class SignaturePlaceholderError extends Error {
  override readonly name = 'SignaturePlaceholderError';
}

export interface SignaturePlaceholder {
  /** Offset of the placeholder's `<`. */
  start: number;
  /** Offset after the placeholder's `>`. */
  end: number;
}

const HEAD =
  /^\d+ \d+ obj\n<<\n\/Type \/(?:Sig|DocTimeStamp)\n\/Filter \/Adobe\.PPKLite\n\/SubFilter \/(?:ETSI\.CAdES\.detached|ETSI\.RFC3161|adbe\.pkcs7\.detached)\n/;
const RANGE = `[ 0 ${BYTE_RANGE_NUMBER} ${BYTE_RANGE_NUMBER} ${BYTE_RANGE_NUMBER} ]`;
const HEAD_ROOM = 400;

/**
 * Finds the prepared signature in a written file and fills in its byte range: everything except the placeholder. Content
 * of the original cannot be mistaken for it: objects are written in ascending order and the signature's number is
 * new, so only objects of this service follow it.
 * @param file changed in place
 * @param cmsBytes the size of the CMS, in bytes, that the placeholder was made for
 * @throws SignaturePlaceholderError when it is not found
 */
export function openPlaceholder(file: Uint8Array, signature: PDFRef, cmsBytes: number): SignaturePlaceholder {
  const buffer = bufferOf(file);
  const objectHead = `\n${signature.objectNumber} ${signature.generationNumber} obj\n`;
  const object = buffer.lastIndexOf(objectHead, undefined, 'latin1') + 1;
  const head = buffer.toString('latin1', object, object + HEAD_ROOM);
  const range = head.indexOf(RANGE);
  const placeholder = head.indexOf('/Contents <');
  if (!HEAD.test(head) || range < 0 || placeholder < range) {
    throw new SignaturePlaceholderError('The prepared signature is not in the written file.');
  }
  const start = object + placeholder + '/Contents '.length;
  const end = start + cmsBytes * 2 + 2;
  const written = `[ ${byteRangeAround({ start, end }, file.length).join(' ')} ]`;
  buffer.write(written.padEnd(RANGE.length), object + range, 'latin1');
  return { start, end };
}

/** The signed byte range as in the PDF: two pairs of offset and length. */
export function byteRangeAround({ start, end }: SignaturePlaceholder, fileLength: number): number[] {
  return [0, start, end, fileLength - end];
}

/** The two signed parts, as views. */
export function partsAround(file: Uint8Array, placeholder: SignaturePlaceholder): [Uint8Array, Uint8Array] {
  return [file.subarray(0, placeholder.start), file.subarray(placeholder.end)];
}

/**
 * Writes the CMS into the placeholder in hexadecimal; trailing zeros may stay (ISO 32000-2, 12.8.1).
 * @throws SignaturePlaceholderError when it is larger than the placeholder
 */
export function fillPlaceholder(file: Uint8Array, placeholder: SignaturePlaceholder, cms: Uint8Array): void {
  if (cms.length * 2 + 2 > placeholder.end - placeholder.start)
    throw new SignaturePlaceholderError('The signature is larger than its placeholder.');
  const hex = Buffer.from(cms.buffer, cms.byteOffset, cms.byteLength).toString('hex');
  bufferOf(file).write(hex, placeholder.start + 1, 'latin1');
}

function bufferOf(file: Uint8Array): Buffer {
  return Buffer.from(file.buffer, file.byteOffset, file.byteLength);
}
