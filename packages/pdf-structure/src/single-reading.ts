/** Whether all readers find the same objects in a file. */
import { indexOfWord, latin1, Lexer } from './lexer.ts';
import { isType, objectInStream, type ObjectStream, type PdfObject } from './objects.ts';
import { pagesOf } from './pages.ts';
import { References, type Revision } from './revision.ts';
import { revivesObject } from './section-forms.ts';
import { LARGEST_SIZE, type ObjectLocation, readTable, samePlace, type Section } from './sections.ts';
import {
  countOf,
  entriesOf,
  isReference,
  type PdfDictionary,
  PdfStructureError,
  type PdfValue,
  sameValue,
  type Span,
  type StructureReason,
} from './values.ts';

/**
 * Programs begin at the front of a file that is as long as its first object says, and with the page that this names
 * (ISO 32000-2, annex F).
 *
 * @param first the first object
 * @param newest the section that `startxref` leads to
 * @returns whether they find the same there as at its end, and do so when the file was continued
 */
async function isSameFromFront(
  revision: Revision,
  first: PdfValue | undefined,
  newest: Section | undefined,
): Promise<boolean> {
  const entries = entriesOf(first);
  if (!entries.has('Linearized')) return true;
  const { bytes } = revision;
  const length = entries.get('L');
  if (length?.kind !== 'number' || length.number > bytes.length) return false;
  if (length.number < bytes.length) return true;
  const lexer = new Lexer(bytes, indexOfWord(bytes, 'endobj', 0) + 'endobj'.length);
  lexer.skipSpace();
  const named = countOf(entries.get('O')) ?? 0;
  const isFirstPage = (await pagesOf(revision)).get(named) === 0 && (countOf(entries.get('P')) ?? 0) === 0;
  return isFirstPage && lexer.at === newest?.start;
}

/** White space, and comments that end there, behind a digit: what may precede `obj` where an object begins. */
const HEAD = /\d[\0\t\n\f\r ]*(?:%[^\n\r]*[\n\r][\0\t\n\f\r ]*)*$/;
const AT_LINE = /(?:^|[\n\r])[\0\t\f ]*$/;
const LONGEST_HEAD = 64;

/** A word that programs find which search a file, as they do where they can't follow its cross references. */
interface SearchedWord {
  readonly word: string;
  /** Whether they take it for one, by what precedes it. */
  readonly counts: (before: string) => boolean;
}

const WORDS: readonly SearchedWord[] = [
  { word: 'obj', counts: before => HEAD.test(before) || before.endsWith('end') },
  { word: 'trailer', counts: before => AT_LINE.test(before) },
  { word: 'startxref', counts: () => true },
];

/**
 * Where programs that search for the parts of a file would find one in a span, whether it is one or not: in a string or
 * in the bytes of a stream, for example. Linear in the span's length.
 */
export function* searchedWords(bytes: Uint8Array, { start, end }: Span): Generator<number> {
  for (const { word, counts } of WORDS)
    for (let at = start; (at = indexOfWord(bytes, word, at, end)) !== -1; at += 1)
      if (counts(latin1(bytes.subarray(Math.max(0, at - LONGEST_HEAD), at)))) yield at;
}

/** Whether programs that search a file find this object, and no other one in it, nor what they take for cross references. */
function isFoundAlone(object: PdfObject, bytes: Uint8Array): boolean {
  const { span } = object;
  const lexer = new Lexer(bytes);
  const isAtLine = [10, 13].includes(lexer.peek(span.start - 1));
  if (!isAtLine || isType(object, 'ObjStm') || isType(object, 'XRef')) return false;
  // pdf.js takes a stream for cross references that has this anywhere.
  if (indexOfWord(bytes, '/XRef', span.start, span.end) !== -1) return false;
  if (!lexer.sees(`${object.number} 0 obj`, span.start)) return false;
  return lexer.sees('endobj', span.end - 'endobj'.length) && wordInside([object], bytes) === undefined;
}

