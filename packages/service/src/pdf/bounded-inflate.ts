import { decodePDFRawStream, PDFArray, PDFDict, PDFName } from '@cantoo/pdf-lib';
import type { PDFRawStream } from '@cantoo/pdf-lib';
import { Unzlib } from 'fflate';

/** A stream of the file's own structure is larger than this service is willing to unpack. */
export class StructureTooLargeError extends Error {
  override readonly name = 'StructureTooLargeError';
}

/**
 * How large a structural stream (objects, cross references) gets when unpacked.
 * Measured part by part, which stops at the limit; the PDF library's own decoder would go on to the end.
 * @param limit bytes
 * @throws StructureTooLargeError beyond the limit, or for filters that nobody writes structure with
 */
export function unpackedSize(stream: PDFRawStream, limit: number): number {
  switch (filterOf(stream)) {
    case 'none':
      return stream.contents.length;
    case 'flate':
      return inflatedSize(stream.contents, limit);
    case 'other':
      throw new StructureTooLargeError('Only deflated structure is unpacked.');
  }
}

/** The stream's bytes, unpacked, within `limit` bytes. @throws StructureTooLargeError, also for a prediction */
export function unpackStream(stream: PDFRawStream, limit: number): Uint8Array {
  unpackedSize(stream, limit);
  const parameters = parametersOf(stream);
  if (parameters?.has(PDFName.of('Predictor')) === true)
    throw new StructureTooLargeError('Predicted streams are not unpacked.');
  return decodePDFRawStream(stream).decode();
}

function filterOf(stream: PDFRawStream): 'none' | 'flate' | 'other' {
  const filter = stream.dict.lookup(PDFName.of('Filter'));
  const only = filter instanceof PDFArray && filter.size() === 1 ? filter.lookup(0) : filter;
  if (only === undefined || (only instanceof PDFArray && only.size() === 0)) return 'none';
  return only === PDFName.of('FlateDecode') ? 'flate' : 'other';
}

function parametersOf(stream: PDFRawStream): PDFDict | undefined {
  const parameters = stream.dict.lookup(PDFName.of('DecodeParms'));
  const only = parameters instanceof PDFArray ? parameters.lookup(0) : parameters;
  return only instanceof PDFDict ? only : undefined;
}

/** Of what is packed. A byte becomes a thousand at the most. */
const PART = 16 * 1024;

function inflatedSize(contents: Uint8Array, limit: number): number {
  let size = 0;
  const stream = new Unzlib(part => {
    size += part.length;
  });
  for (let at = 0; at < contents.length; at += PART) {
    try {
      stream.push(contents.subarray(at, at + PART), at + PART >= contents.length);
    } catch {
      // Broken data ends the library's decoder at the same place or throws there: nothing large comes of it.
      return 0;
    }
    if (size > limit)
      throw new StructureTooLargeError(`A structural stream unpacks to more than ${limit} bytes.`);
  }
  return size;
}
