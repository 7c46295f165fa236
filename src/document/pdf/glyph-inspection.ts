import { OPS, type PDFPageProxy } from './pdfjs.ts';

/** Operators with their arguments: a page's, or those that a pattern is drawn with. */
interface Operators {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

/** What decides how letters are drawn, and comes back with the graphics state. */
interface TextState {
  /** The name of the font among the page's objects. */
  readonly font?: unknown;
  readonly invisible?: boolean;
}

/** Operators that keep the graphics state, and those that bring it back. */
const SAVES: ReadonlySet<number> = new Set([
  OPS.save,
  OPS.beginGroup,
  OPS.beginAnnotation,
  OPS.paintFormXObjectBegin,
]);
const RESTORES: ReadonlySet<number> = new Set([
  OPS.restore,
  OPS.endGroup,
  OPS.endAnnotation,
  OPS.paintFormXObjectEnd,
]);

/** The text rendering mode of letters that are there to be found only (ISO 32000-1, table 106). */
const INVISIBLE = 3;

/**
 * Whether a page shows letters that the file draws itself (Type 3 fonts) and for which there is no drawing: pdf.js
 * leaves them out without a word. Ask before the page is cleaned up.
 *
 * @param broken the names of drawings that can't be read; pdf.js takes them for empty, as a space's may be.
 * @param seen what has been looked through; for patterns, which may be of other patterns.
 */
export function lacksGlyphs(
  page: PDFPageProxy,
  operators: Operators,
  broken: ReadonlySet<string>,
  seen = new Set<unknown>(),
): boolean {
  // A page may fill with one pattern as often as it likes.
  if (seen.has(operators.fnArray)) return false;
  seen.add(operators.fnArray);
  const kept: TextState[] = [];
  let state: TextState = {};
  for (const [at, operator] of operators.fnArray.entries()) {
    const args = listOf(operators.argsArray[at]);
    if (SAVES.has(operator)) kept.push(state);
    else if (RESTORES.has(operator)) state = kept.pop() ?? state;
    else if (operator === OPS.setFont) state = { ...state, font: args[0] };
    else if (operator === OPS.setGState) state = { ...state, ...fontOf(args[0]) };
    else if (operator === OPS.setTextRenderingMode) state = { ...state, invisible: args[0] === INVISIBLE };
    else if (operator === OPS.showText && state.invisible !== true) {
      const drawings = drawingsOf(page, state.font);
      if (drawings !== undefined && lacks(drawings, args[0], broken)) return true;
    } else if (operator === OPS.setFillColorN || operator === OPS.setStrokeColorN) {
      const pattern = patternOf(args);
      if (pattern !== undefined && lacksGlyphs(page, pattern, broken, seen)) return true;
    }
  }
  return false;
}

/** What a tiling pattern is drawn with: `['TilingPattern', colour, operators, …]`. */
function patternOf([kind, , drawing]: readonly unknown[]): Operators | undefined {
  if (kind !== 'TilingPattern' || typeof drawing !== 'object' || drawing === null) return undefined;
  if (!('fnArray' in drawing && 'argsArray' in drawing)) return undefined;
  const { fnArray, argsArray } = drawing;
  return Array.isArray(fnArray) && Array.isArray(argsArray) ? { fnArray, argsArray } : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A graphics state may set the font, too: `[['Font', [name, size]], …]`. */
function fontOf(entries: unknown): TextState {
  if (!Array.isArray(entries)) return {};
  const pairs: readonly (readonly [unknown, unknown])[] = entries;
  const font = pairs.find(([key]) => key === 'Font')?.[1];
  return Array.isArray(font) ? { font: font[0] } : {};
}

/** The operators of each of a font's letters; `undefined` for a font of another kind. */
function drawingsOf({ commonObjs }: PDFPageProxy, name: unknown): ReadonlyMap<unknown, unknown> | undefined {
  if (typeof name !== 'string' || !commonObjs.has(name)) return undefined;
  const font: unknown = commonObjs.get(name);
  if (typeof font !== 'object' || font === null || !('charProcOperatorList' in font)) return undefined;
  return font.charProcOperatorList instanceof Map ? font.charProcOperatorList : undefined;
}

function lacks(
  drawings: ReadonlyMap<unknown, unknown>,
  glyphs: unknown,
  broken: ReadonlySet<string>,
): boolean {
  if (!Array.isArray(glyphs)) return false;
  return glyphs.some((glyph: unknown) => {
    if (typeof glyph !== 'object' || glyph === null || !('operatorListId' in glyph)) return false;
    // Nobody misses a space.
    if ('unicode' in glyph && typeof glyph.unicode === 'string' && glyph.unicode.trim() === '') return false;
    const { operatorListId: id } = glyph;
    const drawing = drawings.get(id);
    return drawing === undefined || (typeof id === 'string' && broken.has(id) && isEmpty(drawing));
  });
}

function isEmpty(drawing: unknown): boolean {
  return typeof drawing === 'object' && drawing !== null && 'length' in drawing && drawing.length === 0;
}