/** Where such a program would find something between the head and the end of one of these objects. */
function wordInside(objects: readonly PdfObject[], bytes: Uint8Array): number | undefined {
  for (const object of objects)
    for (const at of searchedWords(bytes, { start: object.value.start, end: object.span.end }))
      if (at !== endOf(object)) return at;
  return undefined;
}

/** Where `obj` is in an object's head. */
export function headOf({ number, generation, span }: PdfObject): number {
  return span.start + `${number} ${generation} `.length;
}

/** Where `obj` is in an object's `endobj`. */
export function endOf({ span }: PdfObject): number {
  return span.end - 'obj'.length;
}

/** A reason why readers may find two documents in a file, and where. */
export interface Ambiguity {
  readonly reason: StructureReason;
  readonly at: number | undefined;
}

export interface Survey {
  /** None if there is but one document. */
  readonly ambiguities: readonly Ambiguity[];
  /** Undefined if an object can't be read. */
  readonly references: References | undefined;
  /** How many trailers nothing leads to. */
  readonly dead: number;
}

/** A file by its cross references: see `PdfFile`. */
interface SurveyedFile extends Revision {
  readonly sections: readonly Section[];
  readonly tail: number;
  readonly header: number;
  readonly place: (number: number) => ObjectLocation | undefined;
  readonly at: (offset: number) => Promise<PdfObject>;
  readonly objectStream: (number: number) => Promise<ObjectStream>;
}

/** Readers look for `startxref` in the last kilobyte. */
const WINDOW = 1024;
/** Entries of the catalog that pages are drawn with. */
const DRAWN = ['Pages', 'AcroForm', 'OCProperties'];

/** Entries of a trailer that lead on. */
const LEADING = ['Root', 'Encrypt', 'Prev', 'XRefStm'];

/** A trailer that nothing leads to, with its table if there is one. */
interface DeadSection {
  readonly start: number;
  readonly trailer: PdfDictionary;
  readonly places?: Section['places'];
}

/**
 * Whether a reader could find two documents in a file: every byte must belong to an object that the cross references
 * list, to one of their sections, or be blank; every row must lead to its object; and what is newer must stand further
 * back. So readers that follow the cross references find the same as those that search the file. It ends at the first
 * object that can't be read, since the next could overlap with it.
 */
export async function survey(file: SurveyedFile): Promise<Survey> {
  return new Surveyor(file).run();
}

class Surveyor {
  readonly #file: SurveyedFile;
  readonly #found: Ambiguity[] = [];
  readonly #references = new References();
  readonly #objects: PdfObject[] = [];
  /** Numbers of the object streams. */
  readonly #containers: number[] = [];
  readonly #dead: DeadSection[] = [];
  readonly #sectionStarts: ReadonlySet<number>;

  constructor(file: SurveyedFile) {
    this.#file = file;
    this.#sectionStarts = new Set(file.sections.map(({ start }) => start));
  }

