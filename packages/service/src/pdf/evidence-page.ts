/** The evidence page that is appended to a document. */
import type { PDFPage } from '@cantoo/pdf-lib';
import { columnTime, exactTime } from '../domain/readable-time.ts';
import type { EvidencePageContent } from './evidence-content.ts';
import { EVIDENCE_MESSAGES } from './evidence-messages.ts';
import { EvidencePaper, FOOTER_TOP, isoTime, MARGIN, PANEL_HEIGHT } from './evidence-paper.ts';
import { drawSheet } from './sheet.ts';

interface EvidencePageOptions {
  /** Whether the page is part of the signed document or a separate one. */
  place: 'appended' | 'separate';
}

/** Minimum line spacing of the steps, when there are many. */
const MIN_STEP_PITCH = 11;
const STEP_PITCH = 16;

/** More steps than this leave less room for the rest. */
const MANY_STEPS = 6;

/**
 * Draws the evidence of an electronic signature on an A4 page: who, when, which document, how, and where to verify
 * it. Texts are in the session's language. Times are in Brasília time and in UTC.
 */
export async function drawEvidencePage(
  page: PDFPage,
  content: EvidencePageContent,
  options: EvidencePageOptions,
): Promise<void> {
  const { locale } = content;
  await drawSheet(page, locale, sheet =>
    new SignerEvidence(sheet, content, EVIDENCE_MESSAGES[locale]).draw(options.place),
  );
}

class SignerEvidence extends EvidencePaper {
  draw(place: EvidencePageOptions['place']): void {
    let top = this.head(this.messages[place]);
    top = this.#signer(top);
    top = this.#document(top);
    top = this.#record(top);
    const panelTop = FOOTER_TOP - 18 - PANEL_HEIGHT;
    this.#history(top, panelTop - 12);
    this.verification(panelTop);
    this.footer();
  }

  #signer(top: number): number {
    const { signer, signedAt, signatureKind, codeSentTo, contact, ipAddress } = this.content;
    let next = this.section(this.messages.signer, top);
    if (signer.name !== '')
      next = this.row(this.messages.name, signer.name, next, this.styles.name, this.#lines());
    if (signer.maskedCpf) next = this.row(this.messages.cpf, signer.maskedCpf, next);
    if (signer.maskedCnpj) next = this.row(this.messages.cnpj, signer.maskedCnpj, next);
    next = this.row(this.messages.signatureKind, this.messages.kind[signatureKind], next);
    next = this.row('', this.messages.legalBasis[signatureKind], next - 3, this.styles.note);
    next = this.row(this.messages.signedAt, exactTime(signedAt, this.content.locale), next);
    next = this.row('', isoTime(signedAt), next - 3, this.styles.fine);
    if (codeSentTo) next = this.row(this.messages.codeSentTo, codeSentTo, next);
    else if (contact) next = this.row(this.messages.contact, contact, next);
    if (ipAddress) next = this.row(this.messages.ipAddress, ipAddress, next);
    next = this.#browser(next);
    return this.row(this.messages.requestedBy, this.tenant(), next);
  }

  /** A long list of steps leaves no room for it; the evidence pack has it all the same. */
  #browser(top: number): number {
    const { browser, steps } = this.content;
    if (!browser || steps.length > MANY_STEPS) return top;
    return this.row(this.messages.browser, browser, top, this.styles.value, 1);
  }

  #document(top: number): number {
    let next = this.section(this.messages.document, top);
    next = this.row(this.messages.file, this.content.filename, next, this.styles.value, this.#lines());
    const { documentHash, signedHash, tenantName, signer, filename } = this.content;
    const texts = [tenantName, signer.name, filename];
    next = this.hash(this.messages.originalHash, documentHash, next);
    next =
      signedHash === undefined
        ? this.row('', this.messages.whereSignedHash, next, this.styles.note, 2)
        : this.hash(this.messages.signedHash, signedHash, next);
    next = this.#batch(next);
    return this.hasNumbers(texts) ? this.row('', this.messages.numbers, next, this.styles.note, 3) : next;
  }

  #batch(top: number): number {
    const { batch } = this.content;
    if (batch === undefined) return top;
    const { batchId, position, total } = batch;
    return this.row(this.messages.batch, `${this.messages.batchPlace(position, total)}, ${batchId}`, top);
  }

  /** Maximum lines for a name; a long list of steps leaves less room. */
  #lines(): number {
    return this.content.steps.length > MANY_STEPS ? 1 : 2;
  }

  #record(top: number): number {
    const { code, value } = this.styles;
    let next = this.section(this.messages.record, top);
    next = this.row(this.messages.evidenceId, this.content.evidenceId, next, code);
    next = this.row(this.messages.transactionId, this.content.transactionId, next, code);
    return this.row(this.messages.sealedBy, this.sealedBy(), next, value, 2);
  }

  /** Draws what happened. The number of steps varies, so the line spacing shrinks to fit the page. */
  #history(top: number, bottom: number): void {
    const { steps, locale, requestedAt, openedAt } = this.content;
    const { value, fine } = this.styles;
    const next = this.section(this.messages.history, top);
    this.clock(top + 12);
    const all = [
      { text: this.messages.requested, at: requestedAt, isStep: false },
      ...(openedAt === undefined ? [] : [{ text: this.messages.opened, at: openedAt, isStep: false }]),
      ...steps.map(step => ({ text: this.stepText(step), at: step.completedAt, isStep: true })),
    ];
    // A page that is full keeps the steps; the evidence pack has the other times all the same.
    const isFull = all.length * MIN_STEP_PITCH > bottom - next;
    const events = isFull ? all.filter(({ isStep }) => isStep) : all;
    const pitch = Math.max(MIN_STEP_PITCH, Math.min(STEP_PITCH, (bottom - next) / events.length));
    events.forEach(({ text, at, isStep }, index) => {
      const line = next + index * pitch;
      if (isStep) this.sheet.check(MARGIN, line + 1, 9);
      this.sheet.line(text, MARGIN + 18, line, value);
      this.atRight(`${columnTime(at, locale)} · ${isoTime(at)}`, line + 1, fine);
    });
  }
}
