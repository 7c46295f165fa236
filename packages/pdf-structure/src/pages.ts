import type { Revision } from './revision.ts';
import { entriesOf, isName, isReference, itemsOf, PdfStructureError, sameValue } from './values.ts';
import type { PdfDictionary, PdfValue, StructureReason } from './values.ts';

/** In all lists of kids and of contents together: many pages may have the same one. */
const MOST_PARTS = 500_000;
/** Levels of the tree above a page: MuPDF takes some trees with more for circles. */
const DEEPEST_NODE = 31;
/** What a page takes from the nodes above it (ISO 32000-2, 7.7.3.4). */
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];
/** Of resources. What else is there is read by nobody. */
const CATEGORIES = ['Font', 'XObject', 'ExtGState', 'ColorSpace', 'Pattern', 'Shading', 'Properties'];
/** Some readers take a node without a type for a page that has one of them. */
const OF_PAGES = ['Contents', 'MediaBox', 'CropBox'];
/** Of contents; abbreviations are taken by all readers. */
const FILTERS = 'FlateDecode LZWDecode ASCII85Decode ASCIIHexDecode RunLengthDecode Fl LZW A85 AHx RL'.split(
  ' ',
);
/** Ghostscript reads nothing that is packed more often. */
const MOST_FILTERS = 3;
/** What readers take for the box of a page without one. */
const LETTER: Box = [0, 0, 612, 792];
/** Some readers leave contents unread that are packed so, others read them packed. */
const OTHER_FILTERS = ['Crypt', 'DCTDecode', 'DCT', 'CCITTFaxDecode', 'CCF', 'JBIG2Decode', 'JPXDecode'];
/** Of a stream whose bytes are in another file: some readers take them for abbreviations of `Filter` and its parameters. */
const ELSEWHERE = ['F', 'FFilter', 'FDecodeParms', 'DP'];

/** What some readers take in another way, and may still show the same: another one can be asked. */
interface PageDoubt {
  /** Other pages; contents of which some readers draw nothing; fonts that only some find in the nodes above. */
  readonly about: 'pages' | 'contents' | 'fonts';
  /** Index of the page; of the next page if it is about a node, or about nothing. */
  readonly page: number;
}

/**
 * The pages of a document: their index, by the number of their object.
 *
 * @throws PdfStructureError where readers may find other pages, other contents of one, or other resources
 */
export async function pagesOf(revision: Revision): Promise<ReadonlyMap<number, number>> {
  const tree = new PageTree(revision);
  await tree.read();
  return tree.numbers;
}

/** How many pages a document has, and what of them is doubtful. */
export interface DoubtfulPages {
  readonly count: number;
  readonly doubts: readonly PageDoubt[];
}

/**
 * The pages of a document, though readers may find others where they need not.
 *
 * @throws PdfStructureError where they do
 */
export async function doubtfulPagesOf(revision: Revision): Promise<DoubtfulPages> {
  const doubts: PageDoubt[] = [];
  const tree = new PageTree(revision, doubts);
  await tree.read();
  return { count: tree.count, doubts };
}

class PageTree {
  readonly numbers = new Map<number, number>();
  count = 0;
  readonly #revision: Revision;
  readonly #doubts: PageDoubt[] | undefined;
  readonly #nodes = new Set<number>();
  /** Of annotations, that were checked. */
  readonly #lists = new Set<number>();
  #parts = 0;

  constructor(revision: Revision, doubts?: PageDoubt[]) {
    this.#revision = revision;
    this.#doubts = doubts;
  }