  async run(): Promise<Survey> {
    const { bytes, tail, trailer, sections } = this.#file;
    try {
      this.#references.addTrailer(trailer);
      await this.#readObjects();
      await this.#readObjectStreams();
      if (bytes.length - tail > WINDOW) this.#report('tail', tail);
      for (const { isShifted, start } of sections) if (isShifted === true) this.#report('listing', start);
      this.#checkNumbers();
      this.#checkMissing();
      await this.#checkHidden();
      if (revivesObject(sections, number => this.#file.place(number))) this.#report('hybrid');
      for (const dead of this.#dead) this.#checkDead(dead);
      await pagesOf(this.#file);
      const newest = sections.find(({ isHidden }) => isHidden !== true);
      if (!(await isSameFromFront(this.#file, this.#objects[0]?.value, newest)))
        this.#report('linearized', 0);
    } catch (error) {
      if (!(error instanceof PdfStructureError)) throw error;
      return { ambiguities: [...this.#found, error], references: undefined, dead: this.#dead.length };
    }
    return { ambiguities: this.#found, references: this.#references, dead: this.#dead.length };
  }

  #report(reason: StructureReason, at?: number): void {
    this.#found.push({ reason, at });
  }

  /** Reads all objects that any section lists, and what is between them and the sections. */
  async #readObjects(): Promise<void> {
    const { sections, bytes } = this.#file;
    const rows = new Map<number, { number: number; generation: number }>();
    for (const { places } of sections)
      for (const [number, place] of places) {
        if (place.kind !== 'offset') continue;
        const { offset, generation } = place;
        const row = rows.get(offset) ?? { number, generation };
        if (row.number !== number || row.generation !== generation)
          throw new PdfStructureError('listing', offset);
        rows.set(offset, row);
      }
    const ends = new Map(sections.map(({ start, end }) => [start, end]));
    let at = 0;
    for (const offset of [...new Set([...rows.keys(), ...ends.keys()])].toSorted(
      (one, other) => one - other,
    )) {
      if (offset < at) throw new PdfStructureError('order', offset);
      const row = rows.get(offset);
      const object = row && (await this.#file.at(offset));
      const start = object?.span.start ?? offset;
      this.#checkGap(at, start);
      at = object?.span.end ?? ends.get(offset) ?? offset;
      if (object === undefined) continue;
      if (object.number !== row?.number) throw new PdfStructureError('listing', offset);
      if (object.generation !== row.generation) throw new PdfStructureError('generation', offset);
      this.#add(object, offset);
    }
    this.#checkGap(at, bytes.length);
  }

  #add(object: PdfObject, offset: number): void {
    this.#objects.push(object);
    const place = this.#file.place(object.number);
    const container = place?.kind === 'inStream' ? this.#file.place(place.container) : place;
    if (container?.kind !== 'offset') return;
    if (container.offset < offset) this.#report('order', offset);
    if (place !== container || container.offset !== offset) return;
    if (this.#sectionStarts.has(object.span.start)) return;
    this.#addReferences(object);
    if (isType(object, 'ObjStm')) this.#containers.push(object.number);
  }

  #addReferences(object: PdfObject): void {
    this.#references.add(object);
    if (isReference(object.value)) this.#report('reference', object.span.start);
  }

  /** Every object in an object stream must be listed there, by an older section at least, and none elsewhere. */
  async #readObjectStreams(): Promise<void> {
    const listed = new Map<string, number>();
    for (const { places } of this.#file.sections)
      for (const [number, place] of places)
        if (place.kind === 'inStream') listed.set(`${place.container} ${place.index}`, number);
    for (const container of this.#containers) {
      const stream = await this.#file.objectStream(container);
      let at = 0;
      let index = -1;
      for (const { number, offset } of stream.entries) {
        index += 1;
        if (listed.get(`${container} ${index}`) !== number || offset < at)
          throw new PdfStructureError('object-stream');
        const object = objectInStream(stream, { number, index, container });
        at = object.span.end;
        if (samePlace({ kind: 'inStream', container, index }, this.#file.place(number)))
          this.#addReferences(object);
        listed.delete(`${container} ${index}`);
      }
    }
    if (listed.size > 0) throw new PdfStructureError('object-stream');
  }

  /** Between objects and sections: white space, comments, the ends of earlier revisions. */
  #checkGap(start: number, end: number): void {
    const lexer: Lexer = new Lexer(this.#file.bytes.subarray(0, end), start);
    try {
      for (;;) {
        while (lexer.gap() || lexer.peek() === 0) if (lexer.peek() === 0) lexer.at += 1;
        const { at } = lexer;
        if (at >= end) return;
        if (lexer.peek() === 0x25) {
          if (at > 0 && lexer.sees('%PDF-')) lexer.fail('no-header');
          lexer.skipLine();
        } else if (lexer.word('startxref')) {
          lexer.skipSpace();
          lexer.digits();
        } else if (lexer.sees('xref')) {
          this.#dead.push(readTable(lexer));
        } else if (lexer.word('trailer')) {
          const trailer = entriesOf(lexer.value());
          // Without a root nobody takes it for one.
          if (LEADING.some(key => trailer.has(key))) this.#dead.push({ start: at, trailer });
        } else lexer.fail('unlisted-bytes');
      }
    } catch (error) {
      if (!(error instanceof PdfStructureError)) throw error;
      this.#report(error.reason, error.at);
    }
  }

  /**
   * Readers ignore objects whose number is not below the size, and references of other generations. Of cross references
   * that are something else as well, nobody has read what they refer to.
   */
  #checkNumbers(): void {
    const size = countOf(this.#file.trailer.get('Size')) ?? 0;
    if (size > LARGEST_SIZE) return this.#report('trailer');
    for (const number of this.#file.numbers()) if (number >= size) return this.#report('size');
    const { sectionNumbers } = this.#file;
    for (const { to, generation } of this.#references) {
      if ((this.#file.generationOf(to) ?? generation) !== generation) return this.#report('generation');
      if (sectionNumbers.has(to)) return this.#report('section');
    }
  }

  /**
   * Where an object is missing, or something precedes the header, some programs search the file. They must not find one that is not listed, nor one in a
   * string or in the bytes of a stream, such as a PDF that is attached without compression.
   */
  #checkMissing(): void {
    const { header, bytes } = this.#file;
    if (header === 0 && this.#references.every(({ to }) => this.#file.has(to))) return;
    const at = this.#found[0]?.at ?? wordInside(this.#objects, bytes);
    if (at !== undefined) this.#report('missing', at);
  }

  /** Objects that the tables call free, and only `/XRefStm` lists: some readers never find them. */
  async #checkHidden(): Promise<void> {
    const { sections } = this.#file;
    const listed = new Map<number, ObjectLocation>();
    for (const { isHidden, places } of sections.toReversed())
      if (isHidden !== true) for (const [number, place] of places) listed.set(number, place);
    const hidden = sections
      .flatMap(({ isHidden, places }) => (isHidden === true ? [...places.keys()] : []))
      .filter(number => listed.has(number) && !samePlace(listed.get(number), this.#file.place(number)));
    if (hidden.length === 0) return;
    const root = entriesOf(await this.#file.resolve(this.#file.trailer.get('Root')));
    const drawn = DRAWN.flatMap(key => {
      const value = root.get(key);
      return isReference(value) ? [value.number] : [];
    });
    const reached = this.#references.closure(drawn);
    if (hidden.some(number => reached.has(number))) this.#report('hybrid');
  }

  /**
   * Readers searched the file, because its cross references led nowhere, until right ones were appended. They must find
   * the same objects by searching: no head of an object inside a stream, one trailer with the same catalog, and a table
   * that, if it is followed after all, leaves none out.
   */
  #checkDead({ start, trailer, places }: DeadSection): void {
    const { sections, bytes } = this.#file;
    const oldest = sections.at(-1);
    const rows = [...(places?.values() ?? [])];
    const used = rows.filter(({ kind }) => kind === 'offset').length;
    const inUse = [...(oldest?.places.values() ?? [])].filter(({ kind }) => kind !== 'free');
    const isHarmless =
      this.#dead.length === 1 &&
      this.#found.length === 0 &&
      // Some readers take the first page from there, whatever they find by searching.
      !entriesOf(this.#objects[0]?.value).has('Linearized') &&
      oldest?.form === 'table' &&
      oldest.start > start &&
      inUse.every(place => place.kind === 'offset' && place.offset < start) &&
      (rows.length === 0 || (used === inUse.length && rows.length <= used + 1)) &&
      sameValue(trailer.get('Root'), oldest.trailer.get('Root')) &&
      !LEADING.some(key => key !== 'Root' && trailer.has(key)) &&
      this.#objects.every(object => object.span.start > start || isFoundAlone(object, bytes));
    if (!isHarmless) this.#report('unlisted-section', start);
  }
}
