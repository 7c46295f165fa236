import { PDFCatalog, PDFDocument } from '@cantoo/pdf-lib';
import { headerOffset } from '@sign-session/pdf-structure';
import { OBJECTS_PER_TICK } from './bounded-parser.ts';
import { typePageTree } from './page-tree-types.ts';
import { withCrossReferences } from './rebuilt-references.ts';

/** A PDF opened for an incremental update. */
export interface DocumentUpdate {
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
