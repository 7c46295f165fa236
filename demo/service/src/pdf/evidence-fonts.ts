import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fontkit from '@pdf-lib/fontkit';
import type { Font } from '@pdf-lib/fontkit';
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
  // Ligatures would make one glyph of two letters, which text search then misses in some readers.
  const font = await document.embedFont(bytes, { subset: true, features: { liga: false } });
  return { font, covers: codePoint => parsed.hasGlyphForCodePoint(codePoint) };
}

function load(file: string): LoadedFont {
  const known = loaded.get(file);
  if (known) return known;
  const path = createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${file}.ttf`);
  const bytes = readFileSync(path);
  const font = { bytes, parsed: withStreamingSubset(fontkit.create(bytes)) };
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
