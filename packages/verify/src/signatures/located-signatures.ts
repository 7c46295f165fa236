import { PDFArray, PDFDict, PDFHexString, PDFName, PDFNumber, PDFRef, PDFString } from '@cantoo/pdf-lib';
import type { PDFObject } from '@cantoo/pdf-lib';
import { headerOffset } from '../pdf/pdf-header.ts';
import { laterChanges, UNKNOWN_CHANGES, type LaterChanges } from './later-changes.ts';
import { openObjects } from './object-source.ts';
import type { ObjectSource } from './object-source.ts';
import { readPermissions, type SignaturePermissions } from './signature-permissions.ts';

/** A signature as it stands in a PDF; nothing of it has been checked. */
export interface LocatedSignature {
  /** The full name of its form field; empty where the file is encrypted. */
  readonly fieldName: string;
  readonly type: 'approval' | 'certification' | 'timestamp';
  readonly filter?: string | undefined;
  readonly subFilter?: string | undefined;
  /** `/M`. */
  readonly statedAt?: Date | undefined;
  /** Offset and length of each part that is signed. */
  readonly byteRange: readonly number[];
  /** `/Contents`: the CMS, and the zeros that fill its room. */
  readonly contents: Uint8Array<ArrayBuffer>;
  /** What was done to the document after it. */
  readonly laterChanges: LaterChanges;
}

type FoundSignature = Omit<LocatedSignature, 'laterChanges'> & { readonly permissions: SignaturePermissions };

/** More than any form has; a file that states more is not walked to its end. */
const MOST_FIELDS = 100_000;
const MOST_SIGNATURES = 200;
const DEEPEST_FIELD = 32;

interface Inherited {
  readonly name: string;
  readonly type: PDFObject | undefined;
  readonly value: PDFObject | undefined;
}

/**
 * Finds the signatures that a PDF's form holds, in the order of what they cover: oldest first. What a reader
 * does not show as a signature is none.
 * @param only looks for the signature of this field, and at what came after that
 * @throws the PDF library's errors, CrossReferenceError or StructureTooLargeError where the file cannot be read
 */
export async function locateSignatures(
  file: Uint8Array,
  only?: { readonly fieldName: string },
): Promise<LocatedSignature[]> {
  const header = headerOffset(file) ?? 0;
  const bytes = file.subarray(header);
  const source = await openObjects(bytes);
  const form = dictionary(source, source.catalog?.get(PDFName.of('AcroForm')));
  const found = new FieldWalk(source).signaturesIn(form?.get(PDFName.of('Fields')));
  const wanted = only === undefined ? found : found.filter(({ fieldName }) => fieldName === only.fieldName);
  const sorted = wanted.toSorted((one, other) => endOf(one) - endOf(other));
  const changes = laterChanges(
    bytes,
    sorted.map(({ permissions, ...signature }) => ({ end: endOf(signature) - header, permissions })),
  );
  return sorted.map((signature, index) => {
    const { permissions: _, ...located } = signature;
    return { ...located, laterChanges: changes[index] ?? UNKNOWN_CHANGES };
  });
}

/** Where what a signature covers ends. */
export function endOf({ byteRange }: Pick<LocatedSignature, 'byteRange'>): number {
  return (byteRange.at(-2) ?? 0) + (byteRange.at(-1) ?? 0);
}

/** Walks the tree of form fields (ISO 32000-2, 12.7.4). */
class FieldWalk {
  readonly #source: ObjectSource;
  readonly #found: FoundSignature[] = [];
  readonly #seen = new Set<string>();
  #left = MOST_FIELDS;

  constructor(source: ObjectSource) {
    this.#source = source;
  }

  signaturesIn(fields: PDFObject | undefined): FoundSignature[] {
    this.#walk(fields, { name: '', type: undefined, value: undefined }, 0);
    return this.#found;
  }

