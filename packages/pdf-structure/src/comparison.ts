/** Compares a file before and after an update, object by object, with what signing a field may change. */
import {
  type AddedSignature,
  type FilledField,
  type SignatureMark,
  type UpdateChanges,
  UpdateError,
} from './changes.ts';
import { latin1 } from './lexer.ts';
import { isSection, type PdfObject } from './objects.ts';
import { pagesOf } from './pages.ts';
import type { Edge, References, Revision } from './revision.ts';
import { unpack } from './unpack.ts';
import type { Update } from './update.ts';
import {
  changedKeys,
  countOf,
  entriesOf,
  isName,
  isReference,
  itemsOf,
  type PdfDictionary,
  PdfStructureError,
  type PdfValue,
  sameValue,
  visit,
} from './values.ts';

/** A value before and after. */
export type Pair = readonly [before: PdfValue | undefined, after: PdfValue | undefined];

/** Which objects an update may define, as far as that is known. */
export class UpdateScope {
  readonly after: Update;
  readonly references: References;
  /** Who referred to each object before. */
  readonly edges: ReadonlyMap<number, readonly Edge[]>;
  /** New objects that something allowed leads to, and earlier ones that were compared. */
  readonly known = new Set<number>();
  /** Such as `page/Annots`. */
  readonly changed = new Set<string>();
  /** Fields that got a signature, by number: whether they were there before. */
  readonly signed = new Map<number, boolean>();
  /** Maps an existing object to the field whose signing lets it change. */
  readonly partsSigned = new Map<number, number>();
  /** Of these, the ones that got entries which signing need not add. */
  readonly adorned = new Set<number>();
  /** Other fields that were filled in, by the number of the object that has the value. */
  readonly filled = new Map<number, FilledField>();

  /** @throws UpdateError if an earlier object refers to a new one */
  constructor(after: Update, references: References) {
    this.after = after;
    this.references = references;
    this.edges = references.inverse();
    for (const [number, object] of after.objects) {
      const { container } = object;
      if (container !== undefined && this.isNew(container)) this.known.add(container);
      if (!this.isNew(number)) continue;
      if (this.edges.has(number)) throw new UpdateError('dangling', number);
      if (isSection(object)) this.known.add(number);
    }
  }

  isNew(number: number): boolean {
    return this.after.objects.has(number) && !this.after.before.has(number);
  }

  /**
   * What is before and after in a place that may change. An earlier object must be the same as before, and used in this
   * place alone if it is another one now.
   */
  async slot([before, after]: Pair): Promise<Pair> {
    if (isReference(after)) {
      const { number } = after;
      const isDefined = this.after.objects.has(number);
      if (!this.isNew(number) && !sameValue(before, after)) throw new UpdateError('moved', number);
      if (!this.isNew(number) && isDefined && this.edges.get(number)?.length !== 1)
        throw new UpdateError('shared', number);
      if (isDefined) this.known.add(number);
    }
    return [await this.after.before.resolve(before), await this.after.resolve(after)];
  }

  /** All new objects that the value leads to belong to what may be added here. */
  claim(value: PdfValue | undefined): void {
    const pending = value === undefined ? [] : [value];
    for (let next = pending.pop(); next !== undefined; next = pending.pop())
      visit(next, leaf => {
        if (!isReference(leaf) || !this.isNew(leaf.number) || this.known.has(leaf.number)) return;
        this.known.add(leaf.number);
        const object = this.after.objects.get(leaf.number);
        if (object !== undefined) pending.push(object.value);
      });
  }

  /** What a list has more than before, at its end. */
  async additions(pair: Pair): Promise<readonly PdfValue[]> {
    const [old, now] = await this.slot(pair);
    if (old === undefined && now === undefined) return [];
    const [was, is] = [itemsOf(old), itemsOf(now)];
    const isList = now?.kind === 'array' && (old === undefined || old.kind === 'array');
    if (!isList || was.some((item, index) => !sameValue(item, is[index])))
      throw new UpdateError('list', was.length);
    return is.slice(was.length);
  }
}

