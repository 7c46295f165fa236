import type { PdfObject } from './objects.ts';
import type { References } from './references.ts';
import type { Section } from './sections.ts';
import { PdfStructureError, type PdfDictionary, type PdfValue } from './values.ts';

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
