import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fontkit from '@pdf-lib/fontkit';
import type { Font } from '@pdf-lib/fontkit';
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
  // No ligatures: some readers' text search cannot find the letters in them.
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
