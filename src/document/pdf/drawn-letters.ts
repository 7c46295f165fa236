import { OPS, type PDFDocumentProxy, type PDFPageProxy } from './pdfjs.ts';

export type Layers = Awaited<ReturnType<PDFDocumentProxy['getOptionalContentConfig']>>;
type PageOperators = Awaited<ReturnType<PDFPageProxy['getOperatorList']>>;

/** A letter in the order in which a page draws it. */
export interface DrawnLetter {
  readonly letter: string;
  /** In a layer that is off. */
  readonly hidden: boolean;
}

/** The letters that a page's operators draw, without spaces. */
export function drawnLetters({ fnArray, argsArray }: PageOperators, layers: Layers): readonly DrawnLetter[] {
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
