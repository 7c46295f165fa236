/** The chain of cross-reference sections. */
import { latin1, Lexer } from './lexer.ts';
import { beginObject, endObject, isType, type PdfObject } from './objects.ts';
import { readRows, readTable, samePlace, type Section } from './sections.ts';
import { type Budget, unpack, UNPACKED_BYTES } from './unpack.ts';
import { countOf, entriesOf, PdfStructureError } from './values.ts';

const MOST_SECTIONS = 1000;
/** In all sections. */
const MOST_ROWS = 1_000_000;
/** Of one hidden section's offset, in trailers of updates. */
const MOST_COPIES = 64;

/** The sections of a file's cross references. */
export interface Chain {
  /** Newest first; a hybrid file's hidden section before the table that names it. */
  readonly sections: readonly Section[];
  readonly startxref: number;
}

/** Where the last `startxref` is. @throws PdfStructureError if there is none */
export function lastStartxref(bytes: Uint8Array): number {
  for (let at = bytes.lastIndexOf(0x73); at !== -1; at = at === 0 ? -1 : bytes.lastIndexOf(0x73, at - 1))
    if (latin1(bytes.subarray(at, at + 9)) === 'startxref') return at;
  throw new PdfStructureError('cross-references');
}

/**
 * Reads all sections, from the newest on.
 *
 * @param tail where the last `startxref` is
 * @throws PdfStructureError
 */
export async function readChain(bytes: Uint8Array, tail: number): Promise<Chain> {
  const lexer = new Lexer(bytes, tail + 'startxref'.length);
  lexer.skipSpace();
  const startxref = lexer.digits();
  if (startxref === undefined) throw new PdfStructureError('cross-references', tail);
  return { sections: await new ChainReader(bytes).read(startxref), startxref };
}

class ChainReader {
  readonly #bytes: Uint8Array;
  readonly #budget: Budget = { left: UNPACKED_BYTES };
  readonly #read: Section[] = [];
  #rows = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  async read(startxref: number): Promise<Section[]> {
    const chain: Section[] = [];
    const offsets = new Set<number>();
    // Readers stop when the chain repeats. 0 is written for none.
    for (let offset: number | undefined = startxref; offset !== undefined && !offsets.has(offset);) {
      offsets.add(offset);
      const section: Section = await this.#add(offset);
      chain.push(section);
      offset = previousOf(section) || undefined;
    }
    const sections: Section[] = [];
    /** By their offsets; with the index of the oldest table that names them. */
    const hidden = new Map<
      number,
      { readonly section: Section; readonly own: Section; readonly index: number }
    >();
    let copies = 0;
    let index = chain.length;
    for (const table of chain.toReversed()) {
      index -= 1;
      sections.unshift(table);
      const at = hiddenAt(table);
      const known = at === undefined ? undefined : hidden.get(at);
      if (known !== undefined) {
        if (++copies > MOST_COPIES) throw new PdfStructureError('limit', at);
        checkPrevious(known.own, table);
        checkCopy(known.section, chain.slice(index, known.index));
      } else if (at !== undefined) {
        const own = await this.#add(at);
        checkPrevious(own, table);
        const section = hiddenBehind(table, own);
        hidden.set(at, { section, index, own });
        sections.unshift(section);
      }
    }
    return sections;
  }

  async #add(offset: number): Promise<Section> {
    const read = await readSection(this.#bytes, offset, this.#budget);
    if (this.#read.length >= MOST_SECTIONS || (this.#rows += read.places.size) > MOST_ROWS)
      throw new PdfStructureError('limit', offset);
    if (this.#read.some(({ start, end }) => start < read.end && read.start < end))
      throw new PdfStructureError('order', offset);
    this.#read.push(read);
    return read;
  }
}

/** @throws PdfStructureError where it is no offset: some readers take a reference's number for one */
function previousOf({ trailer, start }: Section): number | undefined {
  const value = trailer.get('Prev');
  const offset = countOf(value);
  if (value !== undefined && offset === undefined) throw new PdfStructureError('cross-references', start);
  return offset;
}

/**
 * Some readers follow a hidden section's `/Prev` as well, and before what the table's leads to.
 *
 * @throws PdfStructureError if it leads elsewhere
 */
export function checkPrevious(hidden: Section, table: Section): void {
  const previous = previousOf(hidden);
  if (previous !== undefined && previous !== previousOf(table))
    throw new PdfStructureError('hybrid', hidden.start);
}

/** Where a hybrid file's hidden section is; -1 for what is no offset. */
function hiddenAt({ form, trailer }: Section): number | undefined {
  const value = form === 'table' ? trailer.get('XRefStm') : undefined;
  return value && (countOf(value) ?? -1);
}

/**
 * Programs copy `/XRefStm` into the trailers of updates. It must not matter whether readers follow the copy: of an object
 * that is in another place since, the newest table has the place, which counts more.
 *
 * @param tables the one with the copy, and those between it and the one with the original, newest first
 */
function checkCopy(hidden: Section, tables: readonly Section[]): void {
  const [newest] = tables;
  const listed = new Map(tables.toReversed().flatMap(({ places }) => [...places]));
  for (const [number, place] of hidden.places) {
    const isNewest = ['offset', 'inStream'].includes(newest?.places.get(number)?.kind ?? 'free');
    const since = listed.get(number);
    if (!isNewest && since !== undefined && !samePlace(since, place))
      throw new PdfStructureError('hybrid', hidden.start);
  }
}

async function readSection(bytes: Uint8Array, offset: number, budget: Budget): Promise<Section> {
  if (offset < 0 || offset >= bytes.length) throw new PdfStructureError('cross-references', offset);
  const lexer = new Lexer(bytes, offset);
  lexer.skipSpace();
  return lexer.sees('xref')
    ? readTable(lexer)
    : readStreamSection(endObject(beginObject(lexer)), bytes, budget);
}

/** @throws PdfStructureError if the object is no cross-reference stream, or its rows can't be read */
export async function readStreamSection(
  object: PdfObject,
  bytes: Uint8Array,
  budget: Budget,
): Promise<Section> {
  const { data, span, value, number } = object;
  if (data === undefined || !isType(object, 'XRef'))
    throw new PdfStructureError('cross-references', span.start);
  const trailer = entriesOf(value);
  const rows = await unpack(trailer, bytes.subarray(data.start, data.end), budget);
  return { form: 'stream', number, ...span, trailer, places: readRows(new Lexer(rows), trailer) };
}

/** A hybrid file: the objects that its table calls free are in the hidden section (ISO 32000-2, 7.5.8.4). */
function hiddenBehind(table: Section, hidden: Section): Section {
  const inUse = [...hidden.places].filter(([, place]) => place.kind !== 'free');
  for (const [number, place] of inUse) {
    const listed = table.places.get(number);
    if (listed !== undefined && listed.kind !== 'free' && !samePlace(place, listed))
      throw new PdfStructureError('listing', hidden.start);
  }
  return { ...hidden, trailer: table.trailer, places: new Map(inUse), isHidden: true };
}
