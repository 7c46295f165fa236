/** The fonts of evidence pages: letters of Latin are embedded as made once, others as each document needs them. */
import { type PDFContext, PDFNumber, PDFRawStream, type PDFRef, PDFString } from '@cantoo/pdf-lib';
import fontkit, { type Font, type Glyph, type Subset, type SubsetStream } from '@pdf-lib/fontkit';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { deflateSync } from 'node:zlib';

/** A typeface in a document, with the characters it covers. */
export interface Typeface {
  covers(codePoint: number): boolean;
  /** In points, at a size of one point. */
  widthOf(text: string): number;
  /** The operators that show a text at a size, between BT and ET (ISO 32000-2, 9.4). */
  show(text: string, size: number): string;
}

/**
 * No ligatures: some readers' text search cannot find the letters in them. The other features only move glyphs, and
 * each glyph is drawn at its own width anyway, so they are skipped.
 */
const FEATURES = { liga: false, kern: false, mark: false, mkmk: false, curs: false };

/** Per typeface: about three times the wrapped texts of all languages. */
const KEPT_RUNS = 1500;

const ASCII = Array.from({ length: 0x5f }, (_, index) => String.fromCharCode(0x20 + index)).join('');
/** What texts and names in the service's languages, and most others of Europe and the Americas, are written with. */
const LETTERS = 'ÀÁÂÃÄÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜßàáâãäçèéêëìíîïñòóôõöùúûü';
const LATIN = `${ASCII}${LETTERS}§ªº·¿¡–—‘’“”…`;

