/** A revision of a file: its objects, and the references in it. */
import { decodeName } from './lexer.ts';
import type { PdfObject } from './objects.ts';
import type { Section } from './sections.ts';
import { isName, type PdfDictionary, PdfStructureError, type PdfValue, visit } from './values.ts';

const TRAILER_KEYS = ['Root', 'Info', 'Encrypt'];

/** An object refers to another one. */
export interface Edge {
  /** Number of the object that the reference is in; 0 for the trailer. */
  readonly from: number;
  readonly to: number;
  readonly generation: number;
  /** The nearest key of a dictionary; '' in an array that is an object itself. */
  readonly key: string;
}

/** Which object of a revision refers to which. */
export class References {
  readonly #edges: Map<number, readonly Edge[]>;
  /** Names that texts in `/DA` contain: those of fonts that a reader takes for fields without a look. */
  readonly asked: Set<string>;
  /** Whether there are fields other than signatures, which may be drawn with the form's resources. */
  hasFields: boolean;

  constructor(before?: References) {
    this.#edges = before === undefined ? new Map() : new Map(before.#edges);
    this.asked = new Set(before?.asked);
    this.hasFields = before?.hasFields ?? false;
  }

  /** What else a trailer has is read by no reader. */
  addTrailer(trailer: PdfDictionary): void {
    const entries = new Map([...trailer].filter(([key]) => TRAILER_KEYS.includes(key)));
    this.#add(0, { kind: 'dictionary', entries, start: 0, end: 0 });
  }

  /** Adds an object in place of the earlier one with its number; no cross references: of trailers, only the newest counts. */
  add(object: PdfObject): void {
    this.#add(object.number, object.value);
  }

  #add(from: number, value: PdfValue): void {
    const edges: Edge[] = [];
    visit(value, (leaf, key) => {
      if (key === 'FT' && !isName(leaf, 'Sig')) this.hasFields = true;
      if (leaf.kind === 'reference') edges.push({ from, to: leaf.number, generation: leaf.generation, key });
      // A text that is an object itself may be one, too.
      else if (leaf.kind === 'string' && ['DA', ''].includes(key))
        for (const [, name = ''] of leaf.text.matchAll(/\/([^\s()<>[\]{}/%]+)/g))
          this.asked.add(decodeName(name));
    });
    if (edges.length > 0) this.#edges.set(from, edges);
    else this.#edges.delete(from);
  }

  *[Symbol.iterator](): IterableIterator<Edge> {
    for (const edges of this.#edges.values()) yield* edges;
  }

  every(test: (edge: Edge) => boolean): boolean {
    for (const edge of this) if (!test(edge)) return false;
    return true;
  }

  of(number: number): readonly Edge[] {
    return this.#edges.get(number) ?? [];
  }

  /** Who refers to each object. */
  inverse(): ReadonlyMap<number, readonly Edge[]> {
    const found = new Map<number, Edge[]>();
    for (const edge of this) {
      const edges = found.get(edge.to);
      if (edges === undefined) found.set(edge.to, [edge]);
      else edges.push(edge);
    }
    return found;
  }

  /** All numbers that are reached from one of these, and not through the one that is left out. */
  closure(numbers: Iterable<number>, without?: number): ReadonlySet<number> {
    const reached = new Set(numbers);
    for (const number of reached)
      if (number !== without) for (const { to } of this.of(number)) reached.add(to);
    return reached;
  }
}

/** Streams that need each other are no document's. */
const MOST_STEPS = 8;

/** A document as it was at some time: its objects as readers find them by the cross references. */
export abstract class Revision {
  /** The file from its header to this revision's end. All offsets are in these bytes. */
  abstract readonly bytes: Uint8Array;
  /** The newest trailer. */
  abstract readonly trailer: PdfDictionary;
  /** Of its newest section; of a hybrid file, `table`. */
  abstract readonly sectionForm: Section['form'];
  /** Where the newest section begins. */
  abstract readonly startxref: number;

  /** Numbers of its streams of cross references. What these refer to is no part of the document, and nothing may refer to them. */
  abstract readonly sectionNumbers: ReadonlySet<number>;

  /** Its texts and streams are; a signature's contents never are (ISO 32000-2, 7.6.2). */
  get isEncrypted(): boolean {
    const encryption = this.trailer.get('Encrypt');
    return encryption !== undefined && encryption.kind !== 'keyword';
  }

  /** Numbers of the objects in use. */
  abstract numbers(): Iterable<number>;

  /** The generation that a reference to an object must have; undefined if there is no object of that number. */
  abstract generationOf(number: number): number | undefined;

  /** Is there an object of that number? */
  has(number: number): boolean {
    return this.generationOf(number) !== undefined;
  }

  /**
   * The object of that number, its references unresolved.
   *
   * @param steps how many objects led to it
   * @throws PdfStructureError
   */
  abstract find(number: number, steps?: number): Promise<PdfObject | undefined>;

  /** What a reference leads to, or the value itself; undefined for `null` as well. @throws PdfStructureError */
  async resolve(value: PdfValue | undefined, steps = 0): Promise<PdfValue | undefined> {
    if (value?.kind === 'keyword' && value.word === 'null') return undefined;
    if (value?.kind !== 'reference') return value;
    if (steps > MOST_STEPS) throw new PdfStructureError('limit');
    const found = await this.find(value.number, steps + 1);
    if (found !== undefined && found.generation !== value.generation)
      throw new PdfStructureError('generation', value.start);
    // Some readers follow it, others take it for nothing.
    if (found?.value.kind === 'reference') throw new PdfStructureError('reference', value.start);
    return this.resolve(found?.value, steps + 1);
  }

  /** What its objects refer to. @throws PdfStructureError if one of them can't be read */
  abstract references(): Promise<References>;
}
