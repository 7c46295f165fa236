import {
  PDFHexString,
  PDFName,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  rgb,
  type RGB,
} from '@cantoo/pdf-lib';
import { correction, generate, type Bitmap2D } from 'lean-qr';
import { type EvidenceFonts, linesOf, type Typeface } from './text-lines.ts';

export const INK = rgb(0.09, 0.11, 0.16);
export const QUIET = rgb(0.36, 0.39, 0.45);
const RULE = rgb(0.85, 0.87, 0.9);
export const PANEL = rgb(0.96, 0.97, 0.98);
export const CAUTION = rgb(0.48, 0.32, 0);
export const CAUTION_PANEL = rgb(0.99, 0.95, 0.86);
export const ACCENT = rgb(0.07, 0.27, 0.62);
const DONE = rgb(0.1, 0.44, 0.24);

export interface TextStyle {
  typeface: Typeface;
  /** Points. */
  size: number;
  color: RGB;
  /** Baseline to baseline, in points. */
  leading: number;
}

interface Box {
  left: number;
  /** Distance from the top of the page, like all vertical positions here. */
  top: number;
  width: number;
}

/** A page to draw on from top to bottom. Only this class deals with PDF's upward coordinates. */
export class Sheet {
  readonly page: PDFPage;
  readonly fonts: EvidenceFonts;

  constructor(page: PDFPage, fonts: EvidenceFonts) {
    this.page = page;
    this.fonts = fonts;
  }

  /** Draws wrapped text; returns the top of the next line. */
  text(content: string, box: Box, style: TextStyle, maxLines = 4): number {
    const lines = linesOf(content, { ...style, width: box.width, maxLines });
    lines.forEach((line, index) => this.line(line, box.left, box.top + index * style.leading, style));
    return box.top + lines.length * style.leading;
  }

  /** Draws one line. The caller has checked that it fits and can be drawn. */
  line(content: string, left: number, top: number, { typeface, size, color }: TextStyle): void {
    this.page.drawText(content, { x: left, y: this.#up(top + size), size, font: typeface.font, color });
  }

  widthOf(content: string, { typeface, size }: TextStyle): number {
    return typeface.font.widthOfTextAtSize(content, size);
  }

  rule(box: Box, thickness = 0.6): void {
    this.rectangle({ ...box, height: thickness }, RULE);
  }

  rectangle(area: Box & { height: number }, color: RGB): void {
    const { left, top, width, height } = area;
    this.page.drawRectangle({ x: left, y: this.#up(top + height), width, height, color });
  }

  /** Draws a check mark in a square of `size` points. */
  check(left: number, top: number, size: number): void {
    const unit = size / 10;
    this.page.drawSvgPath(`M ${unit} ${unit * 5.5} L ${unit * 4} ${unit * 8.5} L ${unit * 9} ${unit * 2}`, {
      x: left,
      y: this.#up(top),
      borderColor: DONE,
      borderWidth: size / 7,
    });
  }

  /**
   * Draws a QR code with its quiet zone, on white, in a square of `size` points.
   */
  qrCode(content: string, left: number, top: number, size: number): void {
    const code = generate(content, { minCorrectionLevel: correction.M });
    const side = code.size + 2 * QUIET_ZONE;
    this.rectangle({ left, top, width: size, height: size }, rgb(1, 1, 1));
    this.page.drawSvgPath(pathOf(code), { x: left, y: this.#up(top), scale: size / side, color: INK });
  }

  /** Links an area to a URL; ignores anything but http and https. */
  link(address: string, area: Box & { height: number }): void {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return;
    const { left, top, width, height } = area;
    const { context } = this.page.doc;
    const annotation = context.obj({
      Type: 'Annot',
      Subtype: 'Link',
      Rect: [left, this.#up(top + height), left + width, this.#up(top)],
      Border: [0, 0, 0],
      F: PRINT,
      // A URL's `href` is ASCII; as a hexadecimal string it cannot end the PDF string early.
      A: { S: 'URI', URI: PDFHexString.of(Buffer.from(url.href, 'latin1').toString('hex')) },
    });
    this.page.node.addAnnot(context.register(annotation));
  }

  /** Begins text in a language, up to `endLanguage`, for screen readers (ISO 32000-2, 14.9.2). */
  beginLanguage(locale: string): void {
    const properties = `<< /Lang (${locale}) >>`;
    const operator = PDFOperatorNames.BeginMarkedContentSequence;
    this.page.pushOperators(PDFOperator.of(operator, [PDFName.of('Span'), properties]));
  }

  endLanguage(): void {
    this.page.pushOperators(PDFOperator.of(PDFOperatorNames.EndMarkedContent));
  }

  #up(top: number): number {
    return this.page.getHeight() - top;
  }
}

const PRINT = 4;

/** Modules on each side of a QR code (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** The dark modules of a QR code as an SVG path, one rectangle for each run of a row. */
function pathOf(code: Bitmap2D): string {
  let path = '';
  for (let y = 0; y < code.size; y += 1) {
    for (let from = 0; from < code.size; from += 1) {
      let length = 0;
      while (code.get(from + length, y)) length += 1;
      if (length > 0) path += `M${from + QUIET_ZONE} ${y + QUIET_ZONE}h${length}v1h-${length}z`;
      from += length;
    }
  }
  return path;
}