/** The values of all keys, before and after. */
export function pairs(before: PdfDictionary, after: PdfDictionary): [string, Pair][] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return Array.from(keys, key => [key, [before.get(key), after.get(key)]]);
}

/** Values of `/Tabs`, whatever else they could mean (ISO 32000-2, table 31). */
const TAB_ORDERS = ['R', 'C', 'S', 'A', 'W'];

/**
 * Compares a page with what an update makes of it: its list of annotations may be longer, and the order among them stated.
 *
 * @returns the annotations that are added
 * @throws UpdateError for any other change
 */
async function comparePages(
  scope: UpdateScope,
  [old, now]: readonly [PdfValue, PdfValue],
): Promise<readonly PdfValue[]> {
  let added: readonly PdfValue[] = [];
  for (const [key, pair] of pairs(entriesOf(old), entriesOf(now))) {
    const isSame = sameValue(...pair);
    if (!isSame) scope.changed.add(`page/${key}`);
    if (key === 'Annots') added = await scope.additions(pair);
    else if (!isSame && (key !== 'Tabs' || !TAB_ORDERS.some(order => isName(pair[1], order))))
      throw new UpdateError('page', key);
  }
  return added;
}

/** Of a field of a signature, of a widget, and of both in one object: by none of them a reader draws, speaks or acts. */
const UNSEEN_KEYS = new Set(
  'Type Subtype FT T V Rect F Ff P AP MK M NM Lock SV DA DR H Kids Parent'.split(' '),
);
const LONGEST_LOOK = 1024;
const LOOK_KEYS = 'Type Subtype FormType BBox Matrix Resources Length Filter DecodeParms Name'.split(' ');
/** Blanks, comments of letters, and operators that keep and end what there is not. */
const PART = /[\0\t\n\f\r ]+|%[\t -~]*(?:[\r\n]|$)|[qQn](?=[\0\t\n\f\r %]|$)/y;

/**
 * Whether a signature's widget is invisible by its form, whatever draws it: a rectangle of four zeros, no look or one that
 * is a single form without an area and without anything that paints, and nothing that readers draw by themselves or run.
 *
 * @param isField whether it may be a field that is no widget
 */
async function isInvisible(revision: Revision, number: number, isField: boolean): Promise<boolean> {
  const entries = entriesOf((await revision.find(number))?.value);
  if ([...entries.keys()].some(key => !UNSEEN_KEYS.has(key))) return false;
  const look = await revision.resolve(entries.get('AP'));
  const style = await revision.resolve(entries.get('MK'));
  if (style !== undefined && (style.kind !== 'dictionary' || style.entries.size > 0)) return false;
  if (isField && look === undefined && !entries.has('Rect') && !entries.has('Subtype')) return true;
  const rect = numbersOf(await revision.resolve(entries.get('Rect')));
  const isPoint = rect?.every(value => value === 0) === true;
  return isPoint && isName(entries.get('Subtype'), 'Widget') && (await showsNothing(revision, look));
}

/** Four numbers; undefined for anything else. */
function numbersOf(value: PdfValue | undefined): readonly number[] | undefined {
  const numbers = itemsOf(value).map(item => (item.kind === 'number' ? item.number : Number.NaN));
  return numbers.length === 4 && numbers.every(Number.isFinite) ? numbers : undefined;
}

/** Whether there is no look, or only a normal one, without states, that has no area and paints nothing. */
async function showsNothing(revision: Revision, looks: PdfValue | undefined): Promise<boolean> {
  if (looks === undefined) return true;
  const entries = entriesOf(looks);
  const normal = entries.get('N');
  const stream = isReference(normal) && entries.size === 1 ? await revision.find(normal.number) : undefined;
  if (stream?.data === undefined) return false;
  const dictionary = entriesOf(stream.value);
  if ([...dictionary.keys()].some(key => !LOOK_KEYS.includes(key))) return false;
  const box = numbersOf(await revision.resolve(dictionary.get('BBox')));
  if (box === undefined || (box[0] !== box[2] && box[1] !== box[3])) return false;
  const { start, end } = stream.data;
  return isBlank(dictionary, revision.bytes.subarray(start, end), revision.isEncrypted);
}

