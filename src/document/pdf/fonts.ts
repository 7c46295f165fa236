import { OPS, type PDFPageProxy } from './pdfjs.ts';

/** What pdf.js tells of a font that it has read (its `fontExtraProperties`). */
export interface Font {
  /** What a page's operators call it. */
  readonly id: string;
  readonly name: string;
  /** Text in it is written in the font's own glyph numbers (ISO 32000-2, 9.7). */
  readonly composite: boolean;
  /** Neither in the file nor substituted by pdf.js: the browser's fonts are drawn in its place. */
  readonly missingFile: boolean;
}

/** The fonts that were used so far, by any page. */
export function fontsIn({ commonObjs }: PDFPageProxy): readonly Font[] {
  return [...commonObjs].flatMap(([id, object]: readonly unknown[]) => {
    const { name, composite, missingFile }: Readonly<Record<keyof Font, unknown>> = Object(object);
    if (typeof id !== 'string' || typeof name !== 'string' || typeof composite !== 'boolean') return [];
    return [{ id, name, composite, missingFile: missingFile === true }];
  });
}

/** Whether which characters a font shows is only known from what the file says of them. */
export function isUnembedded({ composite, missingFile }: Font): boolean {
  return composite && missingFile;
}

/** Whether a font used so far could not be read. */
export function hasBrokenFont({ commonObjs }: PDFPageProxy): boolean {
  return [...commonObjs].some(([, object]: readonly unknown[]) => typeof object === 'string');
}

/** What a page shows in fonts that are not embedded. */
export interface UnembeddedText {
  readonly used: boolean;
  /** Whether a character is drawn that is not the one that the file means. */
  readonly differs: boolean;
}

/** Compares what is drawn in fonts that are not embedded with what is read aloud, found and copied. */
export async function readUnembeddedText(page: PDFPageProxy): Promise<UnembeddedText> {
  const fonts = new Set<unknown>();
  for (const font of fontsIn(page)) if (isUnembedded(font)) fonts.add(font.id);
  if (fonts.size === 0) return { used: false, differs: false };
  const { fnArray, argsArray } = await page.getOperatorList();
  let [current, used, differs] = [false, false, false];
  for (let index = 0; index < fnArray.length; index += 1) {
    const operator = fnArray[index];
    const [argument]: readonly unknown[] = Object(argsArray[index] ?? []);
    if (operator === OPS.setFont) current = fonts.has(argument);
    else if (operator === OPS.showText && current && Array.isArray(argument)) {
      used = true;
      differs ||= argument.some(isDrawnOtherwise);
    }
  }
  return { used, differs };
}

/** @param glyph of pdf.js; numbers between them are spacing. */
function isDrawnOtherwise(glyph: unknown): boolean {
  if (typeof glyph !== 'object' || glyph === null) return false;
  const { fontChar, unicode }: { fontChar?: unknown; unicode?: unknown } = glyph;
  return fontChar !== unicode;
}
