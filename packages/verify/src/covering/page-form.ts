import {
  countOf,
  entriesOf,
  isReference,
  itemsOf,
  PdfStructureError,
  type PdfDictionary,
  type PdfFile,
  type PdfObject,
  type PdfValue,
} from '@sign-session/pdf-structure';
import { checkContentForm } from './content-form.ts';

/** Which colours a program shows for these depends on its profiles, and on whether it simulates inks. */
const OTHER_COLOURS = ['ICCBased', 'CalGray', 'CalRGB', 'Lab', 'Separation', 'DeviceN'];
/** Entries of a graphics state that change colours that are there, or that come. */
const MIXING = ['OP', 'op', 'TR', 'TR2', 'BM'];
const USUAL_MIXING = ['Normal', 'Compatible', 'Identity', 'Default'];
/** Entries of forms by which some programs draw something else. */
const OTHER_DRAWINGS = ['OPI', 'Ref'];
const MASKS = ['Alpha', 'Luminosity'];

const MOST_OBJECTS = 5000;
const DEEPEST = 32;

/**
 * Whether all programs draw a page's content alike, by the form of its content streams and of what they use.
 * @returns whether they show the same colours as well: if not, even white may be black
 * @throws PdfStructureError where one may draw what another leaves out, or a stream can't be read
 */
export async function hasPlainColours(file: PdfFile, page: PdfDictionary): Promise<boolean> {
  const form = new PageForm(file);
  await form.addContents(page.get('Contents'));
  await form.addResources(page);
  return form.isPlain;
}

/**
 * Checks a form XObject in the same way.
 * @throws PdfStructureError
 */
export async function checkFormStream(file: PdfFile, number: number): Promise<void> {
  await new PageForm(file).addObject(number);
}

class PageForm {
  isPlain = true;
  readonly #file: PdfFile;
  readonly #seen = new Set<number>();

  constructor(file: PdfFile) {
    this.#file = file;
  }

  /** The streams of a page are read as one. */
  async addContents(contents: PdfValue | undefined): Promise<void> {
    const parts: Uint8Array[] = [];
    const list = await this.#file.resolve(contents);
    for (const item of list?.kind === 'array' ? list.items : [contents]) {
      const stream = isReference(item) ? await this.#file.find(item.number) : undefined;
      if (stream !== undefined) parts.push(await this.#file.contentOf(stream), Uint8Array.of(10));
    }
    const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    checkContentForm(whole);
  }

  /** The page's resources, or those of the nearest node above it. */
  async addResources(page: PdfDictionary): Promise<void> {
    let node = page;
    for (let depth = 0; !node.has('Resources') && node.has('Parent'); depth++) {
      if (depth > DEEPEST) throw new PdfStructureError('limit');
      node = entriesOf(await this.#file.resolve(node.get('Parent')));
    }
    await this.#add(node.get('Resources'));
  }

  async #add(value: PdfValue | undefined, key = ''): Promise<void> {
    if (isReference(value)) return this.addObject(value.number, key);
    if (value?.kind === 'array') {
      if (OTHER_COLOURS.includes((await this.#name(value.items[0])) ?? '')) this.isPlain = false;
      for (const item of value.items) await this.#add(item, key);
    } else if (value?.kind === 'dictionary') await this.#addDictionary(value.entries, key);
  }

  async addObject(number: number, key = ''): Promise<void> {
    if (this.#seen.has(number)) return;
    this.#seen.add(number);
    if (this.#seen.size > MOST_OBJECTS) throw new PdfStructureError('limit');
    const object = await this.#file.find(number);
    if (object === undefined) return;
    if (object.data !== undefined) await this.#addStream(object, key);
    await this.#add(object.value, key);
  }

  async #name(value: PdfValue | undefined): Promise<string | undefined> {
    const name = await this.#file.resolve(value);
    return name?.kind === 'name' ? name.name : undefined;
  }

  async #addStream(object: PdfObject, key: string): Promise<void> {
    const entries = entriesOf(object.value);
    const isForm = (await this.#name(entries.get('Subtype'))) === 'Form';
    const isPattern = entries.has('PatternType') || entries.has('PaintType');
    if (isForm || isPattern || key === 'CharProcs') checkContentForm(await this.#file.contentOf(object));
    const paint = await this.#file.resolve(entries.get('PaintType'));
    // A pattern without colours of its own: some programs take those that its content states nevertheless.
    if ((isPattern && countOf(paint) !== 1) || OTHER_DRAWINGS.some(name => entries.has(name)))
      throw new PdfStructureError('syntax');
  }

  async #addDictionary(entries: PdfDictionary, key: string): Promise<void> {
    const isFont = (await this.#name(entries.get('Type'))) === 'Font';
    // Fonts are drawn by what is in their files, which is asked of pdf.js.
    if (isFont && (await this.#name(entries.get('Subtype'))) !== 'Type3') return;
    const isMask = key === 'SMask' && entries.has('G');
    // What a function makes of a mask, some programs take for its opposite.
    if (isMask && (entries.has('TR') || !MASKS.includes((await this.#name(entries.get('S'))) ?? '')))
      throw new PdfStructureError('syntax');
    for (const [name, value] of entries) {
      if (name === 'Properties' || name === 'Parent') continue;
      if (MIXING.includes(name) && !isUsual(await this.#file.resolve(value))) this.isPlain = false;
      await this.#add(value, key === 'CharProcs' ? key : name);
    }
  }
}

/** A name that changes nothing, or `false`. */
function isUsual(value: PdfValue | undefined): boolean {
  if (value?.kind === 'keyword') return value.word === 'false';
  const [only = value] = itemsOf(value);
  return only?.kind === 'name' && USUAL_MIXING.includes(only.name);
}