async function isBlank(
  dictionary: PdfDictionary,
  packed: Uint8Array,
  isEncrypted: boolean,
): Promise<boolean> {
  if (packed.length > LONGEST_LOOK || isEncrypted) return packed.length === 0;
  try {
    const content = await unpack(dictionary, packed, { left: 64 * LONGEST_LOOK });
    return content.length <= LONGEST_LOOK && paintsNothing(latin1(content));
  } catch (error) {
    if (error instanceof PdfStructureError) return false;
    throw error;
  }
}

/** A look that gives back more states than it kept could change what is drawn after it. */
function paintsNothing(content: string): boolean {
  let kept = 0;
  PART.lastIndex = 0;
  while (PART.lastIndex < content.length) {
    const [part] = PART.exec(content) ?? [];
    if (part === undefined) return false;
    if (part === 'q') kept += 1;
    if (part === 'Q' && --kept < 0) return false;
  }
  return kept === 0;
}

/** Under these keys, references of signatures (ISO 32000-2, table 256) and cross references name the catalog as such. */
const NAMING = ['Data', 'Root'];

/** What an update may change besides adding signatures. Each method says whether it allows the change. */
export interface FurtherChanges {
  readonly trailer: (information: Pair) => Promise<boolean>;
  readonly catalog: (key: string, pair: Pair) => Promise<boolean>;
  readonly form: (key: string, pair: Pair) => Promise<boolean>;
  /** An earlier object in a new version; neither is a stream. */
  readonly object: (number: number, pair: Pair) => Promise<boolean>;
  /** An earlier stream in a new version. */
  readonly stream: (number: number, now: PdfObject) => Promise<boolean>;
}

export interface ComparisonOptions {
  /** Of the revision before: they are the same in all revisions that are so compared without an error. */
  readonly pages?: ReadonlyMap<number, number>;
  /** `furtherChanges`; without it, only signatures in new fields are allowed. */
  readonly further?: (scope: UpdateScope) => FurtherChanges;
}

/**
 * Compares a revision with the one before. Allowed are signatures in new fields, and what the caller allows; all changes
 * are named in the result.
 *
 * @throws UpdateError for any other change, PdfStructureError for what can't be read
 */
export async function compareUpdate(
  update: Update,
  { pages, further }: ComparisonOptions = {},
): Promise<UpdateChanges> {
  const scope = new UpdateScope(update, await update.before.references());
  return new Comparison(scope, pages ?? (await pagesOf(update.before)), further?.(scope)).run();
}

class Comparison {
  readonly #scope: UpdateScope;
  readonly #after: Update;
  readonly #pages: ReadonlyMap<number, number>;
  readonly #signatures: AddedSignature[] = [];
  /** The signatures' fields and their widgets. */
  readonly #parts: number[] = [];
  /** The objects of the signatures: each has one field. */
  readonly #values = new Set<PdfObject>();
  /** Pages that got a widget, by the widget's number. */
  readonly #placed = new Map<number, number>();
  readonly #further: FurtherChanges | undefined;

  constructor(scope: UpdateScope, pages: ReadonlyMap<number, number>, further: FurtherChanges | undefined) {
    this.#scope = scope;
    this.#further = further;
    this.#after = scope.after;
    this.#pages = pages;
  }

