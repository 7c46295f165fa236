/** One line of text; `x` and `y` are points from the page's lower left corner to the start of its baseline. */
export interface TextLine {
  readonly text: string;
  readonly font: 'regular' | 'bold';
  readonly size: number;
  readonly x: number;
  readonly y: number;
}

export interface PdfContent {
  readonly title: string;
  /** BCP 47. */
  readonly language: string;
  readonly pages: readonly (readonly TextLine[])[];
  /** More entries of the catalogue. */
  readonly catalog?: string;
  /** More entries of the trailer. */
  readonly trailer?: string;
}

/** A4 in points. */
export const PAGE_WIDTH = 595;
export const PAGE_HEIGHT = 842;

/** Characters of WinAnsiEncoding (ISO 32000-2, annex D) that lie elsewhere in Unicode. */
const WIN_ANSI: Readonly<Record<string, number>> = {
  '€': 0x80,
  '…': 0x85,
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '•': 0x95,
  '–': 0x96,
  '—': 0x97,
};

/** A literal string; what the fonts can't show becomes a question mark. */
function literal(text: string): string {
  const characters = Array.from(text, character => {
    const code = WIN_ANSI[character] ?? character.charCodeAt(0);
    if (WIN_ANSI[character] === undefined && !/^[ -~\u00a0-\u00ff]$/.test(character)) return '?';
    const byte = String.fromCharCode(code);
    return /[()\\]/.test(byte) ? `\\${byte}` : byte;
  });
  return `(${characters.join('')})`;
}

/** A text string of the document's own dictionaries: UTF-16 with its mark, in hexadecimal. */
function unicode(text: string): string {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return `<FEFF${units.map(unit => unit.toString(16).padStart(4, '0')).join('')}>`;
}

function contentStream(lines: readonly TextLine[]): string {
  const drawn = lines.map(({ text, font, size, x, y }) => {
    return `/${font === 'bold' ? 'B' : 'R'} ${size} Tf 1 0 0 1 ${x} ${y} Tm ${literal(text)} Tj`;
  });
  const commands = `BT\n${drawn.join('\n')}\nET`;
  return `<< /Length ${commands.length} >>\nstream\n${commands}\nendstream`;
}

const font = (name: string) =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;

/** Every page is two objects, the page and what is on it, behind the five that stand once. */
const pageNumber = (index: number) => 6 + index * 2;

/** The bodies of all objects; the first has number 1. */
function objects({ title, language, pages, catalog = '' }: PdfContent): string[] {
  const kids = pages.map((_, index) => `${pageNumber(index)} 0 R`).join(' ');
  const box = `[0 0 ${PAGE_WIDTH} ${PAGE_HEIGHT}]`;
  return [
    `<< /Type /Catalog /Pages 2 0 R /Lang ${unicode(language)} /ViewerPreferences << /DisplayDocTitle true >> ${catalog} >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] /MediaBox ${box} /Resources << /Font << /R 3 0 R /B 4 0 R >> >> >>`,
    font('Times-Roman'),
    font('Times-Bold'),
    `<< /Title ${unicode(title)} /Producer (sign-session console) >>`,
    ...pages.flatMap((lines, index) => [
      `<< /Type /Page /Parent 2 0 R /Contents ${pageNumber(index) + 1} 0 R >>`,
      contentStream(lines),
    ]),
  ];
}

/** Writes a PDF 1.7 file of plain text in the standard Times fonts. The same content gives the same bytes. */
export function writePdf(content: PdfContent): Uint8Array<ArrayBuffer> {
  // Every character up to here is one byte, so that lengths of text are offsets in the file.
  let file = '%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n';
  const bodies = objects(content);
  const offsets = bodies.map((body, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = bodies.length + 1;
  const crossReferences = `xref\n0 ${size}\n0000000000 65535 f \n${entries}`;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R /Info 5 0 R ${content.trailer ?? ''} >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Uint8Array.from(file + crossReferences + trailer, character => character.charCodeAt(0));
}
