import { indexOfWord, latin1, Lexer } from './lexer.ts';
import {
  beginObject,
  endObject,
  isSection,
  isType,
  objectInStream,
  type ObjectStream,
  type PdfObject,
  readObjectStream,
} from './objects.ts';
import { References, Revision } from './revision.ts';
import { unpack, UNPACKED_BYTES, type Budget } from './unpack.ts';
import { countOf, entriesOf, PdfStructureError, type PdfDictionary, type PdfValue } from './values.ts';

const MOST_STEPS = 8;
const HEAD = /(\d{1,10})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]*$/;
const LONGEST_HEAD = 64;
/** How often all of a file may be read. */
const MOST_READINGS = 16;
/** Behind its head, where an object says its type. */
const WINDOW = 1024;

type FoundPosition = { readonly offset: number } | { readonly stream: ObjectStream; readonly index: number };

/**
 * A damaged file, as programs find its objects by searching for them: the last one of each number, and the last trailer
 * that leads to a catalog, or the last catalog. Nobody knows whether other programs find the same. Objects that can't be
 * read are missing.
 */
export class SearchedFile extends Revision {
  readonly bytes: Uint8Array;
  readonly startxref = 0;
  readonly sectionForm = 'table';
  readonly sectionNumbers: ReadonlySet<number> = new Set();
  #trailer: PdfDictionary = new Map<string, never>();
  readonly #places = new Map<number, FoundPosition>();
  readonly #budget: Budget = { left: UNPACKED_BYTES };
  /** How many bytes may still be read: objects may be nested. */
  #unread: number;

  private constructor(bytes: Uint8Array) {
    super();
    this.bytes = bytes;
    this.#unread = MOST_READINGS * (bytes.length + WINDOW);
  }

  /**
   * @param bytes from the file's header on
   * @throws PdfStructureError if there is no catalog, and for object streams that can't be unpacked
   */
  static async read(bytes: Uint8Array): Promise<SearchedFile> {
    const file = new SearchedFile(bytes);
    for (let at = 0; (at = indexOfWord(bytes, 'obj', at)) !== -1; at += 1) await file.#addHead(at);
    for (let at = 0; (at = indexOfWord(bytes, 'trailer', at)) !== -1; at += 1) await file.#addTrailer(at);
    if (!file.#trailer.has('Root')) await file.#findCatalog();
    return file;
  }

  get trailer(): PdfDictionary {
    return this.#trailer;
  }

  numbers(): Iterable<number> {
    return this.#places.keys();
  }

  generationOf(number: number): number | undefined {
    return this.#places.has(number) ? 0 : undefined;
  }

  async find(number: number, steps = 0): Promise<PdfObject | undefined> {
    const place = this.#places.get(number);
    return place && readable(() => this.#read(number, place, steps));
  }

  /** References of any generation lead to the object, and those in circles to none. */
  override async resolve(value: PdfValue | undefined, steps = 0): Promise<PdfValue | undefined> {
    if (value?.kind !== 'reference') return super.resolve(value);
    if (steps > MOST_STEPS) return undefined;
    return this.resolve((await this.find(value.number, steps + 1))?.value, steps + 1);
  }

  async references(): Promise<References> {
    const references = new References();
    for (const number of this.numbers()) {
      const object = await this.find(number);
      if (object !== undefined && !isSection(object)) references.add(object);
    }
    return references;
  }

  async #read(number: number, place: FoundPosition, steps: number): Promise<PdfObject> {
    if ('stream' in place) return objectInStream(place.stream, { number, index: place.index, container: 0 });
    const lexer = new Lexer(this.bytes, place.offset, false, true);
    try {
      const begun = beginObject(lexer);
      const length = entriesOf(begun.value).get('Length');
      return endObject(begun, countOf(await this.resolve(length, steps)));
    } finally {
      this.#unread -= lexer.at - place.offset;
      if (this.#unread < 0) lexer.fail('limit', place.offset);
    }
  }

  /** @param at where `obj` is */
  async #addHead(at: number): Promise<void> {
    const before = latin1(this.bytes.subarray(Math.max(0, at - LONGEST_HEAD), at));
    const [head, digits] = HEAD.exec(before) ?? [];
    if (head === undefined) return;
    const number = Number(digits);
    const offset = at - head.length;
    this.#places.set(number, { offset });
    const isStructure = ['ObjStm', 'XRef'].some(
      type => indexOfWord(this.bytes, type, at, at + WINDOW) !== -1,
    );
    const object = isStructure ? await this.find(number) : undefined;
    if (object !== undefined && isType(object, 'XRef')) await this.#takeTrailer(object.value);
    if (object?.data === undefined || !isType(object, 'ObjStm')) return;
    const { start, end } = object.data;
    const dictionary = entriesOf(object.value);
    const unpacked = await unpack(dictionary, this.bytes.subarray(start, end), this.#budget);
    const stream = readObjectStream(dictionary, unpacked);
    for (const [index, packed] of stream.entries.entries())
      this.#places.set(packed.number, { stream, index });
  }

  async #addTrailer(at: number): Promise<void> {
    const lexer = new Lexer(this.bytes, at + 'trailer'.length, false, true);
    const value = await readable(async () => lexer.value());
    if (value !== undefined) await this.#takeTrailer(value);
  }

  async #takeTrailer(value: PdfValue): Promise<void> {
    const root = await this.resolve(entriesOf(value).get('Root'));
    if (root?.kind === 'dictionary') this.#trailer = entriesOf(value);
  }

  async #findCatalog(): Promise<void> {
    for (const number of this.numbers()) {
      const object = await this.find(number);
      if (object === undefined || !isType(object, 'Catalog')) continue;
      this.#trailer = new Map([['Root', { kind: 'reference', number, generation: 0, ...object.span }]]);
    }
    if (!this.#trailer.has('Root')) throw new PdfStructureError('cross-references');
  }
}

/** What can't be read is undefined, unless a limit is exceeded. */
async function readable<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof PdfStructureError) || error.reason === 'limit') throw error;
    return undefined;
  }
}
