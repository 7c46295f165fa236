import type { PDFPage } from '@cantoo/pdf-lib';
import { embedEvidenceFonts } from './evidence-fonts.ts';
import { EVIDENCE_MESSAGES } from './evidence-messages.ts';
import type { EvidenceLocale, EvidenceMessages, EvidenceStepType } from './evidence-messages.ts';
import { A4 } from './sealable-update.ts';
import { ACCENT, INK, PANEL, QUIET, Sheet } from './sheet.ts';
import type { TextStyle } from './sheet.ts';
import { holdsUndrawable } from './text-lines.ts';

export type { EvidenceLocale, EvidenceStepType } from './evidence-messages.ts';

/** Everything here may come from outside; it's drawn as text and never becomes part of the PDF's syntax. */
export interface EvidencePageContent {
  locale: EvidenceLocale;
  filename: string;
  /** Of the original document: `sha256:` and 64 hexadecimal digits. */
  documentHash: string;
  /** Of the signed document; absent on a page inside of it, which can't know it. */
  signedHash?: string | undefined;
  signer: { name: string; maskedCpf?: string | undefined; maskedCnpj?: string | undefined };
  tenantName: string;
  signedAt: Date;
  evidenceId: string;
  transactionId: string;
  verifierUrl: string;
  steps: readonly { type: EvidenceStepType; completedAt: Date }[];
}

export interface EvidencePageOptions {
  /** Whether the page is part of the signed document or a document of its own. */
  place: 'appended' | 'separate';
}

const MARGIN = 56;
const WIDTH = A4.width - 2 * MARGIN;
const LABEL_WIDTH = 116;
const VALUE_LEFT = MARGIN + LABEL_WIDTH;
const VALUE_WIDTH = WIDTH - LABEL_WIDTH;

const PANEL_HEIGHT = 124;
const PANEL_PADDING = 14;
const QR_SIZE = PANEL_HEIGHT - 2 * PANEL_PADDING;
const FOOTER_TOP = A4.height - 60;

/** The least distance between two steps' lines, when there are many. */
const MIN_STEP_PITCH = 11;
const STEP_PITCH = 16;

/** Plain `en` would say the month first and count to twelve. */
const TIME_LOCALE: Record<EvidenceLocale, string> = { 'pt-BR': 'pt-BR', en: 'en-GB', es: 'es' };

type Styles = Record<
  'tenant' | 'heading' | 'lead' | 'caption' | 'label' | 'value' | 'name' | 'code' | 'fine' | 'note' | 'link',
  TextStyle
>;

/**
 * Draws the evidence of an electronic signature on an A4 page: who, when, which document, how, and where to
 * check it. Texts in the session's language, times in UTC.
 */
export async function drawEvidencePage(
  page: PDFPage,
  content: EvidencePageContent,
  options: EvidencePageOptions,
): Promise<void> {
  const sheet = new Sheet(page, await embedEvidenceFonts(page.doc));
  const drawing = new EvidenceDrawing(sheet, content, EVIDENCE_MESSAGES[content.locale]);
  sheet.beginLanguage(content.locale);
  drawing.draw(options.place);
  sheet.endLanguage();
}

class EvidenceDrawing {
  readonly #sheet: Sheet;
  readonly #content: EvidencePageContent;
  readonly #messages: EvidenceMessages;
  readonly #styles: Styles;

  constructor(sheet: Sheet, content: EvidencePageContent, messages: EvidenceMessages) {
    this.#sheet = sheet;
    this.#content = content;
    this.#messages = messages;
    this.#styles = stylesOf(sheet);
  }

  draw(place: EvidencePageOptions['place']): void {
    let top = this.#head(place);
    top = this.#signer(top);
    top = this.#document(top);
    top = this.#record(top);
    const panelTop = FOOTER_TOP - 18 - PANEL_HEIGHT;
    this.#steps(top, panelTop - 12);
    this.#verification(panelTop);
    this.#footer();
  }

