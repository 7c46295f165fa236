import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fontkit from '@pdf-lib/fontkit';
import type { Font, GlyphRun } from '@pdf-lib/fontkit';
import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib';

/** A typeface embedded in one document, and what it can show. */
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
 * Ligatures would make one glyph of two letters, which text search then misses in some readers. The others move glyphs
 * without changing them: the PDF library draws each at its own width, so computing that would be for nothing.
 */
const FEATURES = { liga: false, kern: false, mark: false, mkmk: false, curs: false };

/** For each typeface: the wrapped texts of all languages are a third of this. */
const KEPT_LAYOUTS = 1500;

interface LoadedFont {
  bytes: Uint8Array;
  parsed: Font;
}

/** Reading and parsing the fonts takes longer than drawing a page with them. */
const loaded = new Map<string, LoadedFont>();

/** Embeds DejaVu in a document, reduced to the characters that get drawn. */
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
 * The PDF library takes a subset's `encode` for that of a newer fontkit, where it needs no argument.
 * This fontkit's streaming way, which it supports too, is left as the only one.
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
 * Keeps the glyphs of the last texts: most of a page's are the same on every page, and each is measured before it is
 * drawn. Laying out the texts of a page takes longer than all the rest of sealing.
 */
function withLayoutCache(font: Font): Font {
  const layout = font.layout.bind(font);
  const runs = new Map<string, GlyphRun>();
  font.layout = text => {
    const run = runs.get(text) ?? layout(text, FEATURES);
    // At the end again: a map's order is that of insertion.
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
