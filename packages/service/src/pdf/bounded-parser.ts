/** Reading a PDF with pdf-lib within limits of size. */
import {
  decodePDFRawStream,
  PDFArray,
  PDFCatalog,
  type PDFContext,
  PDFDict,
  PDFName,
  type PDFObject,
  PDFPageLeaf,
  PDFPageTree,
  PDFParser,
  PDFRawStream,
  PDFRef,
} from '@cantoo/pdf-lib';
import { Unzlib } from 'fflate';

/** A stream of the file's own structure is larger than this service is willing to unpack. */
export class StructureTooLargeError extends Error {
  override readonly name = 'StructureTooLargeError';
}

/**
 * How large a structural stream (objects, cross references) gets when unpacked.
 * Measured part by part, which stops at the limit; the PDF library's own decoder would go on to the end.
 * @param limit bytes
 * @throws StructureTooLargeError beyond the limit, or for filters that nobody writes structure with
 */
function unpackedSize(stream: PDFRawStream, limit: number): number {
  switch (filterOf(stream)) {
    case 'none':
      return stream.contents.length;
    case 'flate':
      return inflatedSize(stream.contents, limit);
    case 'other':
      throw new StructureTooLargeError('Only deflated structure is unpacked.');
  }
}

/** The stream's bytes, unpacked, within `limit` bytes. @throws StructureTooLargeError, also for a prediction */
export function unpackStream(stream: PDFRawStream, limit: number): Uint8Array {
  unpackedSize(stream, limit);
  const parameters = parametersOf(stream);
  if (parameters?.has(PDFName.of('Predictor')) === true)
    throw new StructureTooLargeError('Predicted streams are not unpacked.');
  return decodePDFRawStream(stream).decode();
}

function filterOf(stream: PDFRawStream): 'none' | 'flate' | 'other' {
  const filter = stream.dict.lookup(PDFName.of('Filter'));
  const only = filter instanceof PDFArray && filter.size() === 1 ? filter.lookup(0) : filter;
  if (only === undefined || (only instanceof PDFArray && only.size() === 0)) return 'none';
  return only === PDFName.of('FlateDecode') ? 'flate' : 'other';
}

function parametersOf(stream: PDFRawStream): PDFDict | undefined {
  const parameters = stream.dict.lookup(PDFName.of('DecodeParms'));
  const only = parameters instanceof PDFArray ? parameters.lookup(0) : parameters;
  return only instanceof PDFDict ? only : undefined;
}

/** Of what is packed. A byte becomes a thousand at the most. */
const PART = 16 * 1024;

function inflatedSize(contents: Uint8Array, limit: number): number {
  let size = 0;
  const stream = new Unzlib(part => {
    size += part.length;
  });
  for (let at = 0; at < contents.length; at += PART) {
    try {
      stream.push(contents.subarray(at, at + PART), at + PART >= contents.length);
    } catch {
      // Broken data ends the library's decoder at the same place or throws there: nothing large comes of it.
      return 0;
    }
    if (size > limit)
      throw new StructureTooLargeError(`A structural stream unpacks to more than ${limit} bytes.`);
  }
  return size;
}

/**
 * Gives the catalog, the pages and their lists the classes of the library that they lack for want of a `/Type`. Readers
 * take what has `/Kids` for a list, and anything else for a page. No entry is added, so that the file can be extended
 * without changing what it says.
 */
export function typePageTree(context: PDFContext): void {
  const { Root } = context.trailerInfo;
  const catalog = context.lookup(Root);
  if (!(catalog instanceof PDFDict)) return;
  if (Root instanceof PDFRef && isUntyped(catalog))
    context.assign(Root, PDFCatalog.fromMapWithContext(entriesOf(catalog), context));
  const pending = [catalog.get(PDFName.of('Pages'))];
  const seen = new Set<PDFRef>();
  while (pending.length > 0) {
    const ref = pending.pop();
    if (!(ref instanceof PDFRef) || seen.has(ref)) continue;
    seen.add(ref);
    const node = context.lookup(ref);
    if (!(node instanceof PDFDict)) continue;
    const kids = node.lookup(PDFName.of('Kids'));
    if (isUntyped(node)) {
      const kind = node.has(PDFName.of('Kids')) ? PDFPageTree : PDFPageLeaf;
      context.assign(ref, kind.fromMapWithContext(entriesOf(node), context));
    }
    if (kids instanceof PDFArray) for (const kid of kids.asArray()) pending.push(kid);
  }
}

/** Not for an empty one, which no reader takes for anything. */
const isUntyped = (dict: PDFDict): boolean => !dict.has(PDFName.of('Type')) && dict.keys().length > 0;

const entriesOf = (dict: PDFDict) => new Map(dict.entries());

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
