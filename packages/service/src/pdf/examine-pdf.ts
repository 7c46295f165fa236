import { PDFCatalog, PDFPageLeaf, PDFRawStream, PDFRef } from '@cantoo/pdf-lib';
import type { PDFContext, PDFObject } from '@cantoo/pdf-lib';
import {
  doubtfulPagesOf,
  headerOffset,
  isReference,
  Lexer,
  PdfFile,
  PdfStructureError,
  sameValue,
  type DoubtfulPages,
  type PdfObject,
  type StructureReason,
} from '@sign-session/pdf-structure';
import { parseWithinBounds } from './bounded-parser.ts';
import { existingSignatures } from './existing-signatures.ts';
import { findWarnings } from './document-warnings.ts';
import type { PdfWarning } from './document-warnings.ts';
import { withCrossReferences } from './rebuilt-references.ts';
import { PdfRefusedError } from './refusal.ts';
import { sealableUpdate } from './sealable-update.ts';
import type { SealableUpdate } from './sealable-update.ts';

export interface PdfInspection {
  pages: number;
  /** Whether it is signed already, so that no page may be appended. */
  signed: boolean;
  /** What the pages may not show as intended. */
  warnings: readonly PdfWarning[];
}

/** Readers may show two documents. */
const AMBIGUOUS: readonly StructureReason[] = [
  'page-tree',
  'page-contents',
  'page-resources',
  'reference',
  'generation',
  'limit',
];

/** Extending the file would change what readers see, beyond adding a page. */
export class RehearsalError extends Error {
  override readonly name = 'RehearsalError';
}

interface Examination {
  /** It is to be signed with a certificate: the signer's page refuses what readers may read in two ways, and so do verifiers. */
  readonly forCertificate?: boolean | undefined;
}

/**
 * Checks whether a PDF can be extended and sealed without changing a byte of it, by trying. A hostile file can make
 * it take any time and memory: `inspectPdf` runs it with limits on both.
 * @returns what is to be said of it, and its pages, of which another reader may have to find the same
 * @throws PdfRefusedError
 */
export async function examinePdf(
  file: Uint8Array,
  { forCertificate = false }: Examination = {},
): Promise<{ readonly facts: PdfInspection; readonly tree: DoubtfulPages }> {
  if (file.length === 0) throw new PdfRefusedError('empty');
  const header = headerOffset(file);
  if (header === undefined) throw new PdfRefusedError('not-a-pdf');
  const bytes = file.subarray(header);
  const original = await readOriginal(bytes);
  const { signed, changesAllowed } = existingSignatures(original);
  const pages = countOrRefuse(original);
  if (pages === 0) {
    // Readers may find some.
    await pageTreeOf(bytes, pages);
    throw new PdfRefusedError('no-pages');
  }
  if (!changesAllowed) throw new PdfRefusedError('changes-not-allowed');
  const warnings = findWarnings(original);
  try {
    const { bytes: base } = await withCrossReferences(bytes);
    const tree = await pageTreeOf(base, pages);
    const library = base === bytes ? original : await readSearched(base, signed);
    const extended = await rehearse(base, library, signed ? pages : pages + 1, signed);
    if (forCertificate && (await extended.survey()).ambiguities.length > 0)
      throw new PdfRefusedError('ambiguous-structure');
    return { facts: { pages: tree.count, signed, warnings }, tree };
  } catch (cause) {
    if (cause instanceof PdfRefusedError) throw cause;
    throw new PdfRefusedError('cannot-be-extended', { cause });
  }
}

/** @param pages how many the library finds: what else is wrong with the file may keep the strict reader from its pages */
async function pageTreeOf(base: Uint8Array, pages: number): Promise<DoubtfulPages> {
  try {
    return await doubtfulPagesOf(await PdfFile.read(base));
  } catch (cause) {
    if (!(cause instanceof PdfStructureError)) throw cause;
    if (AMBIGUOUS.includes(cause.reason)) throw new PdfRefusedError('ambiguous-document', { cause });
    return { count: pages, doubts: [{ about: 'pages', page: 0 }] };
  }
}

async function readOriginal(bytes: Uint8Array): Promise<PDFContext> {
  const context = await parseWithinBounds(bytes).catch((cause: unknown) => {
    // A reader may make more of the file than the library does.
    throw new PdfRefusedError('cannot-be-extended', { cause });
  });
  if (context.trailerInfo.Encrypt) throw new PdfRefusedError('encrypted');
  // No reader opens it: the library makes up a catalog where it finds none named.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!text.includes('startxref') && !text.includes('trailer')) throw new PdfRefusedError('damaged');
  return context;
}

