import {
  OPS,
  type PDFDocumentProxy,
  type PDFPageProxy,
  type TextContentItem,
  normalizeUnicode,
} from '../pdf/pdfjs.ts';

export type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>;

/** How far ahead a letter is looked for: a page may draw words that lie outside of it, and are not among its text. */
const LOOK_AHEAD = 4000;

/**
 * The words of a page, with the borders of marked content between them. pdf.js gives those of layers that are off
 * as well; they are taken out, so that nobody finds or hears what is not to be seen.
 */
export async function readVisibleText(pdf: PDFDocumentProxy, page: PDFPageProxy): Promise<TextContent> {
  const layers = await layersOf(pdf);
  if (layers === undefined) return page.getTextContent({ includeMarkedContent: true });
  const [content, operators] = await Promise.all([
    page.getTextContent({ includeMarkedContent: true, disableNormalization: true }),
    page.getOperatorList(),
  ]);
  const letters = drawnLetters(operators, layers);
  return { ...content, items: withoutHidden(content.items, letters) };
}

/** The same as it comes, in pieces; in one piece where something may have to be taken out. */
export async function streamVisibleText(
  pdf: PDFDocumentProxy,
  page: PDFPageProxy,
): Promise<ReadableStream<TextContent>> {
  if ((await layersOf(pdf)) === undefined) return page.streamTextContent({ includeMarkedContent: true });
  const content = await readVisibleText(pdf, page);
  return new ReadableStream({
    start(controller) {
      controller.enqueue(content);
      controller.close();
    },
  });
}

/** @returns `undefined` where it has none. */
async function layersOf(pdf: PDFDocumentProxy): Promise<Layers | undefined> {
  const layers = await pdf.getOptionalContentConfig();
  return [...layers].length === 0 ? undefined : layers;
}

/**
 * Takes letters out of a page's text that are hidden where they are drawn: both have the same letters in the same
 * order, but for those that lie outside of the page, and for the direction of a run that reads from right to left.
 *
 * @param items not normalised; those that come back are.
 */
export function withoutHidden(
  items: readonly TextContentItem[],
  letters: readonly DrawnLetter[],
): TextContentItem[] {
  let next = 0;
  const isVisible = (letter: string, isOrdered: boolean): boolean => {
    if (letter.trim() === '') return true;
    const at = isOrdered ? findFrom(letters, next, letter) : next;
    if (at === undefined) return true;
    next = at + 1;
    return letters[at]?.hidden !== true;
  };
  return items.map(item => {
    if (!('str' in item)) return item;
    const visible = Array.from(item.str).filter(letter => isVisible(letter, item.dir !== 'rtl'));
    return { ...item, str: normalizeUnicode(visible.join('')) };
  });
}

function findFrom(letters: readonly DrawnLetter[], from: number, wanted: string): number | undefined {
  const end = Math.min(letters.length, from + LOOK_AHEAD);
  for (let at = from; at < end; at += 1) if (letters[at]?.letter === wanted) return at;
  return undefined;
}

type Layers = Awaited<ReturnType<PDFDocumentProxy['getOptionalContentConfig']>>;
type PageOperators = Awaited<ReturnType<PDFPageProxy['getOperatorList']>>;

/** A letter in the order in which a page draws it. */
interface DrawnLetter {
  readonly letter: string;
  /** In a layer that is off. */
  readonly hidden: boolean;
}

/** The letters that a page's operators draw, without spaces. */
function drawnLetters({ fnArray, argsArray }: PageOperators, layers: Layers): readonly DrawnLetter[] {
  const letters: DrawnLetter[] = [];
  /** For each marked content that is open, whether it is hidden. */
  const open: boolean[] = [];
  for (const [at, operator] of fnArray.entries()) {
    const args: readonly unknown[] = argsArray[at] ?? [];
    if (operator === OPS.beginMarkedContent) open.push(false);
    else if (operator === OPS.beginMarkedContentProps) open.push(isHidden(args, layers));
    else if (operator === OPS.endMarkedContent) open.pop();
    else if (operator === OPS.showText) {
      const hidden = open.includes(true);
      for (const letter of lettersOf(args[0])) letters.push({ letter, hidden });
    }
  }
  return letters;
}

/** Whether marked content that begins with these belongs to a layer that is off. */
function isHidden([tag, group]: readonly unknown[], layers: Layers): boolean {
  return tag === 'OC' && !layers.isVisible(group);
}

/** The letters of what is shown: glyphs, with numbers between them for spaces. */
function lettersOf(glyphs: unknown): readonly string[] {
  if (!Array.isArray(glyphs)) return [];
  return glyphs.flatMap((glyph: unknown) => {
    if (typeof glyph !== 'object' || glyph === null || !('unicode' in glyph)) return [];
    const { unicode } = glyph;
    return typeof unicode === 'string' ? Array.from(unicode).filter(letter => letter.trim() !== '') : [];
  });
}
