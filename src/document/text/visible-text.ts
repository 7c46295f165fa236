import {
  OPS,
  type PDFDocumentProxy,
  type PDFPageProxy,
  type TextContentItem,
  normalizeUnicode,
} from '../pdf/pdfjs.ts';
import { lettersOf } from '../../support/letters.ts';

export type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>;

/** How far ahead a letter is searched: a page may draw text outside its bounds, which is not part of its text. */
const LOOK_AHEAD = 4000;

/**
 * The text of a page, with the beginnings and ends of marked content. pdf.js includes the text of layers that are off;
 * it is removed, so that nobody finds or hears what can't be seen.
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

/** The same as a stream; in one chunk if hidden text may have to be removed. */
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

/** @returns `undefined` if the file has no layers. */
async function layersOf(pdf: PDFDocumentProxy): Promise<Layers | undefined> {
  const layers = await pdf.getOptionalContentConfig();
  return [...layers].length === 0 ? undefined : layers;
}

/**
 * Removes letters from a page's text that are hidden where they are drawn. Text and drawing have the same letters in the
 * same order, except for those outside the page, and for the direction of right-to-left runs.
 *
 * @param items not normalised; the result is.
 */
function withoutHidden(
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
    const visible = lettersOf(item.str).filter(letter => isVisible(letter, item.dir !== 'rtl'));
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

/** A letter, in drawing order. */
interface DrawnLetter {
  readonly letter: string;
  /** Is it in a layer that is off? */
  readonly hidden: boolean;
}

/** The letters that a page's operators draw, except spaces. */
function drawnLetters({ fnArray, argsArray }: PageOperators, layers: Layers): readonly DrawnLetter[] {
  const letters: DrawnLetter[] = [];
  /** For each open marked content, whether it is hidden. */
  const open: boolean[] = [];
  for (let at = 0; at < fnArray.length; at += 1) {
    const operator = fnArray[at];
    const args: readonly unknown[] = argsArray[at] ?? [];
    if (operator === OPS.beginMarkedContent) open.push(false);
    else if (operator === OPS.beginMarkedContentProps) open.push(isHidden(args, layers));
    else if (operator === OPS.endMarkedContent) open.pop();
    else if (operator === OPS.showText) {
      const hidden = open.includes(true);
      for (const letter of glyphLetters(args[0])) letters.push({ letter, hidden });
    }
  }
  return letters;
}

/** Whether marked content with these arguments belongs to a layer that is off. */
function isHidden([tag, group]: readonly unknown[], layers: Layers): boolean {
  return tag === 'OC' && !layers.isVisible(group);
}

/** The letters of a show-text operator: glyphs, with numbers between them for spacing. */
function glyphLetters(glyphs: unknown): readonly string[] {
  if (!Array.isArray(glyphs)) return [];
  return glyphs.flatMap((glyph: unknown) => {
    if (typeof glyph !== 'object' || glyph === null || !('unicode' in glyph)) return [];
    const { unicode } = glyph;
    return typeof unicode === 'string' ? lettersOf(unicode).filter(letter => letter.trim() !== '') : [];
  });
}
