/** The evidence page that is appended to a document. */
import type { PDFPage } from '@cantoo/pdf-lib';
import type { Locale } from '../domain/locales.ts';
import type { EvidencePageContent, EvidenceStep } from './evidence-content.ts';
import { EVIDENCE_MESSAGES, type EvidenceMessages } from './evidence-messages.ts';
import { A4 } from './sealable-update.ts';
import { ACCENT, CAUTION, CAUTION_PANEL, INK, PANEL, QUIET, Sheet, type TextStyle } from './sheet.ts';
import { embedEvidenceFonts, holdsUndrawable } from './text-lines.ts';

/** Plain `en` would put the month first and use the 12-hour clock. */
const FORMAT_LOCALE: Record<Locale, string> = { 'pt-BR': 'pt-BR', en: 'en-GB', es: 'es' };

/** The time zone of a language's readers; languages without an entry are read in several, so they get UTC. */
const ZONE: Partial<Record<Locale, { readonly id: string; readonly name: string }>> = {
  'pt-BR': { id: 'America/Sao_Paulo', name: 'horário de Brasília' },
};

/** Cached, because creating a format takes a hundred times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}

/** The name of local time in this language, if the page shows it. */
function zoneName(locale: Locale): string | undefined {
  return ZONE[locale]?.name;
}

/** Date and time in full, with the zone: `20 de novembro de 2026 às 11:58:03 (horário de Brasília, GMT-3)`. */
function readableTime(time: Date, locale: Locale): string {
  const zone = ZONE[locale];
  const timeZone = zone?.id ?? 'UTC';
  const options = { dateStyle: 'long', timeStyle: 'medium', timeZone } as const;
  const text = formatFor(FORMAT_LOCALE[locale], options).format(time);
  return zone === undefined ? `${text} UTC` : `${text} (${zone.name}, ${offset(time, timeZone)})`;
}

/** `20/11 11:58:03`, if the page shows local time. */
function shortLocalTime(time: Date, locale: Locale): string | undefined {
  const timeZone = ZONE[locale]?.id;
  if (timeZone === undefined) return undefined;
  const options = { timeZone, day: '2-digit', month: '2-digit' } as const;
  const date = formatFor(FORMAT_LOCALE[locale], options).format(time);
  const hour = formatFor(FORMAT_LOCALE[locale], { timeZone, timeStyle: 'medium' }).format(time);
  return `${date} ${hour}`;
}

/** ISO 8601 to the second. */
function isoTime(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}

