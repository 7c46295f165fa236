import { PDFName, PDFNumber } from '@cantoo/pdf-lib';
import type { PDFDocument, PDFPage, PDFRef } from '@cantoo/pdf-lib';
import { untracked } from './change-tracking.ts';
import { identifyUpdate, openUpdate } from './document-update.ts';
import { existingSignatures } from './existing-signatures.ts';
import { addSignatureField, SIGNATURE_BYTES, type SignatureKind } from './signature-field.ts';

/** A4 in points of 1/72 inch. */
export const A4 = { width: 595.28, height: 841.89 } as const;

/** Prefix of the field name of the service's own signature. */
const SEAL_FIELD = 'SignSessionSeal';

export interface UpdateOptions {
  original: Uint8Array;
  sealedAt: Date;
  /** Each function draws one appended page; without any, no page is appended. */
  draw?: readonly ((page: PDFPage) => Promise<void>)[] | undefined;
  /** Appends no page if the original has signatures, which a page would alter. */
  drawUnlessSigned?: boolean;
  /** Prefix of the signature field's name. Default: the seal's. */
  fieldName?: string;
  /** Maximum size of the CMS in bytes. Default 16 KiB. */
  cmsBytes?: number;
  /** The second string of the trailer's `/ID`. Default: the one that is there. */
  identifier?: Uint8Array | undefined;
  /** Default: a signature. */
  kind?: SignatureKind;
}

export interface SealableUpdate {
  /** The original's bytes, unchanged, followed by the update with its placeholder for the signature. */
  file: Uint8Array;
  signature: PDFRef;
  fieldName: string;
  /** Numbers of the original's objects that the update redefines. */
  redefined: number[];
  /** The largest object number before the update. */
  largestBefore: number;
  /** Whether the original has signatures. */
  wasSigned: boolean;
}

/**
 * Appends an incremental update to a PDF: pages if any, and a signature field with a placeholder. The original must have
 * been accepted by `inspectPdf`; otherwise the PDF library's errors are thrown.
 */
export async function sealableUpdate(options: UpdateOptions): Promise<SealableUpdate> {
  const { original, sealedAt, draw = [], fieldName = SEAL_FIELD, cmsBytes = SIGNATURE_BYTES } = options;
  const { kind = 'signature', drawUnlessSigned = false, identifier } = options;
  const { document, finish } = await openUpdate(original);
  if (identifier) identifyUpdate(document, identifier);
  const largestBefore = document.context.largestObjectNumber;
  const wasSigned = existingSignatures(document.context).signed;
  const appended: PDFPage[] = [];
  for (const drawPage of drawUnlessSigned && wasSigned ? [] : draw)
    appended.push(await appendPage(document, drawPage));
  const page = appended[0] ?? document.getPage(0);
  const certifies = kind === 'signature' && !wasSigned;
  const field = await addSignatureField(document, page, {
    name: fieldName,
    signedAt: sealedAt,
    cmsBytes,
    certifies,
    kind,
  });
  const redefined = redefinedObjects(document, largestBefore);
  const file = await finish();
  return { file, signature: field.signature, fieldName: field.name, redefined, largestBefore, wasSigned };
}

/** Adds a page with attributes of its own, so that it inherits none from the page tree. */
async function appendPage(
  document: PDFDocument,
  draw: NonNullable<UpdateOptions['draw']>[number],
): Promise<PDFPage> {
  const page = document.addPage();
  await untracked(document.context, async () => {
    page.setSize(A4.width, A4.height);
    page.setCropBox(0, 0, A4.width, A4.height);
    page.node.set(PDFName.of('Rotate'), PDFNumber.of(0));
    await draw(page);
    // Write the fonts now; at the end, the library would do it with change tracking.
    await document.flush();
  });
  return page;
}

function redefinedObjects(document: PDFDocument, largestBefore: number): number[] {
  const { snapshot } = document.context;
  const numbers = document.context.enumerateIndirectObjects().map(([ref]) => ref.objectNumber);
  return numbers.filter(number => number <= largestBefore && snapshot?.shouldSave(number));
}
