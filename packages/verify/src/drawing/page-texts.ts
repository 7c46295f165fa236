import type { PDFPageProxy } from 'pdfjs-dist';
import { boxAround, type Box, type PageText } from '../covering/page-area.ts';

/** All text that can be copied from a page, visible or not. */
export async function textsOf(page: PDFPageProxy): Promise<PageText[]> {
  const { items, styles } = await page.getTextContent();
  return items.flatMap(item => {
    if (!('str' in item)) return [];
    const { str: text, transform, width, height, fontName } = item;
    const matrix = transform.map(Number);
    const isVertical = styles[fontName]?.vertical === true;
    return [{ text, box: isVertical ? columnBox(matrix, width, height) : textBox(matrix, width, height) }];
  });
}

/** How far letters reach below their line, and above, in parts of their size. */
const DESCENT = 0.25;
const ASCENT = 0.9;

/** The box of a line of text. @param matrix of its letters, in the page's coordinates */
function textBox(matrix: readonly number[], width: number, height: number): Box {
  const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = matrix;
  const [along, up] = [Math.hypot(a, b) || 1, Math.hypot(c, d) || 1];
  const [dx, dy] = [(a / along) * width, (b / along) * width];
  const [ux, uy] = [(c / up) * height, (d / up) * height];
  const below = [x - DESCENT * ux, y - DESCENT * uy] as const;
  const above = [x + ASCENT * ux, y + ASCENT * uy] as const;
  return boxAround([below, above].flatMap(([px, py]) => [px, py, px + dx, py + dy]));
}

/** The box of text that runs downwards, whichever of its corners is where it begins. */
function columnBox([, , , , x = 0, y = 0]: readonly number[], width: number, height: number): Box {
  return [x - width, y - height, x + width, y + height];
}
