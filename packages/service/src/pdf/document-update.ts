/** An incremental update of a PDF, with what it changes. */
import {
  PDFArray,
  PDFCatalog,
  type PDFContext,
  PDFDocument,
  PDFHexString,
  type PDFObject,
  PDFString,
} from '@cantoo/pdf-lib';
import { headerOffset } from '@sign-session/pdf-structure';
import { OBJECTS_PER_TICK, typePageTree } from './bounded-parser.ts';
import { withCrossReferences } from './rebuilt-references.ts';

/**
 * Creates objects without the library's change tracking. For every entry of every object, it searches all objects
 * of the file for the owner, which takes seconds for a large file; new objects are written in any case. Do not use
 * it for changes to the original's objects.
 */
export async function untracked<Result>(
  context: PDFContext,
  create: () => Result | Promise<Result>,
): Promise<Result> {
  const { snapshot } = context;
  delete context.snapshot;
  try {
    return await create();
  } finally {
    if (snapshot) context.snapshot = snapshot;
  }
}

/** A PDF opened for an incremental update. */
interface DocumentUpdate {
  readonly document: PDFDocument;
  /** Returns the original's bytes, unchanged, then the cross references where it lacks them, then the update. */
  readonly finish: () => Promise<Uint8Array>;
}

/**
 * Opens a PDF to append to it.
 * @throws the PDF library's errors for files that `inspectPdf` would refuse
 */
export async function openUpdate(original: Uint8Array): Promise<DocumentUpdate> {
  const header = headerOffset(original) ?? 0;
  // The cross references of an update continue those of the original: where these lead nowhere, they come first.
  const { bytes: base, form } = await withCrossReferences(original.subarray(header));
  const document = await PDFDocument.load(base, {
    forIncrementalUpdate: true,
    updateMetadata: false,
    parseSpeed: OBJECTS_PER_TICK,
  });
  typePageTree(document.context);
  const catalog = document.context.lookup(document.context.trailerInfo.Root, PDFCatalog);
  // It is another object where it had no type.
  if (catalog !== document.catalog) Object.assign(document, { catalog });
  return {
    document,
    async finish() {
      const updated = await document.commit({ useObjectStreams: form === 'stream' });
      return header === 0 ? updated : new Uint8Array(Buffer.concat([original.subarray(0, header), updated]));
    },
  };
}

/** Of an update: 16 random bytes, so that no two updates are alike (ISO 32000-2, 14.4). */
export const IDENTIFIER_BYTES = 16;

/**
 * Gives the update an identifier of its own: the second string of the trailer's `/ID`. The first stays as it was; a file
 * that had none gets the same twice, as a new file does.
 */
export function identifyUpdate(document: PDFDocument, identifier: Uint8Array): void {
  const { context } = document;
  const before = context.lookup(context.trailerInfo.ID);
  const own = PDFHexString.of(Buffer.from(identifier).toString('hex').toUpperCase());
  const permanent = before instanceof PDFArray && before.size() === 2 ? before.lookup(0) : undefined;
  context.trailerInfo.ID = context.obj([isString(permanent) ? permanent : own, own]);
}

function isString(object: PDFObject | undefined): object is PDFString | PDFHexString {
  return object instanceof PDFString || object instanceof PDFHexString;
}

/**
 * An update that changes nothing of a PDF but its identifier: it repeats the catalog. The file looks the same, and no other
 * file has the same bytes.
 * @returns what comes behind the original
 */
export async function identifyingUpdate(
  original: Uint8Array,
  identifier: Uint8Array,
): Promise<Uint8Array<ArrayBuffer>> {
  const { document, finish } = await openUpdate(original);
  identifyUpdate(document, identifier);
  document.context.snapshot?.markObjForSave(document.catalog);
  // For an update without a new object the library states a `/Size` that leaves out the last one.
  document.context.nextRef();
  return new Uint8Array((await finish()).subarray(original.length));
}