/**
 * A file that readers have to search for its objects: the library must have found the very same.
 * @param base with the cross references that the file lacked
 */
async function readSearched(base: Uint8Array, signed: boolean): Promise<PDFContext> {
  if (signed) throw new RehearsalError('Signatures in a file without cross references.');
  const library = await parseWithinBounds(base);
  const reader = await PdfFile.read(base);
  const objects = library.enumerateIndirectObjects();
  if (objects.length !== Array.from(reader.numbers()).length)
    throw new RehearsalError('Other objects than readers find.');
  for (const [ref, object] of objects) {
    if (!isSame(await reader.find(ref.objectNumber), object))
      throw new RehearsalError('Two versions of an object.');
  }
  return library;
}

/** Whether the library has read an object in the same way; of a stream its dictionary. */
function isSame(found: PdfObject | undefined, object: PDFObject): boolean {
  const isStream = object instanceof PDFRawStream;
  const text = isStream ? object.dict.toString() : object.toString();
  try {
    const written = new Lexer(new Uint8Array(Buffer.from(text, 'latin1'))).value();
    return sameValue(found?.value, written) && (found?.data !== undefined) === isStream;
  } catch (error) {
    if (error instanceof PdfStructureError) return false;
    throw error;
  }
}

function countOrRefuse(context: PDFContext): number {
  try {
    return countPages(context);
  } catch (cause) {
    throw new PdfRefusedError('damaged', { cause });
  }
}

/** Counts pages as the library does: by walking the tree, ignoring its `/Count`. */
function countPages(context: PDFContext): number {
  const catalog = context.lookup(context.trailerInfo.Root);
  if (!(catalog instanceof PDFCatalog)) throw new RehearsalError('No catalog.');
  let pages = 0;
  catalog.Pages().traverse(node => {
    if (node instanceof PDFPageLeaf) pages += 1;
  });
  return pages;
}

/**
 * Of the signature that is rehearsed. The library reads a string of hexadecimals digit by digit: one as long as a seal's would take
 * a megabyte, and half of an examination's time.
 */
const REHEARSED_BYTES = 64;

/**
 * Extends the file as sealing will, and compares the result with what readers see in the original.
 * @returns the result
 */
async function rehearse(
  bytes: Uint8Array,
  original: PDFContext,
  pagesAfter: number,
  signed: boolean,
): Promise<PdfFile> {
  const before = await PdfFile.read(bytes);
  const update = await sealableUpdate({
    original: bytes,
    sealedAt: new Date(0),
    cmsBytes: REHEARSED_BYTES,
    draw: signed ? [] : [() => Promise.resolve()],
  });
  await assertSameDocument(before, original, update);
  const after = await PdfFile.read(update.file);
  if (!after.has(update.signature.objectNumber)) throw new RehearsalError('The update cannot be read back.');
  if (countPages(await parseWithinBounds(update.file)) !== pagesAfter)
    throw new RehearsalError('The update has other pages.');
  return after;
}

/**
 * Refuses files that the library reads differently from other readers. The library uses the last definition of an
 * object in the file, readers use the cross references. If the update redefines an object for which these differ,
 * the sealed document would show something else than the signer saw.
 */
async function assertSameDocument(
  reader: PdfFile,
  library: PDFContext,
  update: SealableUpdate,
): Promise<void> {
  if (reader.startxref !== library.pdfFileDetails.prevStartXRef)
    throw new RehearsalError('Reader and library start from different cross references.');
  const root = reader.trailer.get('Root');
  const rootText = isReference(root) ? `${root.number} ${root.generation} R` : undefined;
  if (rootText !== library.trailerInfo.Root?.toString()) throw new RehearsalError('Two catalogs.');
  for (const number of reader.numbers())
    if (number > update.largestBefore) throw new RehearsalError('Objects that only readers see.');
  const redefined = new Set(update.redefined);
  for (const [ref, object] of library.enumerateIndirectObjects()) {
    // Some readers follow it, others take it for nothing.
    if (object instanceof PDFRef) throw new PdfRefusedError('ambiguous-document');
    if (redefined.has(ref.objectNumber) && !isSame(await reader.find(ref.objectNumber), object))
      throw new RehearsalError('Two versions of an object.');
  }
}
