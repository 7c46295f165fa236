import { PDFDict, PDFRef } from '@cantoo/pdf-lib';
import type { PDFObject } from '@cantoo/pdf-lib';
import { parseWithinBounds } from '../pdf/bounded-parser.ts';
import { CrossReferenceError, CrossReferences } from '../pdf/cross-references.ts';

/** A file's objects, by reference. */
export interface ObjectSource {
  readonly catalog: PDFDict | undefined;
  /** Texts are not what they seem; a signature's contents never are encrypted (ISO 32000-2, 7.6.2). */
  readonly encrypted: boolean;
  /** What a value is: itself, or the object that it refers to. */
  resolve(value: PDFObject | undefined): PDFObject | undefined;
}

/**
 * The objects as readers see them, by the cross references; where those are broken, as a reader rebuilds them.
 * @param bytes from the file's header on
 * @throws the PDF library's errors where nothing can be made of the file
 */
export async function openObjects(bytes: Uint8Array): Promise<ObjectSource> {
  try {
    return byCrossReferences(new CrossReferences(bytes));
  } catch (error) {
    if (!(error instanceof CrossReferenceError)) throw error;
    return rebuilt(bytes);
  }
}

function byCrossReferences(references: CrossReferences): ObjectSource {
  const resolve: ObjectSource['resolve'] = value => {
    let found = value;
    // A reference may lead to another one, and in a hostile file to itself.
    for (let hops = 0; found instanceof PDFRef && hops < 8; hops += 1) {
      found = references.find(found.objectNumber);
    }
    return found instanceof PDFRef ? undefined : found;
  };
  const number = /^(\d+) /.exec(references.root ?? '')?.[1];
  const catalog = number === undefined ? undefined : resolve(references.find(Number(number)));
  const { encrypted } = references;
  return { catalog: catalog instanceof PDFDict ? catalog : undefined, encrypted, resolve };
}

async function rebuilt(bytes: Uint8Array): Promise<ObjectSource> {
  const context = await parseWithinBounds(bytes);
  const catalog = context.lookup(context.trailerInfo.Root);
  return {
    catalog: catalog instanceof PDFDict ? catalog : undefined,
    encrypted: context.trailerInfo.Encrypt !== undefined,
    resolve: value => (value instanceof PDFRef ? context.lookup(value) : value),
  };
}