  #head(place: EvidencePageOptions['place']): number {
    const { tenant, heading, lead } = this.#styles;
    const full = { left: MARGIN, width: WIDTH };
    let top = this.#sheet.text(this.#content.tenantName, { ...full, top: 48 }, tenant, 1);
    top = this.#sheet.text(this.#messages.heading, { ...full, top: top + 10 }, heading);
    return this.#sheet.text(this.#messages[place], { ...full, top: top + 4 }, lead) + 8;
  }

  #signer(top: number): number {
    const { signer, signedAt, tenantName } = this.#content;
    let next = this.#section(this.#messages.signer, top);
    next = this.#row(this.#messages.name, signer.name, next, this.#styles.name, 3);
    if (signer.maskedCpf) next = this.#row(this.#messages.cpf, signer.maskedCpf, next);
    if (signer.maskedCnpj) next = this.#row(this.#messages.cnpj, signer.maskedCnpj, next);
    next = this.#row(this.#messages.requestedBy, tenantName, next, this.#styles.value, 2);
    next = this.#row(this.#messages.signedAt, readableTime(signedAt, this.#content.locale), next);
    return this.#row('', isoTime(signedAt), next - 3, this.#styles.fine) + 4;
  }

  #document(top: number): number {
    let next = this.#section(this.#messages.document, top);
    next = this.#row(this.#messages.file, this.#content.filename, next, this.#styles.value, 3);
    const { documentHash, signedHash } = this.#content;
    next = this.#hash(this.#messages.originalHash, documentHash, next);
    next =
      signedHash === undefined
        ? this.#row('', this.#messages.whereSignedHash, next, this.#styles.note, 2)
        : this.#hash(this.#messages.signedHash, signedHash, next);
    return this.#hasNumbers() ? this.#row('', this.#messages.numbers, next, this.#styles.note, 3) : next;
  }

  #hash(label: string, hash: string, top: number): number {
    const [first, second] = groupedHash(hash);
    const next = this.#row(label, first, top, this.#styles.code);
    return this.#row('', second, next - 3, this.#styles.code) + 4;
  }

  /** Whether something on the page is not written in its own characters. */
  #hasNumbers(): boolean {
    const { tenantName, signer, filename } = this.#content;
    return [tenantName, signer.name, filename].some(text =>
      holdsUndrawable(text, this.#styles.value.typeface),
    );
  }

  #record(top: number): number {
    const { code } = this.#styles;
    let next = this.#section(this.#messages.record, top);
    next = this.#row(this.#messages.evidenceId, this.#content.evidenceId, next, code, 2);
    return this.#row(this.#messages.transactionId, this.#content.transactionId, next, code, 2) + 4;
  }

  /** The one section whose length is open: its lines move closer together rather than off the page. */
  #steps(top: number, bottom: number): void {
    const { steps } = this.#content;
    const { value, fine } = this.#styles;
    const next = this.#section(this.#messages.steps, top);
    const room = (bottom - next) / Math.max(1, steps.length);
    const pitch = Math.max(MIN_STEP_PITCH, Math.min(STEP_PITCH, room));
    steps.forEach((step, index) => {
      const line = next + index * pitch;
      const time = isoTime(step.completedAt);
      this.#sheet.check(MARGIN, line + 1, 9);
      this.#sheet.line(this.#messages.step[step.type], MARGIN + 18, line, value);
      this.#sheet.line(time, MARGIN + WIDTH - this.#sheet.widthOf(time, fine), line + 1, fine);
    });
  }

  #verification(top: number): void {
    const { caption, lead, link } = this.#styles;
    const { verifierUrl } = this.#content;
    this.#sheet.rectangle({ left: MARGIN, top, width: WIDTH, height: PANEL_HEIGHT }, PANEL);
    const qr = { left: MARGIN + PANEL_PADDING, top: top + PANEL_PADDING, width: QR_SIZE };
    this.#sheet.qrCode(verifierUrl, qr.left, qr.top, QR_SIZE);
    this.#sheet.link(verifierUrl, { ...qr, height: QR_SIZE });
    const text = { left: qr.left + QR_SIZE + 18, width: WIDTH - QR_SIZE - 2 * PANEL_PADDING - 18 };
    let next = this.#sheet.text(this.#messages.verify, { ...text, top: qr.top + 6 }, caption);
    next = this.#sheet.text(this.#messages.howToVerify, { ...text, top: next + 4 }, lead);
    const end = this.#sheet.text(verifierUrl, { ...text, top: next + 6 }, link, 3);
    this.#sheet.link(verifierUrl, { ...text, top: next + 4, height: end - next });
  }

  #footer(): void {
    this.#sheet.rule({ left: MARGIN, top: FOOTER_TOP, width: WIDTH });
    const box = { left: MARGIN, top: FOOTER_TOP + 8, width: WIDTH };
    this.#sheet.text(this.#messages.sealed, box, { ...this.#styles.lead, size: 7.5, leading: 10.5 });
  }

  #section(title: string, top: number): number {
    this.#sheet.rule({ left: MARGIN, top: top + 5, width: WIDTH });
    return this.#sheet.text(title, { left: MARGIN, top: top + 14, width: WIDTH }, this.#styles.caption) + 5;
  }

  #row(label: string, content: string, top: number, style = this.#styles.value, maxLines = 1): number {
    const drop = style.size - this.#styles.label.size;
    if (label) {
      this.#sheet.text(label, { left: MARGIN, top: top + drop, width: LABEL_WIDTH - 8 }, this.#styles.label);
    }
    return this.#sheet.text(content, { left: VALUE_LEFT, top, width: VALUE_WIDTH }, style, maxLines) + 3;
  }
}

function stylesOf({ fonts }: Sheet): Styles {
  const { regular, bold, mono } = fonts;
  return {
    tenant: { typeface: bold, size: 10, color: QUIET, leading: 13 },
    heading: { typeface: bold, size: 20, color: INK, leading: 26 },
    lead: { typeface: regular, size: 9, color: QUIET, leading: 13 },
    caption: { typeface: bold, size: 9.5, color: INK, leading: 13 },
    label: { typeface: regular, size: 9, color: QUIET, leading: 12 },
    value: { typeface: regular, size: 9.5, color: INK, leading: 13 },
    name: { typeface: bold, size: 11, color: INK, leading: 14.5 },
    code: { typeface: mono, size: 9, color: INK, leading: 12.5 },
    fine: { typeface: mono, size: 8, color: QUIET, leading: 11 },
    note: { typeface: regular, size: 7.5, color: QUIET, leading: 10 },
    link: { typeface: regular, size: 9, color: ACCENT, leading: 12.5 },
  };
}

function readableTime(time: Date, locale: EvidenceLocale): string {
  const format = new Intl.DateTimeFormat(TIME_LOCALE[locale], {
    dateStyle: 'long',
    timeStyle: 'medium',
    timeZone: 'UTC',
  });
  return `${format.format(time)} UTC`;
}

/** ISO 8601 to the second. */
function isoTime(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}

/** Two lines of four groups of eight digits: the eye can keep its place while comparing. */
function groupedHash(hash: string): [string, string] {
  const groups = hash.replace(/^sha256:/, '').match(/.{1,8}/g) ?? [];
  return [groups.slice(0, 4).join(' '), groups.slice(4, 8).join(' ')];
}