  async run(): Promise<UpdateChanges> {
    const { objects, trailer, before } = this.#after;
    const { known, changed } = this.#scope;
    const information = [before.trailer.get('Info'), trailer.get('Info')] as const;
    const isDescribed = await this.#further?.trailer(information);
    if (isDescribed !== true && !sameValue(...information)) throw new UpdateError('catalog', 'Info');
    await this.#compareCatalogs(before.trailer.get('Root'));
    for (const [number, object] of objects)
      if (!this.#scope.isNew(number) && !known.has(number)) await this.#compareObject(number, object);
    for (const [number, wasThere] of this.#scope.signed) await this.#addSignature(number, wasThere);
    const parts = new Set(this.#parts);
    for (const number of this.#scope.partsSigned.keys())
      if (!parts.has(number)) throw new UpdateError('field', number);
    for (const number of this.#placed.keys())
      if (!parts.has(number)) throw new UpdateError('annotation', number);
    const unused = [...objects.keys()].filter(number => this.#scope.isNew(number) && !known.has(number));
    return { signatures: this.#signatures, filled: [...this.#scope.filled.values()], changed, unused };
  }

  async #compareCatalogs(root: PdfValue | undefined): Promise<void> {
    const [before, after] = [await this.#after.before.resolve(root), await this.#after.resolve(root)];
    if (!isReference(root) || before?.kind !== 'dictionary') throw new UpdateError('catalog', 'Root');
    this.#scope.known.add(root.number);
    // What may change in a catalog may be drawn where it is something else as well.
    if (
      (this.#scope.edges.get(root.number) ?? []).some(edge => edge.from !== 0 && !NAMING.includes(edge.key))
    )
      throw new UpdateError('shared', 'Root');
    for (const [key, pair] of pairs(before.entries, entriesOf(after))) {
      if (key === 'AcroForm') await this.#compareForms(pair);
      else if ((await this.#further?.catalog(key, pair)) !== true && !sameValue(...pair))
        throw new UpdateError('catalog', key);
    }
  }

  async #compareForms(forms: Pair): Promise<void> {
    const [old, now] = await this.#scope.slot(forms);
    const { changed } = this.#scope;
    if (!sameValue(...forms)) changed.add('catalog/AcroForm');
    if (now?.kind !== 'dictionary' || (old !== undefined && old.kind !== 'dictionary')) {
      if (!sameValue(...forms)) throw new UpdateError('catalog', 'AcroForm');
      return;
    }
    for (const [key, pair] of pairs(entriesOf(old), now.entries)) {
      const isSame = sameValue(...pair);
      if (!isSame) changed.add(`form/${key}`);
      if (key === 'Fields') {
        for (const field of await this.#scope.additions(pair)) await this.#addField(field);
      } else if (
        (await this.#further?.form(key, pair)) !== true &&
        !isSame &&
        (key !== 'SigFlags' || countOf(pair[1]) === undefined)
      )
        throw new UpdateError('form', key);
    }
  }

  /** A new signature field: with its widgets, of which it may be the only one. */
  async #addField(value: PdfValue): Promise<void> {
    if (!isReference(value) || !this.#scope.isNew(value.number)) throw new UpdateError('field', 'earlier');
    const { number } = value;
    this.#scope.claim(value);
    const field = entriesOf(this.#after.objects.get(number)?.value);
    if (!isName(field.get('FT'), 'Sig') || field.has('Parent')) throw new UpdateError('field', number);
    for (const part of await this.#partsOf(number)) {
      const entries = entriesOf(this.#after.objects.get(part)?.value);
      const parent = entries.get('Parent');
      const isOwn = parent === undefined || (isReference(parent) && parent.number === number);
      const isWidget = isName(entries.get('Subtype'), 'Widget') && !entries.has('T') && isOwn;
      if (!(part === number || (isWidget && this.#scope.isNew(part)))) throw new UpdateError('field', part);
    }
    this.#scope.signed.set(number, false);
  }

  /** The field and its widgets. */
  async #partsOf(field: number): Promise<number[]> {
    const kids = entriesOf((await this.#after.find(field))?.value).get('Kids');
    const numbers = itemsOf(await this.#after.resolve(kids)).map(kid => (isReference(kid) ? kid.number : 0));
    return [field, ...numbers];
  }

  async #addSignature(number: number, wasEmptyField: boolean): Promise<void> {
    const field = entriesOf(this.#after.objects.get(number)?.value);
    const value = field.get('V');
    const object =
      isReference(value) && this.#scope.isNew(value.number)
        ? this.#after.objects.get(value.number)
        : undefined;
    if (object?.value.kind !== 'dictionary' || object.data !== undefined || this.#values.has(object))
      throw new UpdateError('field', number);
    this.#values.add(object);
    const dictionary = object.value.entries;
    // `/Type` may be missing (ISO 32000-2, table 255).
    const isTimestamp = isName(dictionary.get('SubFilter'), 'ETSI.RFC3161');
    const marks: SignatureMark[] = [];
    for (const part of await this.#partsOf(number)) {
      this.#parts.push(part);
      const entries = entriesOf((await this.#after.find(part))?.value);
      const isKid = part !== number;
      if (isKid && (entries.has('Kids') || !isName(entries.get('Subtype'), 'Widget')))
        throw new UpdateError('field', part);
      const pages = this.#pagesWith(part);
      const [page] = pages;
      const isUnseen = pages.size === 0 || (pages.size === 1 && page !== undefined);
      const isField = !isKid && pages.size === 0;
      if (isUnseen && (await this.#isInvisible(part, isField))) continue;
      const rect = numbersOf(await this.#after.resolve(entries.get('Rect')));
      for (const shown of pages.size === 0 ? [undefined] : pages) marks.push({ page: shown, rect });
    }
    this.#signatures.push({ number, isTimestamp, wasEmptyField, field, object, dictionary, marks });
  }

  /** Of a widget that was there, also what went when it was signed. */
  async #isInvisible(part: number, isField: boolean): Promise<boolean> {
    const { before } = this.#after;
    if (this.#scope.adorned.has(part) || !(await isInvisible(this.#after, part, isField))) return false;
    return !before.has(part) || isInvisible(before, part, isField);
  }

  /** The pages that have a widget in their lists; undefined for another list. */
  #pagesWith(number: number): ReadonlySet<number | undefined> {
    const { edges } = this.#scope;
    const placed = this.#placed.get(number);
    const pages = new Set<number | undefined>(placed === undefined ? [] : [placed]);
    // A page may have its list of annotations in an object of its own.
    const through = (edges.get(number) ?? []).flatMap(edge =>
      edge.key === '' ? (edges.get(edge.from) ?? [edge]) : [edge],
    );
    for (const { key, from } of through)
      if (key === 'Annots') pages.add(this.#pages.get(from));
      else if (key === '') pages.add(undefined);
    return pages;
  }

  /** An earlier object in a new version. */
  async #compareObject(number: number, now: PdfObject): Promise<void> {
    const old = await this.#after.before.find(number);
    if (old !== undefined && this.#isSame(old, now)) return;
    if (old === undefined || (old.data === undefined) !== (now.data === undefined))
      throw new UpdateError('object', number);
    if (now.data !== undefined) {
      if ((await this.#further?.stream(number, now)) !== true) throw new UpdateError('object', number);
      return;
    }
    const page = this.#pages.get(number);
    const [edge, another] = this.#scope.edges.get(number) ?? [];
    const listPage = edge?.key === 'Annots' && another === undefined ? this.#pages.get(edge.from) : undefined;
    if (page !== undefined) return this.#place(page, await comparePages(this.#scope, [old.value, now.value]));
    if (old.value.kind === 'array' && listPage !== undefined)
      return this.#place(listPage, await this.#scope.additions([old.value, now.value]));
    if ((await this.#further?.object(number, [old.value, now.value])) !== true)
      throw new UpdateError('object', number);
  }

  #isSame(old: PdfObject, now: PdfObject): boolean {
    if (old.data === undefined || now.data === undefined)
      return old.data === now.data && sameValue(old.value, now.value);
    const { bytes } = this.#after;
    const keys = changedKeys(entriesOf(old.value), entriesOf(now.value));
    const [one, other] = [old.data, now.data].map(({ start, end }) => latin1(bytes.subarray(start, end)));
    return one === other && keys.every(key => key === 'Length');
  }

  #place(page: number, annotations: readonly PdfValue[]): void {
    const numbers = new Set(annotations.map(item => (isReference(item) ? item.number : 0)));
    if (numbers.size < annotations.length) throw new UpdateError('list', 'twice');
    for (const number of numbers) {
      if ((this.#placed.get(number) ?? page) !== page) throw new UpdateError('list', number);
      this.#placed.set(number, page);
      this.#scope.changed.add('page/Annots');
    }
  }
}
