import { lastSection, objectAt, readSection, streamOf, type Place, type Section } from './pdf-sections.ts';
import type { IndirectObject, PdfSource } from './pdf-sections.ts';
import { numberOf } from './pdf-stream.ts';
import { parseValue, PdfStructureError, textOf, type PdfDictionary, type PdfValue } from './pdf-value.ts';

const MOST_SECTIONS = 1000;

/**
 * A PDF's objects as readers find them: by the cross references, newest first. Small and strict: anything ambiguous is
 * an error, because this determines what a signature would cover.
 */
export class PdfFile {
  readonly source: PdfSource;
  /** Newest first; a hybrid file's hidden section before the table that names it. */
  readonly sections: readonly Section[];
  readonly #places = new Map<number, Place>();

  private constructor(source: PdfSource, sections: readonly Section[]) {
    this.source = source;
    this.sections = sections;
    for (const { places } of sections) {
      for (const [number, place] of places) if (!this.#places.has(number)) this.#places.set(number, place);
    }
  }

  /** @throws PdfStructureError */
  static async read(file: Uint8Array<ArrayBuffer>): Promise<PdfFile> {
    // Offsets count from the header.
    const header = textOf(file.subarray(0, 1024)).indexOf('%PDF-');
    if (header === -1) throw new PdfStructureError('Not a PDF.');
    const bytes = file.subarray(header);
    const source = { bytes, text: textOf(bytes) };
    return new PdfFile(source, await readSections(source));
  }

  /** The newest trailer. */
  get trailer(): PdfDictionary {
    return this.sections[0]?.trailer ?? new Map<string, PdfValue>();
  }

  place(number: number): Place | undefined {
    return this.#places.get(number);
  }

  /** Is there an object of that number? */
  has(number: number): boolean {
    const kind = this.place(number)?.kind;
    return kind !== undefined && kind !== 'free';
  }

  /** The object of that number, with its references unresolved. @throws PdfStructureError */
  async find(number: number): Promise<PdfValue | undefined> {
    const place = this.place(number);
    switch (place?.kind) {
      case undefined:
      case 'free':
        return undefined;
      case 'offset':
        return this.at(number, place.offset).value;
      case 'inStream':
        return this.#inStream(number, place.container, place.index);
    }
  }

  /** The object at an offset. @throws PdfStructureError when a different one is there. */
  at(number: number, offset: number): IndirectObject {
    const object = objectAt(this.source, offset);
    if (object.number !== number) throw new PdfStructureError('A different object is at this offset.');
    return object;
  }

  /** What a reference leads to, or the value itself. @throws PdfStructureError */
  async resolve(value: PdfValue | undefined): Promise<PdfValue | undefined> {
    if (value?.kind !== 'reference') return value;
    const found = await this.find(value.number);
    if (found?.kind === 'reference') throw new PdfStructureError('A reference leads to another reference.');
    return found;
  }

  /** The decompressed texts of all object streams in use. @throws PdfStructureError */
  async objectStreams(): Promise<string[]> {
    const containers = new Set<number>();
    for (const place of this.#places.values()) if (place.kind === 'inStream') containers.add(place.container);
    return Promise.all([...containers].map(async number => (await this.#container(number)).text));
  }

  async #container(number: number): Promise<{ readonly dictionary: PdfValue; readonly text: string }> {
    const place = this.place(number);
    if (place?.kind !== 'offset') throw new PdfStructureError('The object stream is missing.');
    const object = this.at(number, place.offset);
    return { dictionary: object.value, text: textOf(await streamOf(this.source, object)) };
  }

  async #inStream(number: number, container: number, index: number): Promise<PdfValue> {
    const { dictionary, text } = await this.#container(container);
    const entries = dictionary.kind === 'dictionary' ? dictionary.entries : undefined;
    const first = numberOf(entries?.get('First')) ?? 0;
    const head = text.slice(0, first);
    // Some readers use the index, some the number: both have to lead to the same object.
    const numbers = head.trim().split(/\s+/).map(Number);
    const offset = numbers[2 * index + 1];
    const isTwice = numbers.some((other, at) => at % 2 === 0 && at !== 2 * index && other === number);
    if (numbers[2 * index] !== number || offset === undefined || isTwice || !/^[\d\t\n\f\r ]*$/.test(head))
      throw new PdfStructureError('A different object is at this offset.');
    return parseValue(text, first + offset).value;
  }
}

async function readSections(source: PdfSource): Promise<Section[]> {
  const sections: Section[] = [];
  for (let offset: number | undefined = lastSection(source); offset !== undefined;) {
    const at = offset;
    // Readers stop when the chain of sections repeats.
    if (sections.some(section => section.offset === at)) break;
    if (sections.length > MOST_SECTIONS) throw new PdfStructureError('Too many sections.');
    const section = await readSection(source, at);
    const hidden = numberOf(section.trailer.get('XRefStm'));
    if (hidden !== undefined) sections.push(await readHidden(source, section, hidden));
    sections.push(section);
    offset = numberOf(section.trailer.get('Prev'));
  }
  return sections;
}

/** A hybrid file: the objects that its table calls free are in the hidden section (ISO 32000-2, 7.5.8.4). */
async function readHidden(source: PdfSource, table: Section, offset: number): Promise<Section> {
  const { places } = await readSection(source, offset);
  const inUse = [...places].filter(([, place]) => place.kind !== 'free');
  for (const [number] of inUse) {
    if (table.places.get(number)?.kind === 'offset')
      throw new PdfStructureError('An object is listed twice.');
  }
  return { offset, trailer: table.trailer, places: new Map(inUse) };
}
