/** Text on the evidence page: fonts, and breaking it into lines. */
import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib';
import fontkit, { type Font, type GlyphRun } from '@pdf-lib/fontkit';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A typeface embedded in a document, with the characters it covers. */
export interface Typeface {
  font: PDFFont;
  covers: (codePoint: number) => boolean;
}

export interface EvidenceFonts {
  regular: Typeface;
  bold: Typeface;
  mono: Typeface;
}

const FILES = { regular: 'DejaVuSans', bold: 'DejaVuSans-Bold', mono: 'DejaVuSansMono' } as const;

/**
 * No ligatures: some readers' text search cannot find the letters in them. The other features only move glyphs, and
 * the PDF library draws each glyph at its own width anyway, so they are skipped.
 */
const FEATURES = { liga: false, kern: false, mark: false, mkmk: false, curs: false };

/** Per typeface: about three times the wrapped texts of all languages. */
const KEPT_LAYOUTS = 1500;

interface LoadedFont {
  bytes: Uint8Array;
  parsed: Font;
}

/** Cached, because reading and parsing the fonts takes longer than drawing a page. */
const loaded = new Map<string, LoadedFont>();

/** Embeds DejaVu in a document, subset to the characters drawn. */
export async function embedEvidenceFonts(document: PDFDocument): Promise<EvidenceFonts> {
  return {
    regular: await embed(document, FILES.regular),
    bold: await embed(document, FILES.bold),
    mono: await embed(document, FILES.mono),
  };
}

async function embed(document: PDFDocument, file: string): Promise<Typeface> {
  const { bytes, parsed } = load(file);
  document.registerFontkit({ create: () => parsed });
  const font = await document.embedFont(bytes, { subset: true, features: FEATURES });
  return { font, covers: codePoint => parsed.hasGlyphForCodePoint(codePoint) };
}

function load(file: string): LoadedFont {
  const known = loaded.get(file);
  if (known) return known;
  const path = createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${file}.ttf`);
  const bytes = readFileSync(path);
  const font = { bytes, parsed: withLayoutCache(withStreamingSubset(fontkit.create(bytes))) };
  loaded.set(file, font);
  return font;
}

/**
 * Makes the PDF library use this fontkit's streaming interface: it would mistake a subset's `encode` for that of a
 * newer fontkit, which needs no argument.
 */
function withStreamingSubset(font: Font): Font {
  const createSubset = font.createSubset.bind(font);
  font.createSubset = () => {
    const subset = createSubset();
    return {
      includeGlyph: glyph => subset.includeGlyph(glyph),
      encodeStream: () => subset.encodeStream(),
    };
  };
  return font;
}

/**
 * Caches the glyphs of recent texts. Most texts are the same on every page, and each is measured before it is
 * drawn; laying out a page's texts takes longer than the rest of sealing.
 */
function withLayoutCache(font: Font): Font {
  const layout = font.layout.bind(font);
  const runs = new Map<string, GlyphRun>();
  font.layout = text => {
    const run = runs.get(text) ?? layout(text, FEATURES);
    // Insert it again at the end: a map keeps insertion order.
    runs.delete(text);
    runs.set(text, run);
    for (const [oldest] of runs.size > KEPT_LAYOUTS ? runs : []) {
      runs.delete(oldest);
      break;
    }
    return run;
  };
  return font;
}

/**
 * Writes a character as its number: `[U+5C71]`. For characters that the typeface lacks (DejaVu has Latin, Greek,
 * Cyrillic, Armenian, Georgian, Hebrew and Arabic letters, and no Chinese, Japanese, Korean or Indic ones), where a
 * box would only show that something is missing, and for characters that would hide or reorder others.
 */
function numberOf(character: string): string {
  const number = character.codePointAt(0) ?? 0;
  return `[U+${number.toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** Longer than any readable name or address; limits the time for measuring. */
const MAX_CHARACTERS = 600;

const ELLIPSIS = '…';

/** Where an address or file name may be broken, besides spaces. */
const BREAKABLE = /(?<=[\s/\-_.?&=])/u;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Makes untrusted text safe to draw: composed, without control or bidirectional-override characters (which can
 * disguise a file name's ending), and only with glyphs that the typeface has.
 */
function drawable(text: string, typeface: Typeface): string {
  const composed = text.normalize('NFC');
  return Array.from(composed, character => drawableCharacter(character, typeface)).join('');
}

/** Whether `drawable` would replace some of its characters by numbers. */
export function holdsUndrawable(text: string, typeface: Typeface): boolean {
  return Array.from(text.normalize('NFC')).some(
    character => !/\p{Zs}/u.test(character) && !canDraw(character, typeface),
  );
}

interface LineOptions {
  typeface: Typeface;
  /** Points. */
  size: number;
  /** Points. */
  width: number;
  maxLines: number;
}

/**
 * Breaks text into lines of at most `width`. If it does not fit, the beginning of the last line is left out, so
 * that the end of a file name or address stays readable.
 */
export function linesOf(text: string, options: LineOptions): string[] {
  const lines = wrap(drawable(abridged(text), options.typeface).trim(), options);
  const rest = lines.slice(options.maxLines - 1).join('');
  const shown =
    lines.length <= options.maxLines
      ? lines
      : [...lines.slice(0, options.maxLines - 1), endThatFits(rest, options)];
  return shown.map(line => line.trimEnd());
}

function drawableCharacter(character: string, typeface: Typeface): string {
  if (/\p{Zs}/u.test(character)) return ' ';
  return canDraw(character, typeface) ? character : numberOf(character);
}

function canDraw(character: string, typeface: Typeface): boolean {
  return !/\p{C}/u.test(character) && typeface.covers(character.codePointAt(0) ?? 0);
}

function abridged(text: string): string {
  const characters = Array.from(text);
  if (characters.length <= MAX_CHARACTERS) return text;
  const half = MAX_CHARACTERS / 2;
  return [...characters.slice(0, half), ELLIPSIS, ...characters.slice(-half)].join('');
}

/** Lines with their trailing spaces, which do not count for the width. */
function wrap(text: string, options: LineOptions): string[] {
  if (fits(text, options)) return [text];
  const lines: string[] = [];
  let line = '';
  for (const piece of text.split(BREAKABLE).flatMap(part => piecesThatFit(part, options))) {
    if (line !== '' && !fits(line + piece.trimEnd(), options)) {
      lines.push(line);
      line = '';
    }
    line += piece;
  }
  return [...lines, line];
}

/** Breaks a part that is wider than a line between graphemes. */
function piecesThatFit(part: string, options: LineOptions): string[] {
  if (fits(part.trimEnd(), options)) return [part];
  const pieces: string[] = [];
  let piece = '';
  for (const character of split(part)) {
    if (piece !== '' && !fits(piece + character, options)) {
      pieces.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...pieces, piece];
}

function endThatFits(text: string, options: LineOptions): string {
  const characters = split(text);
  let kept = '';
  for (let index = characters.length - 1; index >= 0; index -= 1) {
    const longer = `${characters[index] ?? ''}${kept}`;
    if (!fits(ELLIPSIS + longer, options)) break;
    kept = longer;
  }
  return ELLIPSIS + kept;
}

function fits(text: string, { typeface, size, width }: LineOptions): boolean {
  return typeface.font.widthOfTextAtSize(text, size) <= width;
}

function split(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}
