import { runTool } from './tools.ts';
import { withFile } from './pdf-checks.ts';

/** A rendered page in greyscale. */
export interface PagePicture {
  width: number;
  height: number;
  /** 0 is black, 255 white. */
  at: (x: number, y: number) => number;
}

export interface Word {
  text: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Renders one page with poppler; one point becomes `dpi / 72` pixels. */
export function renderPage(pdf: Uint8Array, page: number, dpi: number): PagePicture {
  const number = String(page);
  const pgm = withFile(
    pdf,
    file => runTool('pdftoppm', ['-gray', '-r', String(dpi), '-f', number, '-l', number, file]).stdout,
  );
  const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(pgm.toString('latin1', 0, 40));
  const width = Number(head?.[1]);
  const start = head?.[0].length ?? 0;
  return { width, height: Number(head?.[2]), at: (x, y) => pgm[start + y * width + x] ?? 255 };
}

/** Every word of a page with its position, in points from the top left. */
export function wordsOf(pdf: Uint8Array, page: number): Word[] {
  const number = String(page);
  const xml = withFile(
    pdf,
    file => runTool('pdftotext', ['-bbox', '-f', number, '-l', number, file, '-']).stdout,
  );
  const word = /<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)<\/word>/g;
  return Array.from(xml.toString().matchAll(word), ([, left, top, right, bottom, text]) => ({
    left: Number(left),
    top: Number(top),
    right: Number(right),
    bottom: Number(bottom),
    text: text ?? '',
  }));
}
