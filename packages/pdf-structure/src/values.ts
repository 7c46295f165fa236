/** Why a file, or its continuation, is not read. */
export type StructureReason =
  /** There is no `%PDF-` within the first kilobyte. */
  | 'no-header'
  /** Other bytes than the grammar has at this place. */
  | 'syntax'
  /** Too deep, too many, too long. */
  | 'limit'
  /** A dictionary has a key twice. */
  | 'double-key'
  /** `startxref` is missing, or leads to no cross references. */
  | 'cross-references'
  /** An object is listed twice, or at another place than where it is. */
  | 'listing'
  /** Generations of the row, the object and the reference differ; in updates: not 0. */
  | 'generation'
  /** A stream is not as long as it says, or its length is not direct in an update. */
  | 'stream-length'
  /** A stream can't be unpacked, or by another filter than Flate. */
  | 'stream-data'
  /** An object stream does not contain what the cross references say, or is in an encrypted file. */
  | 'object-stream'
  /**
   * Table and `/XRefStm` in one section, or a table after a stream; in a first revision: if what only one of them lists
   * may be drawn, or an older version in an object stream.
   */
  | 'hybrid'
  /** An object that was in use is freed. */
  | 'freed'
  /** The `/Size` of a file leaves objects out, which some readers then don't see. */
  | 'size'
  /** A trailer that excludes objects, or that changes `/Root`, `/ID`, `/Encrypt`, or does not continue `/Prev`. */
  | 'trailer'
  /** `startxref` is too far from the end for readers to find it. */
  | 'tail'
  /** Bytes that belong to no listed object and no section. */
  | 'unlisted-bytes'
  /** An object refers to one that is missing, and the file has what looks like others. */
  | 'missing'
  /** An object is a reference to another one. */
  | 'reference'
  /** An object refers to a stream of cross references. */
  | 'section'
  /** Cross references that no other ones lead to. */
  | 'unlisted-section'
  /** Readers may find other pages. */
  | 'page-tree'
  /** Readers may draw other streams on a page. */
  | 'page-contents'
  /** Readers may inherit other resources, boxes or annotations. */
  | 'page-resources'
  /** Programs that begin at the front of a linearized file may find something else. */
  | 'linearized'
  /** Parts of the file overlap, or an older version of an object stands behind the newer. */
  | 'order';

/** The file violates ISO 32000-2, or a stricter rule of this reader. */
export class PdfStructureError extends Error {
  override readonly name = 'PdfStructureError';
  readonly reason: StructureReason;
  /** Offset in bytes from the file's header, or in an unpacked stream. */
  readonly at: number | undefined;

  constructor(reason: StructureReason, at?: number, options?: ErrorOptions) {
    super(at === undefined ? reason : `${reason} at ${at}`, options);
    this.reason = reason;
    this.at = at;
  }
}

/** From the first byte to the one behind the last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type PdfDictionary = ReadonlyMap<string, PdfValue>;

/** A reference to an indirect object. */
export interface PdfReference {
  readonly kind: 'reference';
  readonly number: number;
  readonly generation: number;
}

/** A value (ISO 32000-2, 7.3). */
export type PdfContent =
  | { readonly kind: 'number'; readonly number: number; readonly isInteger: boolean }
  /** `true`, `false` or `null`. */
  | { readonly kind: 'keyword'; readonly word: string }
  | { readonly kind: 'name'; readonly name: string }
  /** One character per byte; literal and hexadecimal strings give the same value. */
  | { readonly kind: 'string'; readonly text: string }
  | PdfReference
  | { readonly kind: 'array'; readonly items: readonly PdfValue[] }
  | { readonly kind: 'dictionary'; readonly entries: PdfDictionary };

/** A value, and where it stands. */
export type PdfValue = PdfContent & Span;

/** The dictionary's entries; none for any other value. */
export function entriesOf(value: PdfValue | undefined): PdfDictionary {
  return value?.kind === 'dictionary' ? value.entries : NO_ENTRIES;
}

const NO_ENTRIES: PdfDictionary = new Map();

export function itemsOf(value: PdfValue | undefined): readonly PdfValue[] {
  return value?.kind === 'array' ? value.items : [];
}

/** The value, if it is an integer that is not negative. */
export function countOf(value: PdfValue | undefined): number | undefined {
  return value?.kind === 'number' && value.isInteger && value.number >= 0 ? value.number : undefined;
}

export function isName(value: PdfValue | undefined, name: string): boolean {
  return value?.kind === 'name' && value.name === name;
}

/**
 * Is the later value the same, regardless of the order of keys? In an array, a real number may have become an integer, as
 * some programs write 595.0 in boxes; elsewhere readers ignore reals in some places.
 */
export function sameValue(
  before: PdfValue | undefined,
  after: PdfValue | undefined,
  isInArray = false,
): boolean {
  if (before === undefined || after === undefined) return before === after;
  switch (before.kind) {
    case 'number':
      return (
        after.kind === 'number' &&
        after.number === before.number &&
        (after.isInteger === before.isInteger || (isInArray && after.isInteger))
      );
    case 'keyword':
      return after.kind === 'keyword' && after.word === before.word;
    case 'name':
      return isName(after, before.name);
    case 'string':
      return after.kind === 'string' && after.text === before.text;
    case 'reference':
      return isReference(after) && after.number === before.number && after.generation === before.generation;
    case 'array':
      return (
        after.kind === 'array' &&
        after.items.length === before.items.length &&
        before.items.every((item, index) => sameValue(item, after.items[index], true))
      );
    case 'dictionary':
      return after.kind === 'dictionary' && changedKeys(before.entries, after.entries).length === 0;
  }
}

export function isReference(value: PdfValue | undefined): value is PdfReference & Span {
  return value?.kind === 'reference';
}

/** The keys whose values differ. */
export function changedKeys(before: PdfDictionary, after: PdfDictionary): string[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].filter(key => !sameValue(before.get(key), after.get(key)));
}

/** Visits all references, strings and names in a value, each with the nearest key of a dictionary; '' if there is none. */
export function visit(value: PdfValue, visitor: (leaf: PdfValue, key: string) => void, key = ''): void {
  if (value.kind === 'array') for (const item of value.items) visit(item, visitor, key);
  else if (value.kind === 'dictionary')
    for (const [name, entry] of value.entries) visit(entry, visitor, name);
  else if (value.kind === 'reference' || value.kind === 'string' || value.kind === 'name')
    visitor(value, key);
}

/** All references in a value, as often as they are there. */
export function referencesIn(value: PdfValue): readonly (PdfReference & Span)[] {
  const found: (PdfReference & Span)[] = [];
  visit(value, leaf => isReference(leaf) && found.push(leaf));
  return found;
}
