import { indexOfWord, Lexer } from './lexer.ts';
import { lastStartxref, readChain, type Chain } from './xref-chain.ts';
import {
  beginObject,
  endObject,
  isType,
  objectInStream,
  type ObjectStream,
  type PdfObject,
  readObjectStream,
} from './objects.ts';
import { type References, Revision } from './revision.ts';
import { newestForm } from './section-forms.ts';
import { survey, type Survey } from './single-reading.ts';
import type { ObjectLocation, Section } from './sections.ts';
import { unpack, UNPACKED_BYTES, type Budget } from './unpack.ts';
import { countOf, entriesOf, PdfStructureError, type PdfDictionary, type PdfValue } from './values.ts';

/** Readers look for the header in the first kilobyte, and for `startxref` in the last. */
const WINDOW = 1024;

/**
 * A PDF's objects as readers find them, by the cross references, newest first. Damage that all readers take in the same
 * way is no error; whatever they may read in two ways is, or is reported by `survey`.
 */
export class PdfFile extends Revision {
  readonly bytes: Uint8Array;
  /** How many bytes precede the header. */
  readonly header: number;
  /** Newest first; a hybrid file's hidden section before the table that names it. */
  readonly sections: readonly Section[];
  readonly startxref: number;
  /** Where the last `startxref` is. */
  readonly tail: number;
  /** Of all objects that are unpacked, those of the updates as well; cross references have one of their own. */
  readonly budget: Budget = { left: UNPACKED_BYTES };
  readonly #places = new Map<number, ObjectLocation>();
  readonly #objects = new Map<number, Promise<PdfObject | undefined>>();
  readonly #streams = new Map<number, Promise<ObjectStream>>();
  /** Indirect lengths by object number: thousands of streams may share one. */
  readonly #lengths = new Map<number, PdfValue | undefined>();
  #survey: Promise<Survey> | undefined;
  #sectionNumbers: ReadonlySet<number> | undefined;

  private constructor(bytes: Uint8Array, header: number, tail: number, chain: Chain) {
    super();
    this.bytes = bytes;
    this.header = header;
    this.tail = tail;
    this.sections = chain.sections;
    this.startxref = chain.startxref;
    for (const { places } of this.sections)
      for (const [number, place] of places) if (!this.#places.has(number)) this.#places.set(number, place);
  }

  /**
   * @param file the whole file up to the end of a revision
   * @throws PdfStructureError
   */
  static async read(file: Uint8Array): Promise<PdfFile> {
    const header = headerOffset(file);
    if (header === undefined) throw new PdfStructureError('no-header');
    const bytes = file.subarray(header);
    const tail = lastStartxref(bytes);
    return new PdfFile(bytes, header, tail, await readChain(bytes, tail));
  }

  get trailer(): PdfDictionary {
    return this.sections[0]?.trailer ?? new Map<string, never>();
  }

  get sectionForm(): Section['form'] {
    return newestForm(this.sections);
  }

  get sectionNumbers(): ReadonlySet<number> {
    return (this.#sectionNumbers ??= new Set(
      this.sections.flatMap(section => (this.#isObject(section) ? (section.number ?? []) : [])),
    ));
  }

  /** Whether its number is no other object's since. Some programs find one that is not listed, too. */
  #isObject({ number, start }: Section): boolean {
    const place = number === undefined ? undefined : this.place(number);
    if (place?.kind !== 'offset') return place?.kind !== 'inStream';
    const lexer = new Lexer(this.bytes, place.offset);
    lexer.skipSpace();
    return lexer.at === start;
  }

  place(number: number): ObjectLocation | undefined {
    return this.#places.get(number);
  }

  generationOf(number: number): number | undefined {
    const place = this.place(number);
    if (place === undefined || place.kind === 'free') return undefined;
    return place.kind === 'offset' ? place.generation : 0;
  }

  *numbers(): Iterable<number> {
    for (const [number, { kind }] of this.#places) if (kind !== 'free') yield number;
  }

  find(number: number, steps = 0): Promise<PdfObject | undefined> {
    const known = this.#objects.get(number);
    if (known !== undefined) return known;
    const found = this.#find(number, steps);
    // Thousands of objects may refer to a large one. What fails may do so for the steps that led there.
    this.#objects.set(number, found);
    found.catch(() => this.#objects.delete(number));
    return found;
  }

  async #find(number: number, steps: number): Promise<PdfObject | undefined> {
    const place = this.place(number);
    switch (place?.kind) {
      case undefined:
      case 'free':
        return undefined;
      case 'offset': {
        const object = await this.at(place.offset, steps);
        if (object.number !== number) throw new PdfStructureError('listing', place.offset);
        if (object.generation !== place.generation) throw new PdfStructureError('generation', place.offset);
        return object;
      }
      case 'inStream':
        return objectInStream(await this.objectStream(place.container, steps), { ...place, number });
    }
  }

  /** Whether readers could find two documents in it. */
  survey(): Promise<Survey> {
    return (this.#survey ??= survey(this));
  }

  async references(): Promise<References> {
    const { references, ambiguities } = await this.survey();
    if (references === undefined) throw new PdfStructureError(ambiguities[0]?.reason ?? 'syntax');
    return references;
  }

  /** The object at an offset. @throws PdfStructureError */
  async at(offset: number, steps = 0): Promise<PdfObject> {
    const begun = beginObject(new Lexer(this.bytes, offset));
    if (begun.dataStart === undefined) return endObject(begun);
    return endObject(begun, countOf(await this.#length(entriesOf(begun.value).get('Length'), steps)));
  }

  /** What `/Length` says. Read once for each object. */
  async #length(value: PdfValue | undefined, steps: number): Promise<PdfValue | undefined> {
    if (value?.kind !== 'reference' || value.generation !== 0) return this.resolve(value, steps);
    if (!this.#lengths.has(value.number)) this.#lengths.set(value.number, await this.resolve(value, steps));
    return this.#lengths.get(value.number);
  }

  /** The objects of the object stream of that number. @throws PdfStructureError; always where the file is encrypted */
  objectStream(number: number, steps = 0): Promise<ObjectStream> {
    const known = this.#streams.get(number) ?? this.#readObjectStream(number, steps);
    this.#streams.set(number, known);
    return known;
  }

  async #readObjectStream(number: number, steps: number): Promise<ObjectStream> {
    const isPlain = this.place(number)?.kind === 'offset';
    const object = isPlain ? await this.find(number, steps + 1) : undefined;
    if (object?.data === undefined || !isType(object, 'ObjStm') || this.isEncrypted)
      throw new PdfStructureError('object-stream');
    return readObjectStream(entriesOf(object.value), await this.contentOf(object));
  }

  /** A stream's bytes, unpacked; of another object none. @throws PdfStructureError */
  async contentOf({ value, data }: Pick<PdfObject, 'value' | 'data'>): Promise<Uint8Array> {
    if (data === undefined) return new Uint8Array();
    return unpack(entriesOf(value), this.bytes.subarray(data.start, data.end), this.budget);
  }
}

/**
 * Where `%PDF-` is. Offsets in the file count from there (ISO 32000-2, 7.5.2), except the byte range of a signature, which
 * verifiers count from the first byte of the file.
 * @returns undefined if the file is no PDF, or PostScript for Ghostscript, which runs what precedes
 */
export function headerOffset(file: Uint8Array): number | undefined {
  const at = indexOfWord(file, '%PDF-', 0, WINDOW);
  return at === -1 || indexOfWord(file, '%!', 0, at) !== -1 ? undefined : at;
}
