/** What all sheets of evidence have in common: their type, head, rows, panel and foot. */
import { zoneName } from '../domain/readable-time.ts';
import type { EvidencePageContent, EvidenceStep } from './evidence-content.ts';
import type { EvidenceMessages } from './evidence-messages.ts';
import { A4 } from './sealable-update.ts';
import { ACCENT, CAUTION, CAUTION_PANEL, INK, PANEL, QUIET, type Sheet, type TextStyle } from './sheet.ts';
import { holdsUndrawable } from './text-lines.ts';

/** ISO 8601 to the second. */
export function isoTime(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
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
  | 'small'
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
    small: { typeface: mono, size: 8.5, color: INK, leading: 11.5 },
    note: { typeface: regular, size: 7.5, color: QUIET, leading: 10 },
    link: { typeface: regular, size: 9, color: ACCENT, leading: 12.5 },
  };
}

export const MARGIN = 56;
const WIDTH = A4.width - 2 * MARGIN;
const LABEL_WIDTH = 116;
export const VALUE_LEFT = MARGIN + LABEL_WIDTH;
export const VALUE_WIDTH = WIDTH - LABEL_WIDTH;

export const PANEL_HEIGHT = 98;
const PANEL_PADDING = 12;
const QR_SIZE = PANEL_HEIGHT - 2 * PANEL_PADDING;
export const FOOTER_TOP = A4.height - 60;

/** A sheet with the facts that it is about. */
export class EvidencePaper {
  readonly sheet: Sheet;
  readonly content: EvidencePageContent;
  readonly messages: EvidenceMessages;
  readonly styles: Styles;

  constructor(sheet: Sheet, content: EvidencePageContent, messages: EvidenceMessages) {
    this.sheet = sheet;
    this.content = content;
    this.messages = messages;
    this.styles = stylesOf(sheet);
  }

  /** @param text what this page is */
  head(text: string, name = this.content.tenantName): number {
    const { tenant, heading, lead } = this.styles;
    const full = { left: MARGIN, width: WIDTH };
    let top = this.content.isTest ? this.testMark(42) : 48;
    top = this.sheet.text(name, { ...full, top }, tenant, 1);
    top = this.sheet.text(this.messages.heading, { ...full, top: top + 6 }, heading);
    return this.sheet.text(text, { ...full, top: top + 3 }, lead) + 4;
  }

  testMark(top: number): number {
    const height = 24;
    this.sheet.rectangle({ left: MARGIN, top, width: WIDTH, height }, CAUTION_PANEL);
    this.sheet.text(this.messages.test, { left: MARGIN + 12, top: top + 5, width: WIDTH }, this.styles.test);
    return top + height + 10;
  }

  hash(label: string, hash: string, top: number): number {
    const [first, second] = groupedHash(hash);
    const next = this.row(label, first, top, this.styles.code);
    return this.row('', second, next - 3, this.styles.code);
  }

  atRight(text: string, top: number, style: TextStyle): void {
    this.sheet.line(text, MARGIN + WIDTH - this.sheet.widthOf(text, style), top, style);
  }

  footer(): void {
    this.sheet.rule({ left: MARGIN, top: FOOTER_TOP, width: WIDTH });
    const box = { left: MARGIN, top: FOOTER_TOP + 8, width: WIDTH };
    this.sheet.text(this.messages.sealed, box, { ...this.styles.lead, size: 7.5, leading: 10.5 });
  }

  section(title: string, top: number): number {
    this.sheet.rule({ left: MARGIN, top: top + 4, width: WIDTH });
    return this.sheet.text(title, { left: MARGIN, top: top + 11, width: WIDTH }, this.styles.caption) + 4;
  }

  row(label: string, content: string, top: number, style = this.styles.value, maxLines = 1): number {
    const drop = style.size - this.styles.label.size;
    if (label) {
      this.sheet.text(label, { left: MARGIN, top: top + drop, width: LABEL_WIDTH - 8 }, this.styles.label);
    }
    return this.sheet.text(content, { left: VALUE_LEFT, top, width: VALUE_WIDTH }, style, maxLines) + 3;
  }

  verification(top: number): void {
    const { caption, lead, link } = this.styles;
    const { verifierUrl } = this.content;
    this.sheet.rectangle({ left: MARGIN, top, width: WIDTH, height: PANEL_HEIGHT }, PANEL);
    const qr = { left: MARGIN + PANEL_PADDING, top: top + PANEL_PADDING, width: QR_SIZE };
    this.sheet.qrCode(verifierUrl, qr.left, qr.top, QR_SIZE);
    this.sheet.link(verifierUrl, { ...qr, height: QR_SIZE });
    const text = { left: qr.left + QR_SIZE + 18, width: WIDTH - QR_SIZE - 2 * PANEL_PADDING - 18 };
    let next = this.sheet.text(this.messages.verify, { ...text, top: qr.top }, caption);
    next = this.sheet.text(this.messages.howToVerify, { ...text, top: next + 2 }, lead);
    const end = this.sheet.text(verifierUrl, { ...text, top: next + 4 }, link, 2);
    this.sheet.link(verifierUrl, { ...text, top: next + 2, height: end - next });
  }

  tenant(): string {
    const { tenantName, tenantCnpj } = this.content;
    return tenantCnpj === undefined ? tenantName : `${tenantName} (CNPJ ${tenantCnpj})`;
  }

  stepText({ type, pages, performedBy }: EvidenceStep): string {
    const { step, pagesViewed, performedBy: performers } = this.messages;
    const isSeen = pages !== undefined && pages.pages > 0;
    const text = isSeen ? `${step[type]} (${pagesViewed(pages.pagesViewed, pages.pages)})` : step[type];
    return performedBy === undefined ? text : `${text} · ${performers[performedBy]}`;
  }

  /** Whose clock the times in a column at the right are from. */
  clock(top: number): void {
    const { locale } = this.content;
    this.atRight(`${zoneName(locale)} · UTC, ${this.messages.clock}`, top, this.styles.note);
  }

  sealedBy(): string {
    const { name, cnpj, issuer } = this.content.sealedBy;
    const owner = cnpj === undefined ? name : `${name} (CNPJ ${cnpj})`;
    return `${owner}, ${this.messages.issuedBy(issuer)}`;
  }

  /** Whether some of these texts show characters as numbers. */
  hasNumbers(texts: readonly string[]): boolean {
    return texts.some(text => holdsUndrawable(text, this.styles.value.typeface));
  }
}

/** Formats a hash as two lines of four groups of eight digits, which are easy to compare. */
function groupedHash(hash: string): [string, string] {
  const groups = hash.replace(/^sha256:/, '').match(/.{1,8}/g) ?? [];
  return [groups.slice(0, 4).join(' '), groups.slice(4, 8).join(' ')];
}
