import { PDFHexString, PDFString } from '@cantoo/pdf-lib';
import type { PDFDict, PDFObject } from '@cantoo/pdf-lib';
import { formFields, type FormField } from '../changes/form-fields.ts';
import { laterChanges, UNKNOWN_CHANGES, type LaterChanges } from '../changes/later-changes.ts';
import { readPermissions, type SignaturePermissions } from '../changes/signature-permissions.ts';
import {
  dictionaryOf,
  entriesIn,
  nameOf,
  numbersIn,
  openObjects,
  valueIn,
  type ObjectSource,
} from '../pdf/document.ts';
import { headerOffset } from '../pdf/pdf-header.ts';

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

const MOST_SIGNATURES = 200;

/**
 * Finds the signatures that a PDF's form holds, in the order of what they cover: oldest first. What a reader
 * does not show as a signature is none, and what several fields show is one, of the first of them.
 * @param only looks for the signature of this field, and at what came after that
 * @throws the PDF library's errors, CrossReferenceError or StructureTooLargeError where the file cannot be read
 */
export async function locateSignatures(
  file: Uint8Array,
  only?: { readonly fieldName: string },
): Promise<LocatedSignature[]> {
  const header = headerOffset(file) ?? 0;
  const bytes = file.subarray(header);
  const found = signaturesIn(await openObjects(bytes));
  const wanted = only === undefined ? found : found.filter(({ fieldName }) => fieldName === only.fieldName);
  const sorted = wanted.toSorted((one, other) => endOf(one) - endOf(other));
  const changes = laterChanges(
    bytes,
    sorted.map(({ permissions, ...signature }) => ({ end: endOf(signature) - header, permissions })),
    header,
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

function signaturesIn(source: ObjectSource): FoundSignature[] {
  const found = new Map<string, FoundSignature>();
  for (const field of formFields(source)) {
    if (field.kind !== 'field' || field.type !== 'Sig' || found.size >= MOST_SIGNATURES) continue;
    const value = dictionaryOf(source.resolve(field.value));
    const signature = value && readSignature(source, value, field);
    const key = signature?.byteRange.join(' ');
    if (signature && key !== undefined && !found.has(key)) found.set(key, signature);
  }
  return [...found.values()];
}

function readSignature(
  source: ObjectSource,
  value: PDFDict,
  { name: fieldName, dict: field }: FormField,
): FoundSignature | undefined {
  const get = (key: string) => valueIn(source, value, key);
  const contents = get('Contents');
  if (!(contents instanceof PDFHexString || contents instanceof PDFString)) return undefined;
  const byteRange = numbersIn(source, value, 'ByteRange');
  if (byteRange.length === 0) return undefined;
  const subFilter = nameOf(get('SubFilter'));
  return {
    fieldName,
    type:
      subFilter === 'ETSI.RFC3161' ? 'timestamp' : certifies(source, value) ? 'certification' : 'approval',
    filter: nameOf(get('Filter')),
    subFilter,
    statedAt: source.encrypted ? undefined : dateOf(get('M')),
    byteRange,
    contents: new Uint8Array(contents.asBytes()),
    permissions: readPermissions(source, value, field),
  };
}

function certifies(source: ObjectSource, value: PDFDict): boolean {
  return entriesIn(source, value, 'Reference').some(entry => {
    const reference = dictionaryOf(source.resolve(entry));
    return nameOf(valueIn(source, reference, 'TransformMethod')) === 'DocMDP';
  });
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