/** Each prepared letter is 100 bytes in every document. */
const FACES = {
  regular: { file: 'DejaVuSans', prepared: LATIN },
  bold: { file: 'DejaVuSans-Bold', prepared: LATIN },
  // For identifiers, hashes and times.
  mono: { file: 'DejaVuSansMono', prepared: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefstvx_-:./·' },
} as const;

/** A subset of a font as it is embedded. */
interface EmbeddableFont {
  /** With a prefix that tells subsets apart (ISO 32000-2, 9.9.2). */
  readonly name: string;
  /** Deflated. */
  readonly file: Uint8Array;
  readonly toUnicode: Uint8Array;
  /** Of the glyphs 1, 2, …, in thousandths of the size. */
  readonly widths: readonly PDFNumber[];
}

/** A text as glyphs. */
interface Run {
  readonly glyphs: readonly Glyph[];
  /** In points, at a size of one point. */
  readonly width: number;
}

/** A font file, read once for all documents: parsing it takes longer than drawing a page. */
class Face {
  readonly font: Font;
  /** The numbers of glyphs in the prepared subset, by their numbers in the font. */
  readonly prepared = new Map<number, number>();
  readonly #subset: SubsetFont;
  readonly #runs = new Map<string, Run>();
  #embeddable: Promise<EmbeddableFont> | undefined;

  constructor({ file, prepared }: { readonly file: string; readonly prepared: string }) {
    const path = createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${file}.ttf`);
    this.font = fontkit.create(readFileSync(path));
    this.#subset = new SubsetFont(this.font);
    for (const character of prepared) {
      const glyph = this.font.glyphForCodePoint(character.codePointAt(0) ?? 0);
      this.prepared.set(glyph.id, this.#subset.include(glyph));
    }
  }

  /** The prepared subset, made once. */
  embeddable(): Promise<EmbeddableFont> {
    return (this.#embeddable ??= this.#subset.finish());
  }

  /** Keeps recent texts: most are the same on every page, and each is measured before it is drawn. */
  runOf(text: string): Run {
    const run = this.#runs.get(text) ?? this.#layOut(text);
    // Insert it again at the end: a map keeps insertion order.
    this.#runs.delete(text);
    this.#runs.set(text, run);
    for (const [oldest] of this.#runs.size > KEPT_RUNS ? this.#runs : []) {
      this.#runs.delete(oldest);
      break;
    }
    return run;
  }

  #layOut(text: string): Run {
    const { glyphs } = this.font.layout(text, FEATURES);
    const units = glyphs.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0);
    return { glyphs, width: units / this.font.unitsPerEm };
  }
}

const hex = (value: number): string => value.toString(16).toUpperCase().padStart(4, '0');

/** UTF-16, as character maps have it. */
const utf16 = (codePoint: number): string =>
  Array.from(String.fromCodePoint(codePoint).split(''), unit => hex(unit.charCodeAt(0))).join('');

/** A map lists a hundred characters at a time at the most (Adobe Technical Note 5014). */
const LISTED = 100;

function unicodeMap(glyphs: readonly Glyph[]): string {
  const rows = glyphs.map(
    ({ codePoints }, index) => `<${hex(index + 1)}> <${codePoints.map(utf16).join('')}>`,
  );
  const lists = Array.from({ length: Math.ceil(rows.length / LISTED) }, (_, index) => {
    const listed = rows.slice(index * LISTED, (index + 1) * LISTED);
    return `${listed.length} beginbfchar\n${listed.join('\n')}\nendbfchar`;
  });
  return [
    '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def',
    '1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange',
    ...lists,
    'endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n',
  ].join('\n');
}

/** Six letters that other glyphs get others of. */
function prefixOf(content: Uint8Array): string {
  const [...bytes] = createHash('sha256').update(content).digest().subarray(0, 6);
  return bytes.map(byte => String.fromCharCode(65 + (byte % 26))).join('');
}

function bytesOf(stream: SubsetStream): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  return new Promise(resolve => {
    stream.on('data', part => parts.push(part)).on('end', () => resolve(Buffer.concat(parts)));
  });
}

/** Some glyphs of a font, numbered from 1 in the order in which they came. */
class SubsetFont {
  readonly #font: Font;
  readonly #subset: Subset;
  readonly #glyphs: Glyph[] = [];
  readonly #numbers = new Map<number, number>();

  constructor(font: Font) {
    this.#font = font;
    this.#subset = font.createSubset();
  }

  get isEmpty(): boolean {
    return this.#glyphs.length === 0;
  }

  include(glyph: Glyph): number {
    const known = this.#numbers.get(glyph.id);
    if (known !== undefined) return known;
    const number = this.#subset.includeGlyph(glyph);
    this.#glyphs.push(glyph);
    this.#numbers.set(glyph.id, number);
    return number;
  }

  async finish(): Promise<EmbeddableFont> {
    const { postscriptName, unitsPerEm } = this.#font;
    const file = await bytesOf(this.#subset.encodeStream());
    return {
      name: `${prefixOf(file)}+${postscriptName}`,
      file: deflateSync(file),
      toUnicode: deflateSync(unicodeMap(this.#glyphs)),
      widths: this.#glyphs.map(({ advanceWidth }) => PDFNumber.of((advanceWidth * 1000) / unitsPerEm)),
    };
  }
}

function registerStream(context: PDFContext, contents: Uint8Array): PDFRef {
  const dictionary = context.obj({ Filter: 'FlateDecode', Length: contents.length });
  return context.register(PDFRawStream.of(dictionary, contents));
}

/** FixedPitch and Symbolic (ISO 32000-2, table 121): the codes are glyphs. */
const FLAGS = { fixed: 5, proportional: 4 };

/** Adds a font to a document (ISO 32000-2, 9.7.4). */
function registerFont(context: PDFContext, font: Font, embeddable: EmbeddableFont): PDFRef {
  const { name, file, toUnicode, widths } = embeddable;
  const { bbox, ascent, descent, capHeight, xHeight, italicAngle, unitsPerEm } = font;
  const scaled = (units: number): number => (units * 1000) / unitsPerEm;
  const descriptor = context.obj({
    Type: 'FontDescriptor',
    FontName: name,
    Flags: new Set(widths.map(String)).size === 1 ? FLAGS.fixed : FLAGS.proportional,
    FontBBox: [bbox.minX, bbox.minY, bbox.maxX, bbox.maxY].map(scaled),
    ItalicAngle: italicAngle,
    Ascent: scaled(ascent),
    Descent: scaled(descent),
    CapHeight: scaled(capHeight || ascent),
    XHeight: scaled(xHeight || 0),
    // The file has the stems' true width.
    StemV: 0,
    FontFile2: registerStream(context, file),
  });
  const descendant = context.obj({
    Type: 'Font',
    Subtype: 'CIDFontType2',
    CIDToGIDMap: 'Identity',
    BaseFont: name,
    CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
    FontDescriptor: context.register(descriptor),
    W: [1, [...widths]],
  });
  return context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: name,
      Encoding: 'Identity-H',
      DescendantFonts: [context.register(descendant)],
      ToUnicode: registerStream(context, toUnicode),
    }),
  );
}

/** A typeface on a page. */
class PageTypeface implements Typeface {
  readonly #face: Face;
  readonly #name: string;
  readonly #others: SubsetFont;
  #isUsed = false;

  /** @param name of the resource; that of the letters made anew has an x behind it */
  constructor(face: Face, name: string) {
    this.#face = face;
    this.#name = name;
    this.#others = new SubsetFont(face.font);
  }

  covers(codePoint: number): boolean {
    return this.#face.font.hasGlyphForCodePoint(codePoint);
  }

  widthOf(text: string): number {
    return this.#face.runOf(text).width;
  }

  show(text: string, size: number): string {
    const { prepared } = this.#face;
    let [operators, current, codes] = ['', '', ''];
    const end = () => {
      if (codes !== '') operators += `/${current} ${size} Tf <${codes}> Tj `;
      codes = '';
    };
    for (const glyph of this.#face.runOf(text).glyphs) {
      const number = prepared.get(glyph.id);
      const font = number === undefined ? `${this.#name}x` : this.#name;
      if (font !== current) end();
      if (number !== undefined) this.#isUsed = true;
      current = font;
      codes += hex(number ?? this.#others.include(glyph));
    }
    end();
    return operators;
  }

  /** Adds to the document what was shown. @param fonts the page's resource */
  async embed(context: PDFContext, fonts: Map<string, PDFRef>): Promise<void> {
    const { font } = this.#face;
    if (this.#isUsed) fonts.set(this.#name, await preparedIn(context, this.#face));
    if (!this.#others.isEmpty)
      fonts.set(`${this.#name}x`, registerFont(context, font, await this.#others.finish()));
  }
}

/** What documents have already of the prepared fonts, for their further pages. */
const embedded = new WeakMap<PDFContext, Map<Face, PDFRef>>();

async function preparedIn(context: PDFContext, face: Face): Promise<PDFRef> {
  const own = embedded.get(context) ?? new Map<Face, PDFRef>();
  embedded.set(context, own);
  const ref = own.get(face) ?? registerFont(context, face.font, await face.embeddable());
  own.set(face, ref);
  return ref;
}

let faces: Record<keyof typeof FACES, Face> | undefined;

/** The typefaces of one page. */
export class EvidenceFonts {
  readonly regular: Typeface;
  readonly bold: Typeface;
  readonly mono: Typeface;
  readonly #all: readonly PageTypeface[];

  constructor() {
    faces ??= {
      regular: new Face(FACES.regular),
      bold: new Face(FACES.bold),
      mono: new Face(FACES.mono),
    };
    const [regular, bold, mono] = [
      new PageTypeface(faces.regular, 'R'),
      new PageTypeface(faces.bold, 'B'),
      new PageTypeface(faces.mono, 'M'),
    ];
    [this.regular, this.bold, this.mono] = [regular, bold, mono];
    this.#all = [regular, bold, mono];
  }

  /** Adds to the document what was shown on the page. @returns the page's fonts, by their names */
  async embed(context: PDFContext): Promise<ReadonlyMap<string, PDFRef>> {
    const fonts = new Map<string, PDFRef>();
    for (const typeface of this.#all) await typeface.embed(context, fonts);
    return fonts;
  }
}
