import { PDFDocument } from '@cantoo/pdf-lib';
import { type SealingIdentity, signDetached } from '../cms/signed-data.ts';
import { hashOf, sha256 } from '../domain/sha256.ts';
import type { EvidencePageContent } from './evidence-content.ts';
import { drawEnvelopeSheet } from './envelope-sheet.ts';
import { drawEvidencePage } from './evidence-page.ts';
import { EVIDENCE_MESSAGES } from './evidence-messages.ts';
import { existingSignatures } from './existing-signatures.ts';
import { parseWithinBounds } from './bounded-parser.ts';
import { A4, sealableUpdate, type SealableUpdate, type UpdateOptions } from './sealable-update.ts';
import { fillPlaceholder, openPlaceholder, partsAround, SIGNATURE_BYTES } from './signature-field.ts';
import { isAboutDocument, UnsealableDocumentError } from './unsealable-document-error.ts';

interface SealOptions {
  /** A PDF accepted by `inspectPdf`. */
  original: Uint8Array;
  evidence: EvidencePageContent;
  identity: SealingIdentity;
  /** The service's time, which the seal states. */
  sealedAt: Date;
}

export interface SealedDocument {
  /** The original's bytes, unchanged, followed by the evidence page and the seal. */
  sealed: Uint8Array;
  /** The sealed evidence page, if the original has signatures, which an added page would alter. */
  separateEvidencePage?: Uint8Array;
}

/**
 * Seals a signed document: appends the evidence page and a PAdES baseline signature (ETSI EN 319 142-1) over the
 * whole file, in one incremental update. Earlier signatures stay valid.
 * @throws UnsealableDocumentError for files that `inspectPdf` would refuse; any other error may pass
 */
export async function sealDocument(options: SealOptions): Promise<SealedDocument> {
  const { original, evidence, identity, sealedAt } = options;
  const draw = evidencePages([evidence], 'appended');
  const { file, wasSigned } = await seal({ original, sealedAt, draw, drawUnlessSigned: true }, identity);
  if (!wasSigned) return { sealed: file };
  const signedHash = hashOf(file);
  const page = await sealEvidencePage({ evidence: { ...evidence, signedHash }, identity, sealedAt });
  return { sealed: file, separateEvidencePage: page };
}

/** What draws the evidence of one signer on a page, and of several on a common sheet. */
function evidencePages(
  evidence: readonly EvidencePageContent[],
  place: 'appended' | 'separate',
): NonNullable<UpdateOptions['draw']> {
  const [only, ...others] = evidence;
  if (only === undefined) throw new TypeError('There is no evidence to show.');
  if (others.length > 0) return drawEnvelopeSheet(evidence, place);
  return [page => drawEvidencePage(page, only, { place })];
}

/**
 * Makes a separate, sealed evidence page, for a document whose signatures an added page would alter. It also states
 * the hash of the signed document, which a page inside it cannot.
 */
export async function sealEvidencePage(options: Omit<SealOptions, 'original'>): Promise<Uint8Array> {
  const { evidence, identity, sealedAt } = options;
  const { file } = await seal({ original: await separatePages([evidence], sealedAt), sealedAt }, identity);
  return file;
}

/**
 * Seals the document with the evidence of all signers. If the original has signatures, which added pages would
 * alter, the pages are a separate document.
 * @throws UnsealableDocumentError for files that `inspectPdf` would refuse; any other error may pass
 */
export async function sealForAll(
  options: Omit<SealOptions, 'evidence'> & { evidence: readonly EvidencePageContent[] },
): Promise<Uint8Array> {
  const { original, evidence, identity, sealedAt } = options;
  const { signed } = existingSignatures(await ofDocument(parseWithinBounds(original)));
  const update = signed
    ? { original: await separatePages(evidence, sealedAt), sealedAt }
    : { original, sealedAt, draw: evidencePages(evidence, 'appended') };
  const { file } = await seal(update, identity);
  return file;
}

async function seal(options: UpdateOptions, identity: SealingIdentity): Promise<SealableUpdate> {
  const update = await ofDocument(sealableUpdate(options));
  const { file, signature } = update;
  const placeholder = openPlaceholder(file, signature, SIGNATURE_BYTES);
  fillPlaceholder(file, placeholder, await signDetached(sha256(...partsAround(file, placeholder)), identity));
  return update;
}

/** Names the errors that are about the document. */
async function ofDocument<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw isAboutDocument(cause) ? new UnsealableDocumentError({ cause }) : cause;
  }
}

async function separatePages(evidence: readonly EvidencePageContent[], sealedAt: Date): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const [first] = evidence;
  if (first === undefined) throw new TypeError('There is no evidence to show.');
  const ids = evidence.map(({ evidenceId }) => evidenceId).join(', ');
  document.setTitle(`${EVIDENCE_MESSAGES[first.locale].heading} ${ids}`);
  document.setLanguage(first.locale);
  document.setCreationDate(sealedAt);
  document.setModificationDate(sealedAt);
  for (const draw of evidencePages(evidence, 'separate')) await draw(document.addPage([A4.width, A4.height]));
  return document.save({ useObjectStreams: false });
}
