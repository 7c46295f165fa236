import { PDFArray, PDFDict, PDFName, PDFNull, PDFRef, PDFStream, type PDFObject } from '@cantoo/pdf-lib';
import { CrossReferenceError, CrossReferences } from '../pdf/cross-references.ts';
import { dictionaryIn, dictionaryOf, objectsBy, type ObjectSource } from '../pdf/document.ts';
import { formFields, type FormField } from './form-fields.ts';

/** More objects than a document needs that anybody reads. */
const MOST_NODES = 500_000;

/** A document as it stood when a signature was made, or as it is now, by its cross references. */
export class Revision implements ObjectSource {
  readonly #references: CrossReferences;
  readonly catalog: PDFDict;
  readonly encrypted: boolean;
  readonly resolve: ObjectSource['resolve'];
  #fields: readonly FormField[] | undefined;
  #pages: ReadonlyMap<number, PDFDict> | undefined;
  /** Bytes from the file's header to the revision's end. */
  readonly end: number;

  /**
   * @param bytes from the file's header to the revision's end
   * @param earlier a revision of the same file
   * @throws CrossReferenceError when it can't be followed
   */
  constructor(bytes: Uint8Array, earlier?: Revision) {
    this.#references = new CrossReferences(bytes, earlier && earlier.#references);
    const { catalog, encrypted, resolve } = objectsBy(this.#references);
    if (catalog === undefined) throw new CrossReferenceError('There is no catalog.');
    this.catalog = catalog;
    this.encrypted = encrypted;
    this.resolve = value => {
      const found = resolve(value);
      return found === PDFNull ? undefined : found;
    };
    this.end = bytes.length;
  }

  /** See `CrossReferences`. */
  hidesObjects(from: number): boolean {
    return this.#references.hidesObjects(from);
  }

  get form(): PDFDict | undefined {
    return dictionaryIn(this, this.catalog, 'AcroForm');
  }

  /** The form's fields and their widgets. */
  get fields(): readonly FormField[] {
    return (this.#fields ??= formFields(this));
  }

  /** The pages in their order, by object number. @throws CrossReferenceError for a tree of pages without an end */
  get pages(): ReadonlyMap<number, PDFDict> {
    return (this.#pages ??= this.#readPages());
  }

  #readPages(): ReadonlyMap<number, PDFDict> {
    const pages = new Map<number, PDFDict>();
    const seen = new Set<number>();
    const pending: (PDFObject | undefined)[] = [this.catalog.get(PDFName.of('Pages'))];
    while (pending.length > 0) {
      const value = pending.pop();
      const node = dictionaryOf(this.resolve(value));
      if (node === undefined || !(value instanceof PDFRef) || seen.has(value.objectNumber)) continue;
      if (seen.add(value.objectNumber).size > MOST_NODES) throw new CrossReferenceError('Too many pages.');
      const kids = this.resolve(node.get(PDFName.of('Kids')));
      if (!(kids instanceof PDFArray)) pages.set(value.objectNumber, node);
      else for (const kid of kids.asArray().toReversed()) pending.push(kid);
    }
    return pages;
  }
}

/** Two values, each as it stands in its revision, and what leads there. */
export interface Pair {
  readonly before: PDFObject | undefined;
  readonly after: PDFObject | undefined;
  /** The key of the dictionary that they are in, however deep in lists. */
  readonly key: string;
}

/** Pairs of objects that were compared already; a document is full of circles. */
export class SeenPairs {
  readonly #seen = new Set<string>();
  /** Numbers of the later revision's objects. */
  readonly later = new Set<number>();

  /** @returns whether it was there already @throws CrossReferenceError for too many */
  add({ before, after }: Pair, role: string): boolean {
    if (after instanceof PDFRef) this.later.add(after.objectNumber);
    if (!(before instanceof PDFRef && after instanceof PDFRef)) return false;
    const { size } = this.#seen;
    if (this.#seen.add(`${before.objectNumber} ${after.objectNumber} ${role}`).size === size) return true;
    if (size > MOST_NODES) throw new CrossReferenceError('Too many objects.');
    return false;
  }
}

/** Entries of both dictionaries, by key. */
export function entryPairs(before: PDFDict | undefined, after: PDFDict | undefined): Pair[] {
  const keys = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]);
  return Array.from(keys, key => ({
    before: before?.get(key),
    after: after?.get(key),
    key: key.decodeText(),
  }));
}

/**
 * Compares two resolved values, without what they refer to and whatever the order of their keys.
 * @returns what is in them, still to be compared; undefined where they differ
 */
export function innerPairs(
  before: PDFObject | undefined,
  after: PDFObject | undefined,
  key: string,
): Pair[] | undefined {
  if (before instanceof PDFStream && after instanceof PDFStream) {
    if (!sameContents(before, after)) return undefined;
    return entryPairs(before.dict, after.dict).filter(pair => pair.key !== 'Length');
  }
  if (before instanceof PDFDict && after instanceof PDFDict) return entryPairs(before, after);
  if (before instanceof PDFArray && after instanceof PDFArray) {
    const [old, now] = [before.asArray(), after.asArray()];
    if (old.length !== now.length) return undefined;
    return old.map((value, index) => ({ before: value, after: now[index], key }));
  }
  return before === after || (isScalar(before) && before.toString() === after?.toString()) ? [] : undefined;
}

function isScalar(value: PDFObject | undefined): value is PDFObject {
  return (
    value !== undefined &&
    !(value instanceof PDFStream || value instanceof PDFDict || value instanceof PDFArray)
  );
}

function sameContents(before: PDFStream, after: PDFStream): boolean {
  if (before === after) return true;
  const [old, now] = [before.getContents(), after.getContents()];
  return old.length === now.length && old.every((byte, index) => byte === now[index]);
}

/** Whether two values are the same with all that they refer to. @throws CrossReferenceError for too many objects */
export function isSame(before: Revision, after: Revision, value: Pair, seen = new SeenPairs()): boolean {
  const pending = [value];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    if (seen.add(pair, '')) continue;
    const inner = innerPairs(before.resolve(pair.before), after.resolve(pair.after), pair.key);
    if (inner === undefined) return false;
    for (const part of inner) pending.push(part);
  }
  return true;
}
