import { PDFArray, PDFDict, PDFName, PDFNumber, PDFParser, PDFRawStream } from '@cantoo/pdf-lib';
import type { PDFObject } from '@cantoo/pdf-lib';
import { unpackStructure } from './bounded-inflate.ts';

/** The file's own table of its objects can't be followed. */
export class CrossReferenceError extends Error {
  override readonly name = 'CrossReferenceError';
}

/** Where a reader finds an object: at a byte offset, or as the n-th object of an object stream. */
export type ObjectPlace =
  | { kind: 'offset'; offset: number }
  | { kind: 'in-stream'; container: number; index: number }
  | { kind: 'free' };

export interface Section {
  form: 'table' | 'stream';
  trailer: PDFDict;
  entries: [objectNumber: number, place: ObjectPlace][];
}

/** A file as bytes for the PDF library and as Latin-1 text for regular expressions, one character a byte. */
export interface PdfSource {
  bytes: Uint8Array;
  text: string;
}

/** Cross-reference entries are under 20 bytes each, so this is more than a 10 MiB upload can hold unpacked by 10. */
const UNPACKED_LIMIT = 16 * 1024 * 1024;

/**
 * Reads one cross-reference section, written as a table or as a stream.
 * @throws CrossReferenceError when none begins at the offset or it's malformed
 */
export function readSection(source: PdfSource, offset: number): Section {
  const keyword = matchAt(source.text, /\s*xref\s/y, offset);
  return keyword ? readTable(source, offset + keyword[0].length) : readStream(source, offset);
}

/**
 * Reads what stands at a byte offset as `n g obj …`; `isWhole` where `endobj` follows.
 * @throws CrossReferenceError when no indirect object begins there
 */
export function objectAt(
  source: PdfSource,
  offset: number,
): { number: number; object: PDFObject; isWhole: boolean } {
  const head = matchAt(source.text, /\s*(\d{1,10})\s+\d{1,5}\s+obj/y, offset);
  if (!head) throw new CrossReferenceError('No object begins where the cross references say.');
  const start = offset + head[0].length;
  const parser = new PositionedParser(source.bytes.subarray(start));
  const object = parser.parseObject();
  const isWhole = matchAt(source.text, /\s*endobj/y, start + parser.position) !== null;
  return { number: Number(head[1]), object, isWhole };
}

/** Parses one direct object; references in it stay unresolved. */
export function parseAt(source: PdfSource, offset: number): PDFObject {
  return new PositionedParser(source.bytes.subarray(offset)).parseObject();
}

class PositionedParser extends PDFParser {
  get position(): number {
    return this.bytes.offset();
  }
}

/** Subsections of `first count`, each followed by lines of `offset generation n|f` (ISO 32000-2, 7.5.4). */
function readTable(source: PdfSource, offset: number): Section {
  const entries: Section['entries'] = [];
  const subsection = /\s*(\d{1,10})\s+(\d{1,10})\s/y;
  let position = offset;
  for (let head = matchAt(source.text, subsection, position); head;) {
    const lines = readLines(source.text, position + head[0].length, Number(head[2]));
    lines.places.forEach((place, index) => entries.push([Number(head?.[1]) + index, place]));
    position = lines.end;
    head = matchAt(source.text, subsection, position);
  }
  return { form: 'table', trailer: readTrailer(source, position), entries };
}

function readLines(text: string, offset: number, count: number): { places: ObjectPlace[]; end: number } {
  // Lines should be 20 bytes long; some writers end them with one byte instead of two.
  const line = /\s*(\d{1,10})\s+\d{1,5}\s+([nf])/y;
  const places: ObjectPlace[] = [];
  let end = offset;
  while (places.length < count) {
    const match = matchAt(text, line, end);
    if (!match) throw new CrossReferenceError('A cross-reference table is shorter than it says.');
    places.push(match[2] === 'n' ? { kind: 'offset', offset: Number(match[1]) } : { kind: 'free' });
    end += match[0].length;
  }
  return { places, end };
}

function readTrailer(source: PdfSource, offset: number): PDFDict {
  const keyword = matchAt(source.text, /\s*trailer\s*/y, offset);
  const trailer = keyword ? parseAt(source, offset + keyword[0].length) : undefined;
  if (trailer instanceof PDFDict) return trailer;
  throw new CrossReferenceError('A cross-reference table has no trailer.');
}

/** Rows of `type, field, field`, with the widths of `/W`, for the numbers in `/Index` (ISO 32000-2, 7.5.8). */
function readStream(source: PdfSource, offset: number): Section {
  const { object } = objectAt(source, offset);
  if (!(object instanceof PDFRawStream) || object.dict.get(PDFName.of('Type')) !== PDFName.of('XRef')) {
    throw new CrossReferenceError('No cross references begin where the file says.');
  }
  const widths = numbersOf(object.dict, 'W') ?? [];
  const rows = unpackStructure(object, UNPACKED_LIMIT);
  const numbers = numbersOf(object.dict, 'Index') ?? [0, ...(numbersOf(object.dict, 'Size') ?? [])];
  return { form: 'stream', trailer: object.dict, entries: readRows(rows, widths, numbers) };
}

function readRows(rows: Uint8Array, widths: number[], ranges: number[]): Section['entries'] {
  const [typeWidth = 0, secondWidth = 0, thirdWidth = 0] = widths;
  const length = typeWidth + secondWidth + thirdWidth;
  if (length === 0) throw new CrossReferenceError('A cross-reference stream has empty rows.');
  const entries: Section['entries'] = [];
  let position = 0;
  for (let range = 0; range < ranges.length; range += 2) {
    const first = ranges[range] ?? 0;
    const end = first + (ranges[range + 1] ?? 0);
    for (let number = first; number < end && position + length <= rows.length; number += 1) {
      const second = position + typeWidth;
      const type = typeWidth === 0 ? 1 : bigEndian(rows, position, typeWidth);
      const fields = [
        bigEndian(rows, second, secondWidth),
        bigEndian(rows, second + secondWidth, thirdWidth),
      ] as const;
      entries.push([number, streamPlace(type, fields)]);
      position += length;
    }
  }
  return entries;
}

function streamPlace(type: number, [second, third]: readonly [number, number]): ObjectPlace {
  if (type === 1) return { kind: 'offset', offset: second };
  return type === 2 ? { kind: 'in-stream', container: second, index: third } : { kind: 'free' };
}

function bigEndian(bytes: Uint8Array, offset: number, width: number): number {
  let value = 0;
  for (let index = 0; index < width; index += 1) value = value * 256 + (bytes[offset + index] ?? 0);
  return value;
}

function numbersOf(dict: PDFDict, key: string): number[] | undefined {
  const value = dict.get(PDFName.of(key));
  if (value instanceof PDFNumber) return [value.asNumber()];
  if (!(value instanceof PDFArray)) return undefined;
  return value.asArray().map(item => (item instanceof PDFNumber ? item.asNumber() : 0));
}

function matchAt(text: string, pattern: RegExp, offset: number): RegExpExecArray | null {
  pattern.lastIndex = offset;
  return pattern.exec(text);
}
