import { unpack, numberOf } from './pdf-stream.ts';
import {
  matchAt,
  parseValue,
  PdfStructureError,
  skipSpace,
  type PdfDictionary,
  type PdfValue,
} from './pdf-value.ts';

/** A file as bytes, and as text with one character per byte. */
export interface PdfSource {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly text: string;
}

/** Where a reader finds an object. */
export type Place =
  | { readonly kind: 'offset'; readonly offset: number }
  | { readonly kind: 'inStream'; readonly container: number; readonly index: number }
  | { readonly kind: 'free' };

/** One section of cross references (ISO 32000-2, 7.5.4 and 7.5.8). */
export interface Section {
  readonly offset: number;
  readonly trailer: PdfDictionary;
  readonly places: ReadonlyMap<number, Place>;
}

/** An indirect object in the file. */
export interface IndirectObject {
  readonly number: number;
  readonly value: PdfValue;
  /** Where its value ends in the text; a stream begins after it. */
  readonly end: number;
}

/** Maximum number of cross-reference rows in a file; a contract has hundreds. */
const MOST_ROWS = 1_000_000;

const TABLE = /\s*xref\s+/y;
const SUBSECTION = /\s*(\d{1,10})\s+(\d{1,10})\s/y;
const ROW = /\s*(\d{1,10})\s+\d{1,5}\s+([nf])/y;
const TRAILER = /\s*trailer/y;
const OBJECT = /\s*(\d{1,10})\s+\d{1,5}\s+obj/y;
const STREAM = /stream\r?\n/y;

/** Where the newest section begins. @throws PdfStructureError */
export function lastSection({ text }: PdfSource): number {
  const [, offset] = matchAt(/startxref\s+(\d{1,10})/y, text, text.lastIndexOf('startxref')) ?? [];
  if (offset === undefined) throw new PdfStructureError('There are no cross references.');
  return Number(offset);
}

/** Reads the section at an offset. @throws PdfStructureError when none begins there. */
export async function readSection(source: PdfSource, offset: number): Promise<Section> {
  const table = matchAt(TABLE, source.text, offset);
  return table === null ? readStream(source, offset) : readTable(source, offset, offset + table[0].length);
}

/** Reads the object at an offset. @throws PdfStructureError when none begins there. */
export function objectAt({ text }: PdfSource, offset: number): IndirectObject {
  const head = matchAt(OBJECT, text, offset);
  if (head === null) throw new PdfStructureError('There is no object at this offset.');
  return { number: Number(head[1]), ...parseValue(text, offset + head[0].length) };
}

/**
 * The decompressed bytes of a stream object.
 *
 * @throws PdfStructureError
 */
export async function streamOf(source: PdfSource, object: IndirectObject): Promise<Uint8Array> {
  const begin = matchAt(STREAM, source.text, skipSpace(source.text, object.end));
  if (object.value.kind !== 'dictionary' || begin === null)
    throw new PdfStructureError('The object is not a stream.');
  const { entries } = object.value;
  const length = numberOf(entries.get('Length')) ?? indirectLength(source, entries.get('Length'));
  const start = begin.index + begin[0].length;
  return unpack(entries, source.bytes.slice(start, start + length));
}

/** A length that is an indirect object, which has to be found before the cross references are known. */
function indirectLength({ text }: PdfSource, value: PdfValue | undefined): number {
  if (value?.kind !== 'reference') throw new PdfStructureError('A stream has no length.');
  const head = new RegExp(`(?:^|\\s)${value.number}\\s+${value.generation}\\s+obj\\s+(\\d+)\\s+endobj`, 'g');
  const found = [...text.matchAll(head)].map(([, length]) => Number(length));
  const [length] = found;
  if (length === undefined || found.length > 1)
    throw new PdfStructureError('The length of a stream is ambiguous.');
  return length;
}

function readTable(source: PdfSource, offset: number, start: number): Section {
  const { text } = source;
  const places = new Map<number, Place>();
  let at = start;
  for (let head = matchAt(SUBSECTION, text, at); head !== null; head = matchAt(SUBSECTION, text, at)) {
    at += head[0].length;
    const first = Number(head[1]);
    for (let number = first; number < first + Number(head[2]); number++) {
      const row = matchAt(ROW, text, at);
      if (row === null || places.size > MOST_ROWS)
        throw new PdfStructureError('A cross-reference table is truncated or too long.');
      at += row[0].length;
      add(places, number, row[2] === 'n' ? { kind: 'offset', offset: Number(row[1]) } : { kind: 'free' });
    }
  }
  const keyword = matchAt(TRAILER, text, at);
  const trailer = keyword === null ? undefined : parseValue(text, at + keyword[0].length).value;
  if (trailer?.kind !== 'dictionary') throw new PdfStructureError('A cross-reference table has no trailer.');
  return { offset, trailer: trailer.entries, places };
}

async function readStream(source: PdfSource, offset: number): Promise<Section> {
  const object = objectAt(source, offset);
  const trailer = object.value.kind === 'dictionary' ? object.value.entries : undefined;
  const type = trailer?.get('Type');
  if (trailer === undefined || type?.kind !== 'name' || type.name !== 'XRef')
    throw new PdfStructureError('There are no cross references at this offset.');
  const widths = numbersOf(trailer.get('W'));
  const ranges = numbersOf(trailer.get('Index')) ?? [0, numberOf(trailer.get('Size')) ?? 0];
  if (widths?.length !== 3) throw new PdfStructureError('A cross-reference stream has no field widths.');
  return { offset, trailer, places: readRows(await streamOf(source, object), widths, ranges) };
}

function readRows(
  rows: Uint8Array,
  widths: readonly number[],
  ranges: readonly number[],
): Map<number, Place> {
  const places = new Map<number, Place>();
  let at = 0;
  const field = (width: number | undefined): number | undefined => {
    const bytes = rows.subarray(at, (at += width ?? 0));
    if (bytes.length !== width) throw new PdfStructureError('A cross-reference stream is truncated.');
    return width === 0 ? undefined : bytes.reduce((sum, byte) => sum * 256 + byte, 0);
  };
  for (let range = 0; range < ranges.length; range += 2) {
    const first = ranges[range] ?? 0;
    for (let number = first; number < first + (ranges[range + 1] ?? 0); number++) {
      if (places.size > MOST_ROWS) throw new PdfStructureError('There are too many cross references.');
      const [type = 1, second = 0, third = 0] = widths.map(field);
      add(places, number, placeOf(type, second, third));
    }
  }
  return places;
}

function placeOf(type: number, second: number, third: number): Place {
  switch (type) {
    case 0:
      return { kind: 'free' };
    case 1:
      return { kind: 'offset', offset: second };
    case 2:
      return { kind: 'inStream', container: second, index: third };
    default:
      throw new PdfStructureError('A cross reference has an unknown type.');
  }
}

/** Readers differ on which entry of an object listed twice in one section they use. */
function add(places: Map<number, Place>, number: number, place: Place): void {
  if (places.has(number)) throw new PdfStructureError('An object is listed twice.');
  places.set(number, place);
}

function numbersOf(value: PdfValue | undefined): number[] | undefined {
  return value?.kind === 'array' ? value.items.map(item => numberOf(item) ?? 0) : undefined;
}
