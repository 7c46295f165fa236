import type { Lexer } from './lexer.ts';
import { countOf, itemsOf, type PdfDictionary } from './values.ts';

/** Where a reader finds an object; offsets are from the file's header. */
export type ObjectLocation =
  | { readonly kind: 'offset'; readonly offset: number; readonly generation: number }
  | { readonly kind: 'inStream'; readonly container: number; readonly index: number }
  | { readonly kind: 'free' };

/** One section of cross references (ISO 32000-2, 7.5.4 and 7.5.8). */
export interface Section {
  readonly form: 'table' | 'stream';
  /** Of the stream's object. */
  readonly number?: number;
  readonly start: number;
  /** Behind the trailer, or the stream's object. */
  readonly end: number;
  readonly trailer: PdfDictionary;
  readonly places: ReadonlyMap<number, ObjectLocation>;
  /** It is a hybrid file's `/XRefStm`. */
  readonly isHidden?: boolean;
  /** Some readers take it for a table that counts from 0 by mistake. */
  readonly isShifted?: boolean;
}

/** Whether two rows say the same. */
export function samePlace(one: ObjectLocation | undefined, other: ObjectLocation | undefined): boolean {
  switch (one?.kind) {
    case 'offset':
      return other?.kind === 'offset' && other.offset === one.offset && other.generation === one.generation;
    case 'inStream':
      return other?.kind === 'inStream' && other.container === one.container && other.index === one.index;
    case 'free':
    case undefined:
      return other?.kind === one?.kind;
  }
}

/** More rows than any document has. */
const MOST_ROWS = 1_000_000;
/** In bytes. Readers take offsets of up to 2 GiB; some refuse wider fields, or ignore their first bytes. */
const WIDEST_FIELD = 4;
/** The largest object number that readers support (ISO 32000-1, annex C). */
const LARGEST_NUMBER = 8_388_607;
/** Of objects. Some readers search the file where it is exceeded. */
export const LARGEST_SIZE = LARGEST_NUMBER + 1;

/**
 * Reads `xref`, rows, `trailer` and its dictionary. A strict lexer takes rows of exactly 20 bytes, and `12 3` on a line of
 * its own before them; another one any white space between their parts.
 *
 * @throws PdfStructureError; 'listing' if an object is listed twice
 */
export function readTable(lexer: Lexer): Section {
  const start = lexer.at;
  const places = new Map<number, ObjectLocation>();
  let isShifted = false;
  if (!lexer.word('xref')) lexer.fail('cross-references');
  lexer.skipSpace();
  for (let first = lexer.digits(); first !== undefined; first = lexer.digits()) {
    const count = readCount(lexer);
    if (count === undefined) lexer.fail();
    // Even an empty one: some readers search the file then.
    if (first + count > LARGEST_SIZE) lexer.fail('limit');
    for (let number = first; number < first + count; number++) add(lexer, places, number, readRow(lexer));
    isShifted ||= first === 1 && places.get(1)?.kind === 'free';
    if (lexer.isStrict && isShifted) lexer.fail('listing');
    lexer.skipSpace();
  }
  if (!lexer.word('trailer')) lexer.fail();
  const trailer = lexer.value();
  if (trailer.kind !== 'dictionary') lexer.fail('trailer');
  return { form: 'table', start, end: lexer.at, trailer: trailer.entries, places, isShifted };
}

/** How many rows follow. Strictly: behind one space, and with one at most before the line ends. */
function readCount(lexer: Lexer): number | undefined {
  const start = lexer.at;
  lexer.gap();
  if (lexer.isStrict && !(lexer.sees(' ', start) && lexer.at === start + 1)) return undefined;
  const count = lexer.digits();
  if (!lexer.isStrict) return lexer.gap() ? count : undefined;
  if (lexer.sees(' ')) lexer.at += 1;
  return lexer.lineEnd() ? count : undefined;
}

function readRow(lexer: Lexer): ObjectLocation {
  if (!lexer.isStrict) lexer.skipSpace();
  const start = lexer.at;
  const offset = lexer.digits();
  lexer.gap();
  const generation = lexer.digits();
  lexer.gap();
  const isFree = lexer.sees('f');
  if (offset === undefined || generation === undefined || (!isFree && !lexer.sees('n'))) lexer.fail();
  lexer.at += 1;
  const { length } = '0000000000 00000 n';
  if (lexer.isStrict) {
    const ends = [' \r', ' \n', '\r\n'].some(end => lexer.sees(end));
    if (lexer.at !== start + length || !ends) lexer.fail('syntax', start);
    lexer.at += 2;
  }
  return isFree ? { kind: 'free' } : { kind: 'offset', offset, generation };
}

function add(lexer: Lexer, places: Map<number, ObjectLocation>, number: number, place: ObjectLocation): void {
  if (places.has(number)) lexer.fail('listing');
  if (places.size >= MOST_ROWS || number > LARGEST_NUMBER) lexer.fail('limit');
  places.set(number, place);
}

/**
 * Reads the rows of a cross-reference stream.
 *
 * @param lexer of the stream's bytes, unpacked
 * @throws PdfStructureError for numbers that are no integers, unknown types, and another count of bytes
 */
export function readRows(lexer: Lexer, trailer: PdfDictionary): ReadonlyMap<number, ObjectLocation> {
  const widths = itemsOf(trailer.get('W')).map(countOf);
  const index = trailer.has('Index')
    ? itemsOf(trailer.get('Index')).map(countOf)
    : [0, countOf(trailer.get('Size'))];
  if (widths.length !== 3 || index.length % 2 !== 0) lexer.fail('cross-references');
  const places = new Map<number, ObjectLocation>();
  const [typeWidth, ...others] = widths.map(width => {
    return width === undefined || width > WIDEST_FIELD ? lexer.fail('cross-references') : width;
  });
  const field = (width = 0): number => {
    let value = 0;
    for (let byte = 0; byte < width; byte++) value = value * 256 + lexer.peek(lexer.at++);
    return value;
  };
  for (let range = 0; range < index.length; range += 2) {
    const [first, count] = [index[range], index[range + 1]];
    if (first === undefined || count === undefined) lexer.fail('cross-references');
    if (first + count > LARGEST_SIZE) lexer.fail('limit');
    for (let number = first; number < first + count; number++) {
      if (lexer.at >= lexer.bytes.length) lexer.fail('cross-references');
      const type = typeWidth === 0 ? 1 : field(typeWidth);
      const [second = 0, third = 0] = others.map(field);
      add(lexer, places, number, placeOf(type, second, third) ?? lexer.fail('cross-references'));
    }
  }
  if (lexer.at !== lexer.bytes.length) lexer.fail('cross-references');
  return places;
}

function placeOf(type: number, second: number, third: number): ObjectLocation | undefined {
  switch (type) {
    case 0:
      return { kind: 'free' };
    case 1:
      return { kind: 'offset', offset: second, generation: third };
    case 2:
      return { kind: 'inStream', container: second, index: third };
    default:
      return undefined;
  }
}
