import { UpdateError, type AddedSignature, type SignatureMark, type UpdateChanges } from './changes.ts';
import { comparePages } from './page-changes.ts';
import { pagesOf } from './pages.ts';
import { isInvisible, numbersOf } from './signature-widgets.ts';
import { latin1 } from './lexer.ts';
import type { PdfObject } from './objects.ts';
import { pairs, UpdateScope, type Pair } from './scope.ts';
import type { Update } from './update.ts';
import { changedKeys, countOf, entriesOf, isName, isReference, itemsOf, sameValue } from './values.ts';
import type { PdfValue } from './values.ts';

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
