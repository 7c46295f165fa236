import { PDFArray, PDFDict, PDFName, PDFRef, type PDFObject } from '@cantoo/pdf-lib';
import { dictionaryIn, dictionaryOf, nameOf, numbersIn, valueIn } from '../pdf/document.ts';
import { graver, type ChangeLevel, type Difference, type FilledField } from './change-levels.ts';
import { isShownIn, isStateOf, valueText } from './field-look.ts';
import type { FormField } from './form-fields.ts';
import { coveredPages } from './page-content.ts';
import { entryPairs, innerPairs, isSame, SeenPairs, type Pair, type Revision } from './revision.ts';

/** What a signature's data for validation brings into the catalog, which shows nothing. */
const SILENT_KEYS = ['DSS', 'Extensions', 'Metadata', 'Version'];
/** What is set when a field gets its value, and when it is signed. */
const VALUE_KEYS = ['V', 'AS', 'AP', 'I'];
const SIGNED_KEYS = [...VALUE_KEYS, 'F', 'MK', 'M'];
/** Of a new signature field and its widgets. */
const NEW_FIELD_KEYS =
  'Type Subtype FT T TU TM V Rect F Ff P AP AS MK M NM Lock SV DA DR Q H BS Border StructParent Kids Parent Contents'.split(
    ' ',
  );
/** What leads to a field as such; whatever else leads to its object may make something else of its entries. */
const FIELD_EDGES = ['Fields', 'Kids', 'Annots', 'Parent', 'CO', 'Obj'];
const CHANGE_FORM = ['Fields', 'SigFlags', 'DR', 'DA'];

/**
 * What changed between two revisions of a file: both are walked from their catalogs on side by side, and whatever is
 * not the same and not known to be harmless at its place is `other`. What nothing leads to doesn't count.
 * @throws CrossReferenceError when an object can't be read
 */
export function differenceBetween(before: Revision, after: Revision, header: number): Difference {
  return new Comparison(before, after, header).difference();
}

class Comparison {
  readonly #before: Revision;
  readonly #after: Revision;
  readonly #header: number;
  readonly #seen = new SeenPairs();
  /** What only describes the document. */
  readonly #silent = new SeenPairs();
  readonly #pending: Pair[] = [];
  /** What is put off until nothing else is left: what differs there is a comment at the most. */
  readonly #annotations: Pair[] = [];
  readonly #fieldsBefore: ReadonlyMap<number, FormField>;
  readonly #fieldsAfter: ReadonlyMap<number, FormField>;
  /** The widgets of the new signature, by object number; with the field itself. */
  readonly #newParts = new Map<number, FormField>();
  readonly #touched = new Set<string>();
  #level: ChangeLevel = 'none';
  #signed: FormField | undefined;

  constructor(before: Revision, after: Revision, header: number) {
    this.#before = before;
    this.#after = after;
    this.#header = header;
    this.#fieldsBefore = byNumber(before.fields);
    this.#fieldsAfter = byNumber(after.fields);
  }

