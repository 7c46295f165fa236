import { PDFDocument } from '@cantoo/pdf-lib';
import { signDetached } from '../cms/detached.ts';
import { sha256 } from '../cms/sha256.ts';
import type { SealingIdentity } from '../pki/local-authority.ts';
import { drawEvidencePage } from './evidence-page.ts';
import type { EvidencePageContent } from './evidence-page.ts';
import { EVIDENCE_MESSAGES } from './evidence-messages.ts';
import { existingSignatures } from './existing-signatures.ts';
import { parseWithinBounds } from './bounded-parser.ts';
import { A4, sealableUpdate } from './sealable-update.ts';
import type { UpdateOptions } from './sealable-update.ts';
import { fillHole, openHole, partsAround } from './signature-hole.ts';

export interface SealOptions {
  /** A PDF that `inspectPdf` has accepted. */
  original: Uint8Array;
  evidence: EvidencePageContent;
  identity: SealingIdentity;
  /** The service's clock: the time that the seal states. */
  sealedAt: Date;
}

export interface SealedDocument {
  /** The original's bytes, unchanged, then the evidence page and the seal. */
  sealed: Uint8Array;
  /** Where the original bears signatures, which a page would alter: the evidence page, sealed as well. */
  separateEvidencePage?: Uint8Array;
}

/**
 * Seals a signed document: appends the evidence page and a PAdES baseline signature (ETSI EN 319 142-1) over
 * the whole file, in one incremental update. Earlier signatures stay valid.
 * @throws the PDF library's errors for files that `inspectPdf` would refuse
 */
export async function sealDocument(options: SealOptions): Promise<SealedDocument> {
  const { original, evidence, identity, sealedAt } = options;
  const { signed } = existingSignatures(await parseWithinBounds(original));
  if (!signed) {
    const draw: UpdateOptions['draw'] = page => drawEvidencePage(page, evidence, { place: 'appended' });
    return { sealed: await seal({ original, sealedAt, draw }, identity) };
  }
  const page = await separatePage(evidence, sealedAt);
  return {
    sealed: await seal({ original, sealedAt }, identity),
    separateEvidencePage: await seal({ original: page, sealedAt }, identity),
  };
}

async function seal(options: UpdateOptions, identity: SealingIdentity): Promise<Uint8Array> {
  const { file, signature } = await sealableUpdate(options);
  const hole = openHole(file, signature);
  fillHole(file, hole, await signDetached(sha256(...partsAround(file, hole)), identity));
  return file;
}

async function separatePage(evidence: EvidencePageContent, sealedAt: Date): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  document.setTitle(`${EVIDENCE_MESSAGES[evidence.locale].heading} ${evidence.evidenceId}`);
  document.setLanguage(evidence.locale);
  document.setCreationDate(sealedAt);
  document.setModificationDate(sealedAt);
  const page = document.addPage([A4.width, A4.height]);
  await drawEvidencePage(page, evidence, { place: 'separate' });
  return document.save({ useObjectStreams: false });
}