/** `GMT-3` */
function offset(time: Date, timeZone: string): string {
  const parts = formatFor('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(time);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

type Styles = Record<
  | 'tenant'
  | 'test'
  | 'heading'
  | 'lead'
  | 'caption'
  | 'label'
  | 'value'
  | 'name'
  | 'code'
  | 'fine'
  | 'note'
  | 'link',
  TextStyle
>;

function stylesOf({ fonts }: Sheet): Styles {
  const { regular, bold, mono } = fonts;
  return {
    tenant: { typeface: bold, size: 10, color: QUIET, leading: 13 },
    test: { typeface: bold, size: 10.5, color: CAUTION, leading: 14 },
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

interface EvidencePageOptions {
  /** Whether the page is part of the signed document or a separate one. */
  place: 'appended' | 'separate';
}

const MARGIN = 56;
const WIDTH = A4.width - 2 * MARGIN;
const LABEL_WIDTH = 116;
const VALUE_LEFT = MARGIN + LABEL_WIDTH;
const VALUE_WIDTH = WIDTH - LABEL_WIDTH;

const PANEL_HEIGHT = 98;
const PANEL_PADDING = 12;
const QR_SIZE = PANEL_HEIGHT - 2 * PANEL_PADDING;
const FOOTER_TOP = A4.height - 60;

/** Minimum line spacing of the steps, when there are many. */
const MIN_STEP_PITCH = 11;
const STEP_PITCH = 16;

/** More steps than this leave less room for the rest. */
const MANY_STEPS = 6;

/**
 * Draws the evidence of an electronic signature on an A4 page: who, when, which document, how, and where to verify
 * it. Texts are in the session's language. Times are in UTC, and also in local time where the language implies a
 * time zone.
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
    this.#history(top, panelTop - 12);
    this.#verification(panelTop);
    this.#footer();
  }

  #head(place: EvidencePageOptions['place']): number {
    const { tenant, heading, lead } = this.#styles;
    const full = { left: MARGIN, width: WIDTH };
    let top = this.#content.isTest ? this.#testMark(42) : 48;
    top = this.#sheet.text(this.#content.tenantName, { ...full, top }, tenant, 1);
    top = this.#sheet.text(this.#messages.heading, { ...full, top: top + 6 }, heading);
    return this.#sheet.text(this.#messages[place], { ...full, top: top + 3 }, lead) + 4;
  }

  #testMark(top: number): number {
    const height = 24;
    this.#sheet.rectangle({ left: MARGIN, top, width: WIDTH, height }, CAUTION_PANEL);
    this.#sheet.text(
      this.#messages.test,
      { left: MARGIN + 12, top: top + 5, width: WIDTH },
      this.#styles.test,
    );
    return top + height + 10;
  }

  #signer(top: number): number {
    const { signer, signedAt, signatureKind, codeSentTo, contact, ipAddress } = this.#content;
    let next = this.#section(this.#messages.signer, top);
    next = this.#row(this.#messages.name, signer.name, next, this.#styles.name, this.#lines());
    if (signer.maskedCpf) next = this.#row(this.#messages.cpf, signer.maskedCpf, next);
    if (signer.maskedCnpj) next = this.#row(this.#messages.cnpj, signer.maskedCnpj, next);
    next = this.#row(this.#messages.signatureKind, this.#messages.kind[signatureKind], next);
    next = this.#row('', this.#messages.legalBasis[signatureKind], next - 3, this.#styles.note);
    next = this.#row(this.#messages.signedAt, readableTime(signedAt, this.#content.locale), next);
    next = this.#row('', isoTime(signedAt), next - 3, this.#styles.fine);
    if (codeSentTo) next = this.#row(this.#messages.codeSentTo, codeSentTo, next);
    else if (contact) next = this.#row(this.#messages.contact, contact, next);
    if (ipAddress) next = this.#row(this.#messages.ipAddress, ipAddress, next);
    next = this.#browser(next);
    return this.#row(this.#messages.requestedBy, this.#tenant(), next);
  }

  /** A long list of steps leaves no room for it; the evidence pack has it all the same. */
  #browser(top: number): number {
    const { userAgent, steps } = this.#content;
    if (!userAgent || steps.length > MANY_STEPS) return top;
    return this.#row(this.#messages.userAgent, userAgent, top, this.#styles.note, 2);
  }

  #tenant(): string {
    const { tenantName, tenantCnpj } = this.#content;
    return tenantCnpj === undefined ? tenantName : `${tenantName} (CNPJ ${tenantCnpj})`;
  }

  #document(top: number): number {
    let next = this.#section(this.#messages.document, top);
    next = this.#row(this.#messages.file, this.#content.filename, next, this.#styles.value, this.#lines());
    const { documentHash, signedHash } = this.#content;
    next = this.#hash(this.#messages.originalHash, documentHash, next);
    next =
      signedHash === undefined
        ? this.#row('', this.#messages.whereSignedHash, next, this.#styles.note, 2)
        : this.#hash(this.#messages.signedHash, signedHash, next);
    next = this.#batch(next);
    return this.#hasNumbers() ? this.#row('', this.#messages.numbers, next, this.#styles.note, 3) : next;
  }

  #batch(top: number): number {
    const { batch } = this.#content;
    if (batch === undefined) return top;
    const { batchId, position, total } = batch;
    return this.#row(this.#messages.batch, `${this.#messages.batchPlace(position, total)}, ${batchId}`, top);
  }

  /** Maximum lines for a name; a long list of steps leaves less room. */
  #lines(): number {
    return this.#content.steps.length > MANY_STEPS ? 1 : 2;
  }

  #hash(label: string, hash: string, top: number): number {
    const [first, second] = groupedHash(hash);
    const next = this.#row(label, first, top, this.#styles.code);
    return this.#row('', second, next - 3, this.#styles.code);
  }

  /** Whether some text on the page shows characters as numbers. */
  #hasNumbers(): boolean {
    const { tenantName, signer, filename } = this.#content;
    return [tenantName, signer.name, filename].some(text =>
      holdsUndrawable(text, this.#styles.value.typeface),
    );
  }

  #record(top: number): number {
    const { code, value } = this.#styles;
    const { name, cnpj, issuer } = this.#content.sealedBy;
    const owner = cnpj === undefined ? name : `${name} (CNPJ ${cnpj})`;
    let next = this.#section(this.#messages.record, top);
    next = this.#row(this.#messages.evidenceId, this.#content.evidenceId, next, code);
    next = this.#row(this.#messages.transactionId, this.#content.transactionId, next, code);
    const sealedBy = `${owner}, ${this.#messages.issuedBy(issuer)}`;
    return this.#row(this.#messages.sealedBy, sealedBy, next, value, 2);
  }

  /** Draws what happened. The number of steps varies, so the line spacing shrinks to fit the page. */
  #history(top: number, bottom: number): void {
    const { steps, locale, requestedAt, openedAt } = this.#content;
    const { value, fine } = this.#styles;
    const next = this.#section(this.#messages.history, top);
    const zone = zoneName(locale);
    const zones = zone === undefined ? 'UTC' : `${zone} · UTC`;
    this.#atRight(`${zones}, ${this.#messages.clock}`, top + 12, this.#styles.note);
    const all = [
      { text: this.#messages.requested, at: requestedAt, isStep: false },
      ...(openedAt === undefined ? [] : [{ text: this.#messages.opened, at: openedAt, isStep: false }]),
      ...steps.map(step => ({ text: this.#stepText(step), at: step.completedAt, isStep: true })),
    ];
    // A page that is full keeps the steps; the evidence pack has the other times all the same.
    const isFull = all.length * MIN_STEP_PITCH > bottom - next;
    const events = isFull ? all.filter(({ isStep }) => isStep) : all;
    const pitch = Math.max(MIN_STEP_PITCH, Math.min(STEP_PITCH, (bottom - next) / events.length));
    events.forEach(({ text, at, isStep }, index) => {
      const line = next + index * pitch;
      const local = shortLocalTime(at, locale);
      if (isStep) this.#sheet.check(MARGIN, line + 1, 9);
      this.#sheet.line(text, MARGIN + 18, line, value);
      this.#atRight(local === undefined ? isoTime(at) : `${local} · ${isoTime(at)}`, line + 1, fine);
    });
  }

  #stepText({ type, pages, performedBy }: EvidenceStep): string {
    const { step, pagesViewed, performedBy: performers } = this.#messages;
    const isSeen = pages !== undefined && pages.pages > 0;
    const text = isSeen ? `${step[type]} (${pagesViewed(pages.pagesViewed, pages.pages)})` : step[type];
    return performedBy === undefined ? text : `${text} · ${performers[performedBy]}`;
  }

  #atRight(text: string, top: number, style: TextStyle): void {
    this.#sheet.line(text, MARGIN + WIDTH - this.#sheet.widthOf(text, style), top, style);
  }

  #verification(top: number): void {
    const { caption, lead, link } = this.#styles;
    const { verifierUrl } = this.#content;
    this.#sheet.rectangle({ left: MARGIN, top, width: WIDTH, height: PANEL_HEIGHT }, PANEL);
    const qr = { left: MARGIN + PANEL_PADDING, top: top + PANEL_PADDING, width: QR_SIZE };
    this.#sheet.qrCode(verifierUrl, qr.left, qr.top, QR_SIZE);
    this.#sheet.link(verifierUrl, { ...qr, height: QR_SIZE });
    const text = { left: qr.left + QR_SIZE + 18, width: WIDTH - QR_SIZE - 2 * PANEL_PADDING - 18 };
    let next = this.#sheet.text(this.#messages.verify, { ...text, top: qr.top }, caption);
    next = this.#sheet.text(this.#messages.howToVerify, { ...text, top: next + 2 }, lead);
    const end = this.#sheet.text(verifierUrl, { ...text, top: next + 4 }, link, 2);
    this.#sheet.link(verifierUrl, { ...text, top: next + 2, height: end - next });
  }

  #footer(): void {
    this.#sheet.rule({ left: MARGIN, top: FOOTER_TOP, width: WIDTH });
    const box = { left: MARGIN, top: FOOTER_TOP + 8, width: WIDTH };
    this.#sheet.text(this.#messages.sealed, box, { ...this.#styles.lead, size: 7.5, leading: 10.5 });
  }

  #section(title: string, top: number): number {
    this.#sheet.rule({ left: MARGIN, top: top + 4, width: WIDTH });
    return this.#sheet.text(title, { left: MARGIN, top: top + 11, width: WIDTH }, this.#styles.caption) + 4;
  }

  #row(label: string, content: string, top: number, style = this.#styles.value, maxLines = 1): number {
    const drop = style.size - this.#styles.label.size;
    if (label) {
      this.#sheet.text(label, { left: MARGIN, top: top + drop, width: LABEL_WIDTH - 8 }, this.#styles.label);
    }
    return this.#sheet.text(content, { left: VALUE_LEFT, top, width: VALUE_WIDTH }, style, maxLines) + 3;
  }
}

/** Formats a hash as two lines of four groups of eight digits, which are easy to compare. */
function groupedHash(hash: string): [string, string] {
  const groups = hash.replace(/^sha256:/, '').match(/.{1,8}/g) ?? [];
  return [groups.slice(0, 4).join(' '), groups.slice(4, 8).join(' ')];
}
