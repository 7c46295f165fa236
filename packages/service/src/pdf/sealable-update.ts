/** An update with a signature field that is still to be filled. */
import { type PDFDocument, PDFName, PDFNumber, type PDFPage, type PDFRef } from '@cantoo/pdf-lib';
import { sha256 } from '../domain/sha256.ts';
import { identifyUpdate, openUpdate, untracked } from './document-update.ts';
import { existingSignatures } from './existing-signatures.ts';
import {
  addSignatureField,
  byteRangeAround,
  fillPlaceholder,
  openPlaceholder,
  partsAround,
  SIGNATURE_BYTES,
  type SignatureKind,
  type SignaturePlaceholder,
} from './signature-field.ts';

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
  });
  return page;
}

function redefinedObjects(document: PDFDocument, largestBefore: number): number[] {
  const { snapshot } = document.context;
  const numbers = document.context.enumerateIndirectObjects().map(([ref]) => ref.objectNumber);
  return numbers.filter(number => number <= largestBefore && snapshot?.shouldSave(number));
}

/** Name of a signer's field; from the second on, a number is added. */
const SIGNER_FIELD = 'SignSessionSignature';

interface PreparedUpdate {
  /** The bytes to append: the signature field with its byte range and a placeholder of zeros. */
  readonly appended: Uint8Array<ArrayBuffer>;
  /** Offsets from the start of the base. */
  readonly placeholder: SignaturePlaceholder;
  /** As in the PDF: two pairs of offset and length. */
  readonly byteRange: readonly number[];
  readonly fieldName: string;
}

interface PrepareUpdateOptions {
  /** The time in the signature dictionary. */
  readonly signedAt: Date;
  /** Maximum size of the CMS in bytes. */
  readonly cmsBytes: number;
  /** Sets this signature apart from any other over the same document: 16 random bytes, which are signed with it. */
  readonly identifier: Uint8Array;
}

/**
 * Prepares a signature over a revision of a PDF without changing its bytes. The CMS is inserted into the placeholder
 * later.
 * @param base accepted by `inspectPdf`, or such a file with signatures of this service
 * @returns the update, and the SHA-256 of the bytes to sign
 */
export async function prepareUpdate(
  base: Uint8Array,
  { signedAt, cmsBytes, identifier }: PrepareUpdateOptions,
): Promise<PreparedUpdate & { readonly messageDigest: Uint8Array<ArrayBuffer> }> {
  const update = await sealableUpdate({
    original: base,
    sealedAt: signedAt,
    fieldName: SIGNER_FIELD,
    cmsBytes,
    identifier,
  });
  const { file, fieldName } = update;
  const placeholder = openPlaceholder(file, update.signature, cmsBytes);
  return {
    appended: file.slice(base.length),
    placeholder,
    byteRange: byteRangeAround(placeholder, file.length),
    fieldName,
    messageDigest: sha256(...partsAround(file, placeholder)),
  };
}

/**
 * The signed revision: the base, the update, and the CMS in its placeholder.
 * @throws SignaturePlaceholderError when the CMS is larger than the placeholder
 */
export function withSignature(
  base: Uint8Array,
  { appended, placeholder }: Pick<PreparedUpdate, 'appended' | 'placeholder'>,
  cms: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(base.length + appended.length);
  file.set(base);
  file.set(appended, base.length);
  fillPlaceholder(file, placeholder, cms);
  return file;
}
