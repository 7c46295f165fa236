import { FIRST_FREE, pagesPdf, type TestStream } from './small-pdf.ts';

/** A composite font whose glyphs are not in the file, and what is written with it. */
export interface UnembeddedText {
  /** Such as `TimesNewRoman`. */
  readonly baseFont: string;
  /** The text that the font's ToUnicode map gives for what is written, in lines. */
  readonly lines: readonly string[];
  /**
   * The code, which is a glyph number, of a character; by default as in Microsoft's fonts, in which “A” is 36. The map
   * says what each code means, so that another numbering is the same text.
   */
  readonly codeOf?: (character: string) => number;
  /** What the map says that a character means; by default itself. */
  readonly meaningOf?: (character: string) => string;
  /** Leaves the ToUnicode map out. */
  readonly unmapped?: boolean;
  /** In place of `CIDFontType2`. */
  readonly subtype?: string;
  /** In place of `Identity-H`. */
  readonly encoding?: string;
  /** The character collection, such as `GB1`; by default `Identity`. */
  readonly ordering?: string;
  /** Of the font's descriptor (ISO 32000-2, table 121); 4 is symbolic, 34 a nonsymbolic font with serifs. */
  readonly flags?: number;
}

/** Characters outside of ASCII get numbers behind all of ASCII's. */
export function microsoftCode(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  return code < 128 ? code - 29 : 100 + (code % 1000);
}

/** The numbering of `microsoftCode`, turned round: nothing keeps its number but the text is the same. */
export function otherCode(character: string): number {
  return 1300 - microsoftCode(character);
}

/**
 * A page of text in a composite font that is not embedded: `Type0`, `CIDFontType2`, `Identity-H` and a right ToUnicode
 * map, which some programs write for the fonts that “everybody has”.
 */
export function unembeddedFontPdf(text: UnembeddedText): Uint8Array<ArrayBuffer> {
  const { baseFont, lines, codeOf = microsoftCode, meaningOf = String, unmapped = false, flags = 34 } = text;
  const { encoding = 'Identity-H', ordering = 'Identity', subtype = 'CIDFontType2' } = text;
  const [font, descendant, descriptor, map] = [0, 1, 2, 3].map(index => FIRST_FREE + index);
  const characters = [...new Set(lines.join(''))];
  const shown = lines.map(
    line => `<${Array.from(line, character => hex(codeOf(character))).join('')}> Tj T*`,
  );
  return pagesPdf(
    [
      {
        content: `BT /F2 20 Tf 28 TL 40 760 Td ${shown.join(' ')} ET`,
        entries: `/Resources << /Font << /F2 ${font} 0 R >> >>`,
      },
    ],
    {
      objects: [
        `<< /Type /Font /Subtype /Type0 /BaseFont /${baseFont} /Encoding /${encoding} ` +
          `/DescendantFonts [${descendant} 0 R] ${unmapped ? '' : `/ToUnicode ${map} 0 R`} >>`,
        `<< /Type /Font /Subtype /${subtype} /BaseFont /${baseFont} /FontDescriptor ${descriptor} 0 R /DW 550 ` +
          `/CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 0 >> >>`,
        `<< /Type /FontDescriptor /FontName /${baseFont} /Flags ${flags} /ItalicAngle 0 /Ascent 900 /Descent -200 ` +
          '/CapHeight 700 /StemV 80 /FontBBox [-200 -250 1200 950] >>',
        toUnicode(characters.map(character => [codeOf(character), meaningOf(character)])),
      ],
    },
  );
}

function toUnicode(meanings: readonly (readonly [number, string])[]): TestStream {
  const pairs = meanings.map(([code, text]) => `<${hex(code)}> <${utf16(text)}>`);
  const data =
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Test-UCS def /CMapType 2 def\n' +
    '1 begincodespacerange <0000> <FFFF> endcodespacerange\n' +
    `${pairs.length} beginbfchar\n${pairs.join('\n')}\nendbfchar\n` +
    'endcmap CMapName currentdict /CMap defineresource pop end end';
  return { entries: '', data };
}

function hex(code: number): string {
  return code.toString(16).padStart(4, '0');
}

function utf16(character: string): string {
  return Array.from({ length: character.length }, (_, index) => hex(character.charCodeAt(index))).join('');
}
