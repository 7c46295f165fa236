/** A page that is drawn on from top to bottom. */
import { PDFHexString, PDFName, PDFRawStream, type PDFPage, type PDFRef } from '@cantoo/pdf-lib';
import { correction, generate, type Bitmap2D } from 'lean-qr';
import { deflateSync } from 'node:zlib';
import { EvidenceFonts, type Typeface } from './evidence-fonts.ts';
import { linesOf } from './text-lines.ts';

/** Red, green and blue, from 0 to 1. */
type Color = readonly [red: number, green: number, blue: number];

export const INK: Color = [0.09, 0.11, 0.16];
export const QUIET: Color = [0.36, 0.39, 0.45];
const RULE: Color = [0.85, 0.87, 0.9];
export const PANEL: Color = [0.96, 0.97, 0.98];
export const CAUTION: Color = [0.48, 0.32, 0];
export const CAUTION_PANEL: Color = [0.99, 0.95, 0.86];
export const ACCENT: Color = [0.07, 0.27, 0.62];
const DONE: Color = [0.1, 0.44, 0.24];
const WHITE: Color = [1, 1, 1];

export interface TextStyle {
  typeface: Typeface;
  /** Points. */
  size: number;
  color: Color;
  /** Baseline to baseline, in points. */
  leading: number;
}

interface Box {
  left: number;
  /** Distance from the top of the page, like all vertical positions here. */
  top: number;
  width: number;
}

/** Numbers as a page's content has them: a thousandth of a point is not seen. */
const written = (...values: readonly number[]): string =>
  values.map(value => String(Math.round(value * 1000) / 1000)).join(' ');

/**
 * Draws a new page's whole content, as text in a language for screen readers (ISO 32000-2, 14.9.2). The operators are
 * written as they are: made of the library's objects, they would take longer than the rest of the seal.
 */
export async function drawSheet(page: PDFPage, locale: string, draw: (sheet: Sheet) => void): Promise<void> {
  const sheet = new Sheet(page);
  draw(sheet);
  await sheet.finish(locale);
}

/** A page to draw on from top to bottom. Only this class deals with PDF's upward coordinates. */
export class Sheet {
  readonly fonts = new EvidenceFonts();
  readonly #page: PDFPage;
  readonly #height: number;
  readonly #operators: string[] = [];
  readonly #links: PDFRef[] = [];

  constructor(page: PDFPage) {
    this.#page = page;
    this.#height = page.getHeight();
  }

  /** Draws wrapped text; returns the top of the next line. */
  text(content: string, box: Box, style: TextStyle, maxLines = 4): number {
    const lines = linesOf(content, { ...style, width: box.width, maxLines });
    lines.forEach((line, index) => this.line(line, box.left, box.top + index * style.leading, style));
    return box.top + lines.length * style.leading;
  }

  /** Draws one line. The caller has checked that it fits and can be drawn. */
  line(content: string, left: number, top: number, { typeface, size, color }: TextStyle): void {
    const start = written(left, this.#up(top + size));
    this.#operators.push(`BT ${written(...color)} rg ${start} Td ${typeface.show(content, size)}ET`);
  }

  widthOf(content: string, { typeface, size }: TextStyle): number {
    return typeface.widthOf(content) * size;
  }

  rule(box: Box, thickness = 0.6): void {
    this.rectangle({ ...box, height: thickness }, RULE);
  }

  rectangle(area: Box & { height: number }, color: Color): void {
    const { left, top, width, height } = area;
    const corner = written(left, this.#up(top + height), width, height);
    this.#operators.push(`${written(...color)} rg ${corner} re f`);
  }

  /** Draws a check mark in a square of `size` points. */
  check(left: number, top: number, size: number): void {
    const unit = size / 10;
    const at = (x: number, y: number) => written(left + x * unit, this.#up(top + y * unit));
    this.#operators.push(
      `${written(size / 7)} w ${written(...DONE)} RG ${at(1, 5.5)} m ${at(4, 8.5)} l ${at(9, 2)} l S`,
    );
  }

  /**
   * Draws a QR code with its quiet zone, on white, in a square of `size` points.
   */
  qrCode(content: string, left: number, top: number, size: number): void {
    const code = generate(content, { minCorrectionLevel: correction.M });
    const unit = size / (code.size + 2 * QUIET_ZONE);
    this.rectangle({ left, top, width: size, height: size }, WHITE);
    // In modules from the upper left corner, downwards.
    const place = written(unit, 0, 0, -unit, left, this.#up(top));
    this.#operators.push(`q ${place} cm ${written(...INK)} rg ${darkOf(code)}f Q`);
  }

  /** Links an area to a URL; ignores anything but http and https. */
  link(address: string, area: Box & { height: number }): void {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return;
    const { left, top, width, height } = area;
    const { context } = this.#page.doc;
    const annotation = context.obj({
      Type: 'Annot',
      Subtype: 'Link',
      Rect: [left, this.#up(top + height), left + width, this.#up(top)],
      Border: [0, 0, 0],
      F: PRINT,
      // A URL's `href` is ASCII; as a hexadecimal string it cannot end the PDF string early.
      A: { S: 'URI', URI: PDFHexString.of(Buffer.from(url.href, 'latin1').toString('hex')) },
    });
    this.#links.push(context.register(annotation));
  }

  /** Writes what was drawn, with the fonts that it needs. */
  async finish(locale: string): Promise<void> {
    const { node, doc } = this.#page;
    const { context } = doc;
    const fonts = await this.fonts.embed(context);
    const content = [`/Span << /Lang (${locale}) >> BDC`, ...this.#operators, 'EMC\n'].join('\n');
    const bytes = deflateSync(content);
    const dictionary = context.obj({ Filter: 'FlateDecode', Length: bytes.length });
    node.set(PDFName.of('Contents'), context.register(PDFRawStream.of(dictionary, bytes)));
    node.set(PDFName.of('Resources'), context.obj({ Font: Object.fromEntries(fonts) }));
    node.set(PDFName.of('Annots'), context.obj([...this.#links]));
  }

  #up(top: number): number {
    return this.#height - top;
  }
}

const PRINT = 4;

/** Modules on each side of a QR code (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** The dark modules of a QR code as rectangles, one for each run of a row. */
function darkOf(code: Bitmap2D): string {
  let rectangles = '';
  for (let y = 0; y < code.size; y += 1) {
    for (let from = 0; from < code.size; from += 1) {
      let length = 0;
      while (code.get(from + length, y)) length += 1;
      if (length > 0) rectangles += `${from + QUIET_ZONE} ${y + QUIET_ZONE} ${length} 1 re `;
      from += length;
    }
  }
  return rectangles;
}
