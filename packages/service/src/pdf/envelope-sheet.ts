/** The sheet of a document that several have signed: the document once, and each signer in a few lines. */
import type { PDFPage } from '@cantoo/pdf-lib';
import { columnTime, exactTime } from '../domain/readable-time.ts';
import type { EvidencePageContent } from './evidence-content.ts';
import { EVIDENCE_MESSAGES } from './evidence-messages.ts';
import {
  EvidencePaper,
  FOOTER_TOP,
  isoTime,
  PANEL_HEIGHT,
  VALUE_LEFT,
  VALUE_WIDTH,
} from './evidence-paper.ts';
import { drawSheet } from './sheet.ts';

/** What one signer takes, in points, whose names and steps are cut to fit. */
const SIGNER_HEIGHT = 120;

/** What a time in UTC takes at the right. */
const UTC_WIDTH = 108;

/** How many fit below the document, above the panel; and on a page without these. */
const ON_FIRST_PAGE = 3;
const ON_LATER_PAGES = 5;

/**
 * Returns what draws each page: three signers on the first one, five on each that follows. All are drawn into one
 * document, by texts in the language of the first signer.
 */
export function drawEnvelopeSheet(
  evidence: readonly EvidencePageContent[],
  place: 'appended' | 'separate',
): ((page: PDFPage) => Promise<void>)[] {
  const [first] = evidence;
  if (first === undefined) throw new TypeError('There is no evidence to show.');
  const parts = [evidence.slice(0, ON_FIRST_PAGE)];
  for (let at = ON_FIRST_PAGE; at < evidence.length; at += ON_LATER_PAGES)
    parts.push(evidence.slice(at, at + ON_LATER_PAGES));
  const { locale } = first;
  const [pages, total] = [parts.length, evidence.length];
  return parts.map(
    (signers, index) => page =>
      drawSheet(page, locale, sheet =>
        new EnvelopeSheet(sheet, first, EVIDENCE_MESSAGES[locale]).draw(signers, {
          place,
          page: index + 1,
          pages,
          total,
        }),
      ),
  );
}

interface SheetPlace {
  readonly place: 'appended' | 'separate';
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  /** The number of all signers. */
  readonly total: number;
}

class EnvelopeSheet extends EvidencePaper {
  draw(signers: readonly EvidencePageContent[], { place, page, pages, total }: SheetPlace): void {
    const isFirst = page === 1;
    const words = pages === 1 ? this.messages[place] : `${this.messages[place]} ${page}/${pages}`;
    let top = this.head(words, this.tenant());
    if (isFirst) top = this.#document(top);
    const title = this.section(this.messages.signers(total), top);
    this.clock(top + 12);
    signers.forEach((signer, index) => {
      const at = title + index * SIGNER_HEIGHT;
      if (index > 0) this.sheet.rule({ left: VALUE_LEFT, top: at - 6, width: VALUE_WIDTH });
      this.#signer(signer, at);
    });
    if (isFirst) this.verification(FOOTER_TOP - 18 - PANEL_HEIGHT);
    this.footer();
  }

  #document(top: number): number {
    const { filename, documentHash, tenantName } = this.content;
    let next = this.section(this.messages.document, top);
    next = this.row(this.messages.file, filename, next, this.styles.value, 1);
    next = this.row(
      this.messages.originalHash,
      documentHash.replace(/^sha256:/, ''),
      next,
      this.styles.small,
    );
    next = this.row(this.messages.sealedBy, this.sealedBy(), next, this.styles.note, 2);
    next = this.row('', this.messages.whereSignedHash, next, this.styles.note, 2);
    return this.hasNumbers([filename, tenantName])
      ? this.row('', this.messages.numbers, next, this.styles.note, 1)
      : next;
  }

  #signer(content: EvidencePageContent, top: number): void {
    const { note, fine, value, name, link } = this.styles;
    const { signer, signatureKind, signedAt, locale, evidenceId, verifierUrl } = content;
    const number = [signer.maskedCpf, signer.maskedCnpj].filter(Boolean).join(' · ');
    let next = this.row(this.messages.name, signer.name, top, name, 1) - 1;
    const label = signer.maskedCpf === undefined ? this.messages.cnpj : this.messages.cpf;
    if (number !== '') next = this.row(label, number, next, value) - 1;
    next = this.row(this.messages.signedAt, exactTime(signedAt, locale), next, value) - 1;
    const kind = `${this.messages.kind[signatureKind]}. ${this.messages.legalBasis[signatureKind]}`;
    next = this.row(this.messages.signatureKind, kind, next, note, 2) - 1;
    next = this.row(this.messages.device, this.#device(content), next, note, 1) - 1;
    next = this.row(this.messages.history, this.#steps(content), next, note, 2) - 1;
    this.row(this.messages.evidenceId, '', next, fine);
    const place = { left: VALUE_LEFT, top: next, width: VALUE_WIDTH - UTC_WIDTH };
    this.sheet.text(evidenceId, place, { ...fine, color: link.color }, 1);
    this.sheet.link(verifierUrl, { ...place, height: fine.leading });
    this.atRight(isoTime(signedAt), next, fine);
  }

  /** How the signer was reached, and from where they signed. */
  #device({ codeSentTo, contact, ipAddress, browser }: EvidencePageContent): string {
    const known = [codeSentTo ?? contact, ipAddress, browser].filter(text => text !== undefined);
    return known.length === 0 ? '–' : known.join(' · ');
  }

  #steps({ steps, locale }: EvidencePageContent): string {
    return steps.map(step => `${columnTime(step.completedAt, locale)} ${this.stepText(step)}`).join(' · ');
  }
}
