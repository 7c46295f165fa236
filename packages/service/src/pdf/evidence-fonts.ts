import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fontkit from '@pdf-lib/fontkit';
import type { Font, GlyphRun } from '@pdf-lib/fontkit';
import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib';

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
