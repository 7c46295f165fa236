import { PDFName, PDFParser, PDFRawStream } from '@cantoo/pdf-lib';
import type { PDFContext, PDFObject, PDFRef } from '@cantoo/pdf-lib';
import { StructureTooLargeError, unpackedSize } from './bounded-inflate.ts';
import { typePageTree } from './page-tree-types.ts';

/** All object and cross-reference streams of one file together. 10 MiB of base64 seldom hold a tenth of it. */
const STRUCTURE_LIMIT = 64 * 1024 * 1024;

/** Between two of the library's pauses, which take over a millisecond each; its own measure of 100 makes most of the wait. */
export const OBJECTS_PER_TICK = 2000;

/**
 * Reads a PDF as the library does, but stops before it unpacks a structural stream that explodes.
 * It stands at the point where the library itself decides what such a stream is, so that no disguise of
 * the dictionary (escaped names, indirect types) tells the two apart.
 */
class BoundedParser extends PDFParser {
  #remaining = STRUCTURE_LIMIT;
  /** The library swallows what is thrown while it parses an object, so it's kept here. */
  tooLarge: StructureTooLargeError | undefined;

  override parseObject(ref?: PDFRef): PDFObject {
    const object = super.parseObject(ref);
    if (object instanceof PDFRawStream && isStructure(object)) this.#assertAffordable(object);
    return object;
  }

  #assertAffordable(stream: PDFRawStream): void {
    if (this.tooLarge) throw this.tooLarge;
    try {
      this.#remaining -= unpackedSize(stream, Math.max(1, this.#remaining));
    } catch (cause) {
      if (cause instanceof StructureTooLargeError) this.tooLarge = cause;
      throw cause;
    }
  }
}

/**
 * @returns the file's objects as the library sees them, untouched by any later change; those of the page tree may lack
 *   their `/Type`
 * @throws StructureTooLargeError when the file's structure explodes; the library's own errors otherwise
 */
export async function parseWithinBounds(bytes: Uint8Array): Promise<PDFContext> {
  const parser = new BoundedParser(bytes, OBJECTS_PER_TICK);
  const context = await parser.parseDocument();
  if (parser.tooLarge) throw parser.tooLarge;
  typePageTree(context);
  return context;
}

function isStructure(stream: PDFRawStream): boolean {
  const type = stream.dict.lookup(PDFName.of('Type'));
  return type === PDFName.of('ObjStm') || type === PDFName.of('XRef');
}