  difference(): Difference {
    const { encrypted, end } = this.#before;
    if (encrypted !== this.#after.encrypted || this.#after.hidesObjects(end)) this.#raise('other');
    this.#findNewSignature();
    this.#compareCatalogs();
    while (this.#level !== 'other') {
      const isComment = this.#pending.length === 0;
      const queue = isComment ? this.#annotations : this.#pending;
      const pair = queue.pop();
      if (pair === undefined) break;
      this.#compare(pair, queue, isComment ? 'annotations' : 'other');
    }
    const filled = this.#level === 'other' ? [] : this.#filledFields();
    if (filled.length > 0) this.#raise('form');
    if (this.#newParts.size > 0) this.#assertNewSignature();
    const isTimestamp = nameOf(valueIn(this.#after, this.#newValue, 'SubFilter')) === 'ETSI.RFC3161';
    return {
      level: this.#level,
      filled,
      signed: isTimestamp ? undefined : this.#signed?.name,
      covered: this.#level === 'other' ? [] : coveredPages(this.#before, this.#after, this.#newParts),
    };
  }

  #raise(level: ChangeLevel): void {
    this.#level = graver(this.#level, level);
  }

  get #newValue(): PDFDict | undefined {
    return dictionaryOf(this.#after.resolve(this.#signed?.value));
  }

  /** A signature that covers all of the later revision: there is but one. */
  #findNewSignature(): void {
    const wasSigned = (number: number | undefined) =>
      this.#before.resolve(this.#fieldsBefore.get(number ?? 0)?.value) !== undefined;
    const signed = this.#after.fields.filter(
      field =>
        field.kind === 'field' && field.type === 'Sig' && !wasSigned(field.number) && this.#covers(field),
    );
    const [only, another] = signed;
    if (only === undefined || another !== undefined) return;
    this.#signed = only;
    for (const field of this.#after.fields) {
      if (
        field.number !== undefined &&
        (field === only || (field.kind === 'widget' && field.name === only.name))
      ) {
        this.#newParts.set(field.number, field);
      }
    }
  }

  #covers({ value }: FormField): boolean {
    const range = numbersIn(this.#after, dictionaryOf(this.#after.resolve(value)), 'ByteRange');
    const [start, , next = NaN, rest = NaN] = range;
    return range.length === 4 && start === 0 && next + rest === this.#after.end + this.#header;
  }

  #compareCatalogs(): void {
    for (const pair of entryPairs(this.#before.catalog, this.#after.catalog)) {
      if (pair.key === 'AcroForm') this.#compareForms();
      else if (!SILENT_KEYS.includes(pair.key)) this.#pending.push(pair);
      else {
        isSame(this.#after, this.#after, { ...pair, before: pair.after }, this.#silent);
        if (pair.key === 'DSS' && !isSame(this.#before, this.#after, pair)) this.#raise('signatures');
      }
    }
  }

  #compareForms(): void {
    const { form } = this.#before;
    for (const pair of entryPairs(form, this.#after.form)) {
      if (pair.key === 'Fields') this.#compareFieldLists(pair);
      else if (pair.key === 'DR') this.#compareResources(pair, 2);
      else if (pair.key !== 'SigFlags' && (form !== undefined || !CHANGE_FORM.includes(pair.key)))
        this.#pending.push(pair);
    }
  }

  /** Resources for fields: more may come. */
  #compareResources(pair: Pair, depth: number): void {
    const before = dictionaryOf(this.#before.resolve(pair.before));
    const after = dictionaryOf(this.#after.resolve(pair.after));
    if (this.#before.resolve(pair.before) === undefined) return;
    if (before === undefined || after === undefined || depth === 0) this.#pending.push(pair);
    else for (const inner of entryPairs(before, after)) this.#compareResources(inner, depth - 1);
  }

  /** The new signature's field may come; nothing may go. */
  #compareFieldLists(pair: Pair): void {
    const added = this.#additions(pair, this.#pending);
    const isNew = (entry: PDFObject) => entry instanceof PDFRef && this.#newParts.has(entry.objectNumber);
    if (added?.every(isNew) === true) {
      if (added.length > 0) this.#raise('signatures');
    } else this.#raise('other');
  }

  /** The new signature's widgets may come; whatever else does is a comment, or the end of one. */
  #compareAnnotations(pair: Pair): void {
    const added = this.#additions(pair, this.#annotations);
    const isNew = (entry: PDFObject) => entry instanceof PDFRef && this.#newParts.has(entry.objectNumber);
    if (added?.every(isNew) !== true) this.#raise('annotations');
  }

  /** What a list has besides its old entries, which are put in line; undefined where one of these is gone. */
  #additions({ before, after, key }: Pair, queue: Pair[]): PDFObject[] | undefined {
    const [old, now] = [this.#before.resolve(before), this.#after.resolve(after)];
    const [left, entries] = [listOf(old), listOf(now)];
    if (left === undefined || entries === undefined) return undefined;
    const added: PDFObject[] = [];
    for (const entry of entries) {
      const [next] = left;
      if (next !== undefined && this.#isEntry({ before: next, after: entry, key })) {
        queue.push({ before: left.shift(), after: entry, key });
      } else added.push(entry);
    }
    return left.length === 0 ? added : undefined;
  }

  #isEntry(pair: Pair): boolean {
    const { before, after } = pair;
    if (before instanceof PDFRef)
      return after instanceof PDFRef && after.objectNumber === before.objectNumber;
    return !(after instanceof PDFRef) && isSame(this.#before, this.#after, pair);
  }

  #compare(pair: Pair, queue: Pair[], level: ChangeLevel): void {
    const { before, after, key } = pair;
    const number = before instanceof PDFRef ? before.objectNumber : undefined;
    const isField = number !== undefined && this.#fieldsBefore.has(number) && FIELD_EDGES.includes(key);
    if (this.#seen.add(pair, isField ? 'field' : '')) return;
    const [old, now] = [this.#before.resolve(before), this.#after.resolve(after)];
    if (old instanceof PDFDict && now instanceof PDFDict) {
      if (number !== undefined && this.#before.pages.has(number)) return this.#comparePages(old, now, queue);
      if (isField && after instanceof PDFRef) {
        return this.#compareFields(
          this.#fieldsBefore.get(number),
          this.#fieldsAfter.get(after.objectNumber),
          queue,
        );
      }
    }
    const inner = innerPairs(old, now, key);
    if (inner === undefined) this.#raise(level);
    else for (const part of inner) queue.push(part);
  }

  #comparePages(before: PDFDict, after: PDFDict, queue: Pair[]): void {
    for (const pair of entryPairs(before, after)) {
      if (pair.key === 'Annots') this.#compareAnnotations(pair);
      else queue.push(pair);
    }
  }

  #compareFields(before: FormField | undefined, after: FormField | undefined, queue: Pair[]): void {
    if (before === undefined || after?.name !== before.name || after.type !== before.type)
      return this.#raise('other');
    const isSigned = after.number !== undefined && this.#newParts.has(after.number);
    const free = after.type === 'Sig' ? (isSigned ? SIGNED_KEYS : []) : VALUE_KEYS;
    for (const pair of entryPairs(before.dict, after.dict)) {
      if (pair.key === 'Kids') {
        // A new signature may be below a field that holds others.
        if (before.kind === 'group') this.#compareFieldLists(pair);
        else queue.push(pair);
      } else if (!free.includes(pair.key) || isSame(this.#before, this.#after, pair)) queue.push(pair);
      else if (isSigned) this.#raise('signatures');
      else this.#touched.add(after.name);
    }
  }

  /** A value that its look doesn't show is no filled-in field. */
  #filledFields(): FilledField[] {
    return Array.from(this.#touched, name => {
      const old = this.#before.fields.find(field => field.name === name);
      const parts = this.#after.fields.filter(field => field.name === name);
      const value = parts[0] && this.#after.resolve(parts[0].value);
      const isShown = parts.every(part =>
        part.type === 'Btn'
          ? isStateOf(this.#after, part, value) && this.#keepsLooks(part)
          : isShownIn(this.#after, part, value) && this.#isOwnLook(part),
      );
      if (!isShown) this.#raise('other');
      return {
        field: name,
        before: valueText(old && this.#before.resolve(old.value)),
        after: valueText(value),
      };
    });
  }

  /** Nothing else leads to the look: what it shows, only this field shows. */
  #isOwnLook({ dict }: FormField): boolean {
    const look = lookOf(this.#after, dict);
    const others = this.#after.fields.filter(field => field.dict !== dict);
    if (look === undefined) return true;
    const isShared = this.#seen.later.has(look) || this.#silent.later.has(look);
    return !isShared && others.every(field => lookOf(this.#after, field.dict) !== look);
  }

  /** Of a button, only which of its looks is shown may change. */
  #keepsLooks({ number, dict }: FormField): boolean {
    const key = PDFName.of('AP');
    const before = this.#fieldsBefore.get(number ?? 0)?.dict.get(key);
    return isSame(this.#before, this.#after, { before, after: dict.get(key), key: 'AP' });
  }

  #assertNewSignature(): void {
    this.#raise('signatures');
    for (const [number, part] of this.#newParts) {
      const isNew = !this.#fieldsBefore.has(number);
      const isPlain = part.dict.keys().every(key => NEW_FIELD_KEYS.includes(key.decodeText()));
      const isWidget = nameOf(valueIn(this.#after, part.dict, 'Subtype')) ?? 'Widget';
      if ((isNew && !isPlain) || isWidget !== 'Widget' || !this.#isOwnLook(part)) this.#raise('other');
    }
  }
}

function byNumber(fields: readonly FormField[]): ReadonlyMap<number, FormField> {
  return new Map(
    fields.flatMap(field => (field.number === undefined ? [] : [[field.number, field] as const])),
  );
}

/** The number of the look's object; undefined where it has none of its own. */
function lookOf(revision: Revision, dict: PDFDict): number | undefined {
  const look = dictionaryIn(revision, dict, 'AP')?.get(PDFName.of('N'));
  return look instanceof PDFRef ? look.objectNumber : undefined;
}

/** None where there is no list; undefined where something else is. */
function listOf(value: PDFObject | undefined): PDFObject[] | undefined {
  if (value === undefined) return [];
  return value instanceof PDFArray ? [...value.asArray()] : undefined;
}
