import { PDFArray, PDFDict, PDFName, PDFRef, PDFStream } from '@cantoo/pdf-lib';
import type { PDFObject } from '@cantoo/pdf-lib';
import { CrossReferenceError, CrossReferences } from '../pdf/cross-references.ts';
import { fieldsIn, type FormField } from './form-fields.ts';

/** Whether what a dictionary has for a key is left out. */
type Skip = (dict: PDFDict, key: string) => boolean;

/** More objects than a document needs that anybody reads. */
const MOST_NODES = 200_000;

/** A document as it stood when a signature was made, or as it is now, by its cross references. */
export class Revision {
  readonly #references: CrossReferences;
  readonly #objects = new Map<number, PDFObject | undefined>();
  #fields: ReadonlyMap<number, FormField> | undefined;
  #pages: ReadonlyMap<number, PDFDict> | undefined;

  /**
   * @param bytes from the file's header to the revision's end
   * @throws CrossReferenceError when it can't be followed
   */
  constructor(bytes: Uint8Array) {
    this.#references = new CrossReferences(bytes);
  }

  get encrypted(): boolean {
    return this.#references.encrypted;
  }

  /** References of the trailer, as they are written. */
  get root(): string | undefined {
    return this.#references.root;
  }

  get catalog(): PDFDict {
    const catalog = this.object(numberOf(this.root) ?? 0);
    if (catalog instanceof PDFDict) return catalog;
    throw new CrossReferenceError('There is no catalog.');
  }

  get catalogNumber(): number | undefined {
    return numberOf(this.root);
  }

  /** What may say something of the document and shows nothing: `/Info` and the catalog's metadata. */
  get descriptions(): ReadonlySet<number> {
    const metadata = this.catalog.get(PDFName.of('Metadata'))?.toString();
    return new Set(
      [numberOf(this.#references.info), numberOf(metadata)].filter(found => found !== undefined),
    );
  }

  get numbers(): readonly number[] {
    return this.#references.numbers;
  }

  /** Whether an object stands where it stood in an earlier revision of the file: then it is the same. */
  standsAs(earlier: Revision, number: number): boolean {
    return this.#references.placeOf(number) === earlier.#references.placeOf(number);
  }

  object(number: number): PDFObject | undefined {
    if (!this.#objects.has(number)) this.#objects.set(number, this.#references.find(number));
    return this.#objects.get(number);
  }

  readonly resolve = (value: PDFObject | undefined): PDFObject | undefined => {
    let found = value;
    for (let hops = 0; found instanceof PDFRef && hops < 8; hops += 1)
      found = this.object(found.objectNumber);
    return found instanceof PDFRef ? undefined : found;
  };

  /** The form's own dictionary, empty where there is none. */
  get form(): PDFDict | undefined {
    const form = this.resolve(this.catalog.get(PDFName.of('AcroForm')));
    return form instanceof PDFDict ? form : undefined;
  }

  /** The form's fields and their widgets, by object number. */
  get fields(): ReadonlyMap<number, FormField> {
    return (this.#fields ??= fieldsIn(this.form?.get(PDFName.of('Fields')), this.resolve));
  }

  /** The pages, by object number. @throws CrossReferenceError for a tree of pages without an end */
  get pages(): ReadonlyMap<number, PDFDict> {
    return (this.#pages ??= this.#readPages());
  }

  /** Numbers of all objects that values lead to. */
  reachable(values: Iterable<PDFObject>, skip: Skip = () => false): ReadonlySet<number> {
    const seen = new Set<number>();
    const pending = [...values];
    for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
      if (value instanceof PDFRef) {
        if (seen.has(value.objectNumber)) continue;
        if (seen.add(value.objectNumber).size > MOST_NODES)
          throw new CrossReferenceError('Too many objects.');
      }
      // One by one: a list may be longer than a call's arguments.
      for (const part of partsOf(this.resolve(value), skip)) pending.push(part);
    }
    return seen;
  }

  #readPages(): ReadonlyMap<number, PDFDict> {
    const pages = new Map<number, PDFDict>();
    const seen = new Set<number>();
    const pending: (PDFObject | undefined)[] = [this.catalog.get(PDFName.of('Pages'))];
    while (pending.length > 0) {
      const value = pending.pop();
      const node = this.resolve(value);
      if (!(node instanceof PDFDict) || !(value instanceof PDFRef) || seen.has(value.objectNumber)) continue;
      if (seen.add(value.objectNumber).size > MOST_NODES) throw new CrossReferenceError('Too many pages.');
      const kids = this.resolve(node.get(PDFName.of('Kids')));
      if (!(kids instanceof PDFArray)) pages.set(value.objectNumber, node);
      else for (const kid of kids.asArray()) pending.push(kid);
    }
    return pages;
  }
}

function partsOf(value: PDFObject | undefined, skip: Skip): PDFObject[] {
  if (value instanceof PDFArray) return value.asArray();
  const dict = value instanceof PDFStream ? value.dict : value;
  if (!(dict instanceof PDFDict)) return [];
  return dict.entries().flatMap(([key, part]) => (skip(dict, key.decodeText()) ? [] : [part]));
}

/** `5` of `5 0 R`. */
function numberOf(reference: string | undefined): number | undefined {
  const number = /^(\d+) \d+ R$/.exec(reference ?? '')?.[1];
  return number === undefined ? undefined : Number(number);
}
