import { PDFDocument } from '@cantoo/pdf-lib';
import { OBJECTS_PER_TICK, crossReferenceForm, headerOffset } from '@sign-session/verify/pdf';

/** A PDF opened for an incremental update. */
export interface DocumentUpdate {
  readonly document: PDFDocument;
  /** Returns the original's bytes, unchanged, followed by the update. */
  readonly finish: () => Promise<Uint8Array>;
}

/**
 * Opens a PDF to append to it.
 * @throws the PDF library's errors for files that `inspectPdf` would refuse
 */
export async function openUpdate(original: Uint8Array): Promise<DocumentUpdate> {
  const header = headerOffset(original) ?? 0;
  const document = await PDFDocument.load(original.subarray(header), {
    forIncrementalUpdate: true,
    updateMetadata: false,
    parseSpeed: OBJECTS_PER_TICK,
  });
  return {
    document,
    async finish() {
      const form = crossReferenceForm(original.subarray(header));
      const updated = await document.commit({ useObjectStreams: form === 'stream' });
      return header === 0 ? updated : new Uint8Array(Buffer.concat([original.subarray(0, header), updated]));
    },
  };
}
