import { PDFArray, PDFDict, PDFHexString, PDFName, PDFNumber, PDFStream, PDFString } from '@cantoo/pdf-lib';
import { characterMapOf } from './character-map.ts';

/**
 * - `certain`: the glyphs are in the file, or it is certain without them which characters are shown.
 * - `missing`: the glyphs are not in the file. Readers substitute a font and use the file's data about its
 *   characters.
 * - `unreadable`: the glyphs are not in the file, and its data about the characters is not enough: readers have to
 *   guess.
 */
export type FontEmbedding = 'certain' | 'missing' | 'unreadable';

const FONT_FILES = ['FontFile', 'FontFile2', 'FontFile3'].map(name => PDFName.of(name));

/** Character collections that readers know (ISO 32000-2, table 116). */
const KNOWN_COLLECTIONS = ['GB1', 'CNS1', 'Japan1', 'Korea1', 'KR'];

/** The `Symbolic` flag of a font descriptor (ISO 32000-2, table 121). */
const SYMBOLIC = 4;

/** Names of the standard 14 fonts and their common substitutes (ISO 32000-1, 9.6.2.2). */
const STANDARD = /^(Courier|Helvetica|Times|Arial|Symbol|ZapfDingbats)/;

/** Whether a reader can know which characters a font shows. */
export function embeddingOf(font: PDFDict): FontEmbedding {
  const subtype = font.lookup(PDFName.of('Subtype'));
  // The glyphs of a Type 3 font are content streams of the file.
  if (subtype === PDFName.of('Type3')) return 'certain';
  return subtype === PDFName.of('Type0') ? ofComposite(font) : ofSimple(font);
}

function ofComposite(font: PDFDict): FontEmbedding {
  const descendants = font.lookup(PDFName.of('DescendantFonts'));
  const descendant = descendants instanceof PDFArray ? descendants.lookup(0) : undefined;
  if (!(descendant instanceof PDFDict) || hasFile(descendant)) return 'certain';
  const info = descendant.lookup(PDFName.of('CIDSystemInfo'));
  const ordering = info instanceof PDFDict ? info.lookup(PDFName.of('Ordering')) : undefined;
  if (KNOWN_COLLECTIONS.includes(textOf(ordering))) return 'missing';
  // pdf.js uses the ToUnicode map of TrueType fonts only, and has its own tables for “Symbol” and the like.
  const byMap = descendant.lookup(PDFName.of('Subtype')) === PDFName.of('CIDFontType2');
  const name = font.lookup(PDFName.of('BaseFont'));
  const symbols = name instanceof PDFName && /symbol|dingbats/i.test(name.decodeText());
  return byMap && !symbols && isClear(font.lookup(PDFName.of('ToUnicode'))) ? 'missing' : 'unreadable';
}

/** Whether each code maps to at most one character: readers draw only one, so others would be missing. */
function isClear(map: unknown): boolean {
  const characters = map instanceof PDFStream ? characterMapOf(map) : new Map<number, string>();
  if (characters === undefined) return true;
  return characters.size > 0 && [...characters.values()].every(text => Array.from(text).length <= 1);
}

/** A font of letters shows the characters that its encoding names, even with a substitute's glyphs. */
function ofSimple(font: PDFDict): FontEmbedding {
  if (hasFile(font) || font.has(PDFName.of('Encoding'))) return 'certain';
  const name = font.lookup(PDFName.of('BaseFont'));
  if (name instanceof PDFName && STANDARD.test(name.decodeText())) return 'certain';
  const descriptor = font.lookup(PDFName.of('FontDescriptor'));
  const flags = descriptor instanceof PDFDict ? descriptor.lookup(PDFName.of('Flags')) : undefined;
  return flags instanceof PDFNumber && (flags.asNumber() & SYMBOLIC) !== 0 ? 'missing' : 'certain';
}

function hasFile(font: PDFDict): boolean {
  const descriptor = font.lookup(PDFName.of('FontDescriptor'));
  return descriptor instanceof PDFDict && FONT_FILES.some(file => descriptor.lookup(file) !== undefined);
}

function textOf(value: unknown): string {
  return value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : '';
}
