import { PDFArray, PDFName, type PDFDict } from '@cantoo/pdf-lib';
import {
  dictionaryIn,
  dictionaryOf,
  entriesIn,
  nameOf,
  numberOf,
  numbersIn,
  valueIn,
} from '../pdf/document.ts';
import { UnreadableContentError } from './content-stream.ts';
import type { Revision } from './revision.ts';

/** How wide a text is at the most, in units of the font's size, and how many characters it has. */
export type FontWidths = (codes: Uint8Array) => { readonly width: number; readonly count: number };

/** @throws UnreadableContentError for fonts whose glyphs are drawn by content, or that run downwards */
export function fontWidths(revision: Revision, font: PDFDict | undefined): FontWidths {
  if (font === undefined) return codes => ({ width: codes.length, count: codes.length });
  const kind = nameOf(valueIn(revision, font, 'Subtype'));
  if (kind === 'Type3') throw new UnreadableContentError('A font of drawings.');
  if (kind === 'Type0') return compositeWidths(revision, font);
  const widths = numbersIn(revision, font, 'Widths');
  const start = numberOf(valueIn(revision, font, 'FirstChar')) ?? 0;
  const missing =
    numberOf(valueIn(revision, dictionaryIn(revision, font, 'FontDescriptor'), 'MissingWidth')) ?? 1000;
  const widthOf = (code: number) =>
    widths.length === 0 ? standardWidth(code) : Math.abs(widths[code - start] ?? missing) / 1000;
  return codes => ({ width: codes.reduce((sum, code) => sum + widthOf(code), 0), count: codes.length });
}

/** At least what any of the standard fonts has for a character in Latin (ISO 32000-2, 9.6.2.2). */
function standardWidth(code: number): number {
  const character = String.fromCharCode(code);
  if (/[a-ln-vx-z0-9 .,;:!()'/-]/.test(character)) return 0.62;
  return /[A-LN-VX-Z]/.test(character) ? 0.85 : 1.05;
}

/** By the widest of all: which code has which glyph is another matter. */
function compositeWidths(revision: Revision, font: PDFDict): FontWidths {
  const encoding = nameOf(valueIn(revision, font, 'Encoding')) ?? 'Identity-H';
  const [descendant] = entriesIn(revision, font, 'DescendantFonts');
  const own = dictionaryOf(revision.resolve(descendant));
  if (!encoding.endsWith('H')) throw new UnreadableContentError('A font that runs downwards.');
  let widest = numberOf(valueIn(revision, own, 'DW')) ?? 1000;
  // `c [w1 w2 …]` and `first last w` (ISO 32000-2, 9.7.4.3): numbers of characters count, too, up to a thousand.
  for (const entry of entriesIn(revision, own, 'W')) {
    const value = revision.resolve(entry);
    if (value instanceof PDFArray) {
      for (const width of value.asArray()) widest = Math.max(widest, numberOf(revision.resolve(width)) ?? 0);
    } else widest = Math.max(widest, Math.min(numberOf(value) ?? 0, 1000));
  }
  if (font.has(PDFName.of('WMode'))) throw new UnreadableContentError('A font that runs downwards.');
  return codes => {
    const count = Math.ceil(codes.length / 2);
    return { width: (count * widest) / 1000, count };
  };
}