  async read(): Promise<void> {
    const root = this.#revision.trailer.get('Root');
    if (!isReference(root) || (await this.#isStream(root))) refuse('page-tree', root);
    await this.#add(entriesOf(await this.#get(root)).get('Pages'), []);
  }

  /** A page, or a node and what is below it. @param above the nodes that lead to it, the nearest first */
  async #add(
    kid: PdfValue | undefined,
    above: readonly NumberedDictionary[],
    isMisnamed = false,
  ): Promise<void> {
    if (++this.#parts > MOST_PARTS || above.length > DEEPEST_NODE) throw new PdfStructureError('limit');
    const [parent] = above;
    const number = isReference(kid) ? kid.number : undefined;
    const value = await this.#get(kid);
    if (parent === undefined && number === undefined) refuse('page-tree', kid);
    if (number === undefined || value === undefined) this.#doubt('pages', kid);
    if (value === undefined) return;
    if (value.kind !== 'dictionary' || (await this.#isStream(kid))) refuse('page-tree', kid);
    const { entries } = value;
    const up = entries.get('Parent');
    const isNamed =
      parent === undefined
        ? (await this.#get(up)) === undefined
        : isReference(up) && up.number === parent.number;
    if (!isNamed) this.#doubt('pages', kid);
    const chain = [{ number, entries }, ...above];
    const isNode = entries.has('Kids');
    const type = await this.#get(entries.get('Type'));
    if (isNode) {
      if (type === undefined ? OF_PAGES.some(key => entries.has(key)) : !isName(type, 'Pages'))
        refuse('page-tree', kid);
      if (entries.has('Annots') || (number !== undefined && this.#nodes.has(number)))
        refuse('page-tree', kid);
      if (entries.has('Contents')) this.#doubt('pages', kid);
      if (number !== undefined) this.#nodes.add(number);
      const first = this.count;
      const kids = await this.#get(entries.get('Kids'));
      if (kids?.kind !== 'array') refuse('page-tree', kid);
      for (const item of kids.items) await this.#add(item, chain, isMisnamed || !isNamed);
      const count = await this.#get(entries.get('Count'));
      if (count?.kind !== 'number' || count.number !== this.count - first) refuse('page-tree', kid);
    } else {
      if (parent === undefined || isName(type, 'Pages')) refuse('page-tree', kid);
      // What is of another type is a page for many readers.
      const isOther = type !== undefined && !isName(type, 'Page');
      if (isOther || (number !== undefined && this.numbers.has(number))) this.#doubt('pages', kid);
      if (isMisnamed || !isNamed) await this.#checkUpwards(chain);
      await this.#checkInherited(chain);
      await this.#checkContents(entries);
      await this.#checkAnnotations(entries.get('Annots'));
      if (number !== undefined) this.numbers.set(number, this.count);
      this.count += 1;
    }
  }

  /** Some readers inherit from the nodes that `Parent` leads to, others from those that lead to the page. */
  async #checkUpwards(chain: readonly NumberedDictionary[]): Promise<void> {
    const upwards: PdfDictionary[] = [];
    for (let entries = chain[0]?.entries; entries !== undefined && entries.size > 0;) {
      if (upwards.push(entries) > DEEPEST_NODE) throw new PdfStructureError('limit');
      entries = entriesOf(await this.#get(entries.get('Parent')));
    }
    for (const key of INHERITED) {
      const [one, other] = [chain.map(({ entries }) => entries), upwards].map(nodes =>
        nodes.find(entries => entries.has(key))?.get(key),
      );
      if (!sameValue(one, other)) refuse('page-resources', one ?? other);
    }
  }

  /** Where the nearest value is none, some readers take one from above. */
  async #checkInherited(chain: readonly NumberedDictionary[]): Promise<void> {
    for (const key of INHERITED) {
      const [nearest, ...others] = chain.flatMap(({ entries }) => entries.get(key) ?? []);
      const value = await this.#get(nearest);
      if (others.length > 0 && value === undefined) refuse('page-resources', nearest);
      if (key !== 'Resources' || value === undefined) continue;
      const own = entriesOf(value);
      // Some readers take a stream's dictionary for one.
      for (const category of CATEGORIES)
        if (await this.#isStream(own.get(category))) refuse('page-resources', own.get(category));
      const isEmpty = others.length === 0 && !CATEGORIES.some(category => own.has(category));
      if (value.kind !== 'dictionary' || (!isEmpty && (await this.#isStream(nearest))))
        refuse('page-resources', nearest);
      // Some readers take categories from above that the nearest lack.
      for (const other of others) {
        const above = entriesOf(await this.#get(other));
        const lacking = CATEGORIES.filter(category => above.has(category) && !own.has(category));
        if (lacking.some(category => category !== 'Font')) refuse('page-resources', nearest);
        if (lacking.length > 0) this.#doubt('fonts', nearest);
      }
    }
    await this.#checkBoxes(chain);
  }

  /** Where a page's boxes have nothing in common, some readers ignore one of them, and others draw nothing. */
  async #checkBoxes(chain: readonly NumberedDictionary[]): Promise<void> {
    const [media = LETTER, crop] = [
      await this.#boxOf(chain, 'MediaBox'),
      await this.#boxOf(chain, 'CropBox'),
    ];
    if (crop === undefined) return;
    const [left, bottom] = [Math.max(media[0], crop[0]), Math.max(media[1], crop[1])];
    if (Math.min(media[2], crop[2]) <= left || Math.min(media[3], crop[3]) <= bottom)
      refuse('page-resources', chain[0]?.entries.get('CropBox'));
  }

  async #boxOf(chain: readonly NumberedDictionary[], key: string): Promise<Box | undefined> {
    const value = await this.#get(chain.find(({ entries }) => entries.has(key))?.entries.get(key));
    if (value === undefined) return undefined;
    const numbers: number[] = [];
    for (const item of itemsOf(value)) {
      const number = await this.#get(item);
      if (number?.kind === 'number') numbers.push(number.number);
    }
    const [x = 0, y = 0, right = 0, top = 0] = numbers;
    if (numbers.length !== 4) refuse('page-resources', value);
    return [Math.min(x, right), Math.min(y, top), Math.max(x, right), Math.max(y, top)];
  }

  async #checkContents(page: PdfDictionary): Promise<void> {
    const value = page.get('Contents');
    const contents = await this.#get(value);
    if (contents === undefined) return;
    for (const part of contents.kind === 'array' ? contents.items : [value]) {
      if (++this.#parts > MOST_PARTS) throw new PdfStructureError('limit');
      const stream = await this.#get(part);
      const object = isReference(part) ? await this.#revision.find(part.number) : undefined;
      if (stream?.kind === 'array') refuse('page-contents', part);
      if (object?.data === undefined) {
        this.#doubt('contents', part);
        continue;
      }
      const entries = entriesOf(object.value);
      if (ELSEWHERE.some(key => entries.has(key))) refuse('page-contents', part);
      const filter = await this.#get(entries.get('Filter'));
      if (filter === undefined && entries.has('Filter')) this.#doubt('contents', part);
      if (itemsOf(filter).length > MOST_FILTERS) refuse('page-contents', part);
      for (const item of filter === undefined || filter.kind === 'array' ? itemsOf(filter) : [filter]) {
        const name = await this.#get(item);
        if (name?.kind !== 'name' || OTHER_FILTERS.includes(name.name)) refuse('page-contents', part);
        if (!FILTERS.includes(name.name)) this.#doubt('contents', part);
      }
    }
  }

  /** Some readers draw what others don't take for annotations, or no page that has another list. */
  async #checkAnnotations(value: PdfValue | undefined): Promise<void> {
    const list = await this.#get(value);
    if (list !== undefined && list.kind !== 'array') refuse('page-resources', value);
    if (isReference(value) && this.#lists.has(value.number)) return;
    if (isReference(value)) this.#lists.add(value.number);
    for (const item of itemsOf(list)) if (await this.#isStream(item)) refuse('page-resources', item);
  }

  async #isStream(value: PdfValue | undefined): Promise<boolean> {
    return isReference(value) && (await this.#revision.find(value.number))?.data !== undefined;
  }

  async #get(value: PdfValue | undefined): Promise<PdfValue | undefined> {
    return this.#revision.resolve(value);
  }

  #doubt(about: PageDoubt['about'], value: PdfValue | undefined): void {
    if (this.#doubts === undefined) refuse(REASONS[about], value);
    this.#doubts.push({ about, page: this.count });
  }
}

type Box = readonly [left: number, bottom: number, right: number, top: number];

/** A node or a page, and the number of its object. */
interface NumberedDictionary {
  readonly number: number | undefined;
  readonly entries: PdfDictionary;
}

const REASONS = { pages: 'page-tree', contents: 'page-contents', fonts: 'page-resources' } as const;

function refuse(reason: StructureReason, value: PdfValue | undefined): never {
  throw new PdfStructureError(reason, value?.start);
}