  #walk(fields: PDFObject | undefined, inherited: Inherited, depth: number): void {
    const list = this.#source.resolve(fields);
    if (!(list instanceof PDFArray) || depth > DEEPEST_FIELD) return;
    for (const entry of list.asArray()) {
      if ((this.#left -= 1) < 0 || this.#found.length >= MOST_SIGNATURES) return;
      if (entry instanceof PDFRef) {
        if (this.#seen.has(entry.tag)) continue;
        this.#seen.add(entry.tag);
      }
      const field = dictionary(this.#source, entry);
      if (field) this.#visit(field, inherited, depth);
    }
  }

  #visit(field: PDFDict, inherited: Inherited, depth: number): void {
    const partial = this.#source.encrypted
      ? undefined
      : textOf(this.#source.resolve(field.get(PDFName.of('T'))));
    const own: Inherited = {
      name: [inherited.name, partial].filter(part => part !== '' && part !== undefined).join('.'),
      type: this.#source.resolve(field.get(PDFName.of('FT'))) ?? inherited.type,
      value: field.get(PDFName.of('V')) ?? inherited.value,
    };
    const kids = this.#source.resolve(field.get(PDFName.of('Kids')));
    // Kids without names are the field's widgets, not fields.
    if (kids instanceof PDFArray && kids.asArray().some(kid => this.#isNamed(kid))) {
      this.#walk(kids, own, depth + 1);
      return;
    }
    const value = own.type === PDFName.of('Sig') ? dictionary(this.#source, own.value) : undefined;
    const signature = value && this.#read(value, field, own.name);
    if (signature) this.#found.push(signature);
  }

  #isNamed(kid: PDFObject): boolean {
    return dictionary(this.#source, kid)?.has(PDFName.of('T')) === true;
  }

  #read(value: PDFDict, field: PDFDict, fieldName: string): FoundSignature | undefined {
    const get = (key: string) => this.#source.resolve(value.get(PDFName.of(key)));
    const contents = get('Contents');
    const range = get('ByteRange');
    if (!(contents instanceof PDFHexString || contents instanceof PDFString)) return undefined;
    if (!(range instanceof PDFArray)) return undefined;
    const subFilter = nameOf(get('SubFilter'));
    return {
      fieldName,
      type:
        subFilter === 'ETSI.RFC3161' ? 'timestamp' : this.#certifies(value) ? 'certification' : 'approval',
      filter: nameOf(get('Filter')),
      subFilter,
      statedAt: this.#source.encrypted ? undefined : dateOf(get('M')),
      byteRange: range.asArray().map(item => numberOf(this.#source.resolve(item))),
      contents: new Uint8Array(contents.asBytes()),
      permissions: readPermissions(this.#source, value, field),
    };
  }

  #certifies(value: PDFDict): boolean {
    const references = this.#source.resolve(value.get(PDFName.of('Reference')));
    if (!(references instanceof PDFArray)) return false;
    return references.asArray().some(entry => {
      const method = dictionary(this.#source, entry)?.get(PDFName.of('TransformMethod'));
      return this.#source.resolve(method) === PDFName.of('DocMDP');
    });
  }
}

function dictionary(source: ObjectSource, value: PDFObject | undefined): PDFDict | undefined {
  const found = source.resolve(value);
  return found instanceof PDFDict ? found : undefined;
}

function nameOf(value: PDFObject | undefined): string | undefined {
  return value instanceof PDFName ? value.decodeText() : undefined;
}

function textOf(value: PDFObject | undefined): string | undefined {
  return value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : undefined;
}

/** What is no number makes a range that fits nothing. */
function numberOf(value: PDFObject | undefined): number {
  return value instanceof PDFNumber ? value.asNumber() : Number.NaN;
}

function dateOf(value: PDFObject | undefined): Date | undefined {
  if (!(value instanceof PDFString || value instanceof PDFHexString)) return undefined;
  try {
    const date = value.decodeDate();
    // A time such as 25:00 has the form of a date and is none; years have four digits wherever it goes on to.
    return Number.isFinite(date.getTime()) && /^\d{4}-/.test(date.toISOString()) ? date : undefined;
  } catch {
    return undefined;
  }
}
