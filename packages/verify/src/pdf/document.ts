import { PDFArray, PDFDict, PDFHexString, PDFName, PDFNumber, PDFRef, PDFString } from '@cantoo/pdf-lib';
import type { PDFObject } from '@cantoo/pdf-lib';
import { parseWithinBounds } from './bounded-parser.ts';
import { CrossReferenceError, CrossReferences } from './cross-references.ts';

/** A file's objects, by reference. */
export interface ObjectSource {
  readonly catalog: PDFDict | undefined;
  /** Texts are not what they seem; a signature's contents never are encrypted (ISO 32000-2, 7.6.2). */
  readonly encrypted: boolean;
  /** What a value is: itself, or the object that it refers to. */
  readonly resolve: (value: PDFObject | undefined) => PDFObject | undefined;
}

/**
 * The objects as readers see them, by the cross references; where those are broken, as a reader rebuilds them.
 * @param bytes from the file's header on
 * @throws the PDF library's errors where nothing can be made of the file
 */
export async function openObjects(bytes: Uint8Array): Promise<ObjectSource> {
  try {
    return objectsBy(new CrossReferences(bytes));
  } catch (error) {
    if (!(error instanceof CrossReferenceError)) throw error;
    return rebuilt(bytes);
  }
}

/** @throws CrossReferenceError where something else stands at an object's place */
export function objectsBy(references: CrossReferences): ObjectSource {
  const resolve: ObjectSource['resolve'] = value => {
    let found = value;
    // A reference may lead to another one, and in a hostile file to itself.
    for (let hops = 0; found instanceof PDFRef && hops < 8; hops += 1) {
      found = references.find(found.objectNumber);
    }
    return found instanceof PDFRef ? undefined : found;
  };
  const { encrypted, root } = references;
  return { catalog: dictionaryOf(resolve(root)), encrypted, resolve };
}

async function rebuilt(bytes: Uint8Array): Promise<ObjectSource> {
  const context = await parseWithinBounds(bytes);
  return {
    catalog: dictionaryOf(context.lookup(context.trailerInfo.Root)),
    encrypted: context.trailerInfo.Encrypt !== undefined,
    resolve: value => (value instanceof PDFRef ? context.lookup(value) : value),
  };
}

/** What a dictionary has for a key, resolved. */
export function valueIn(source: ObjectSource, dict: PDFDict | undefined, key: string): PDFObject | undefined {
  return source.resolve(dict?.get(PDFName.of(key)));
}

export function dictionaryIn(source: ObjectSource, dict: PDFDict | undefined, key: string) {
  return dictionaryOf(valueIn(source, dict, key));
}

/** The entries of a list, unresolved; none where it is no list. */
export function entriesIn(source: ObjectSource, dict: PDFDict | undefined, key: string): PDFObject[] {
  const list = valueIn(source, dict, key);
  return list instanceof PDFArray ? list.asArray() : [];
}

export function numbersIn(source: ObjectSource, dict: PDFDict | undefined, key: string): number[] {
  return entriesIn(source, dict, key).map(entry => numberOf(source.resolve(entry)) ?? Number.NaN);
}

export function dictionaryOf(value: PDFObject | undefined): PDFDict | undefined {
  return value instanceof PDFDict ? value : undefined;
}

export function nameOf(value: PDFObject | undefined): string | undefined {
  return value instanceof PDFName ? value.decodeText() : undefined;
}

export function stringOf(value: PDFObject | undefined): string | undefined {
  return value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : undefined;
}

export function numberOf(value: PDFObject | undefined): number | undefined {
  return value instanceof PDFNumber ? value.asNumber() : undefined;
}
