import { PDFArray, PDFDict, PDFHexString, PDFName, PDFNumber, PDFStream, PDFString } from '@cantoo/pdf-lib';
import { characterMapOf } from './character-map.ts';

/**
 * - `certain`: its glyphs are in the file, or which characters it shows is certain without them.
 * - `missing`: they are not. Readers take another font and go by what the file says of its characters.
 * - `unreadable`: they are not, and what the file says of its characters is not enough: each reader has to guess.
 */
export type FontEmbedding = 'certain' | 'missing' | 'unreadable';

const FONT_FILES = ['FontFile', 'FontFile2', 'FontFile3'].map(name => PDFName.of(name));

/** Collections whose characters are known by their numbers (ISO 32000-2, table 116). */
const KNOWN_COLLECTIONS = ['GB1', 'CNS1', 'Japan1', 'Korea1', 'KR'];

/** `Symbolic` of a font descriptor's flags (ISO 32000-2, table 121). */
const SYMBOLIC = 4;

/** Names of the standard 14 fonts and of those that readers take for them (ISO 32000-1, 9.6.2.2). */
const STANDARD = /^(Courier|Helvetica|Times|Arial|Symbol|ZapfDingbats)/;

/** What a reader can know of a font's characters. */
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
  // pdf.js goes by the ToUnicode map of TrueType fonts only, and takes “Symbol” and the like by its own tables.
  const byMap = descendant.lookup(PDFName.of('Subtype')) === PDFName.of('CIDFontType2');
  const name = font.lookup(PDFName.of('BaseFont'));
  const symbols = name instanceof PDFName && /symbol|dingbats/i.test(name.decodeText());
  return byMap && !symbols && isClear(font.lookup(PDFName.of('ToUnicode'))) ? 'missing' : 'unreadable';
}

/** Readers draw one character for a code: of more than one, the others would be missing. */
function isClear(map: unknown): boolean {
  const characters = map instanceof PDFStream ? characterMapOf(map) : new Map<number, string>();
  if (characters === undefined) return true;
  return characters.size > 0 && [...characters.values()].every(text => Array.from(text).length <= 1);
}

/** A font with letters shows those that its encoding names, in whatever shape. */
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
