import { FIRST_FREE, pagesPdf, type TestDocument } from '../../../packages/testing/src/small-pdf.ts';
import { CONTRACT_TEXTS, type ContractText, type Locale } from './contract-texts.ts';

/** `x` and `y` are points from the page's lower left corner to the start of the line's baseline. */
interface TextLine {
  readonly text: string;
  readonly font: 'regular' | 'bold';
  readonly size: number;
  readonly x: number;
  readonly y: number;
}

export interface SampleContract extends Pick<TestDocument, 'catalog' | 'trailer'> {
  readonly locale: Locale;
  readonly pages: number;
  readonly company: string;
  readonly signer: string;
}

/** A4 in points. */
const PAGE_WIDTH = 595;
const PAGE_HEIGHT = 842;
const MARGIN = 72;
const SIZE = 12;
const LEADING = 18;
const CLAUSES_ON_FIRST_PAGE = 6;
const CLAUSES_ON_A_PAGE = 7;

/** Widths of Times in parts of its size, by kind of letter: near enough to break lines and centre a title. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[ .,;:'’|iljtíì]/, 0.27],
  [/[fIrs()\-Í]/, 0.36],
  [/[mwMW–—]/, 0.78],
  [/\p{Lu}/u, 0.68],
];

function widthOf(text: string, size: number): number {
  const widths = Array.from(text, letter => WIDTHS.find(([kind]) => kind.test(letter))?.[1] ?? 0.48);
  return widths.reduce((sum, width) => sum + width * size, 0);
}

function wrap(text: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer, SIZE) > PAGE_WIDTH - 2 * MARGIN) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

/** Lays lines from the top of a page downwards. */
class Typesetter {
  readonly lines: TextLine[] = [];
  #y = PAGE_HEIGHT - MARGIN;

  title(text: string): void {
    const x = Math.round((PAGE_WIDTH - widthOf(text, 15)) / 2);
    this.lines.push({ text, font: 'bold', size: 15, x, y: this.#y });
    this.#y -= 2.5 * LEADING;
  }

  paragraph(text: string, heading?: string): void {
    if (heading !== undefined) this.#line(heading, 'bold');
    for (const line of wrap(text)) this.#line(line, 'regular');
    this.#y -= LEADING;
  }

  footer(text: string): void {
    this.lines.push({ text, font: 'regular', size: 9, x: MARGIN, y: 44 });
  }

  #line(text: string, font: TextLine['font']): void {
    this.lines.push({ text, font, size: SIZE, x: MARGIN, y: this.#y });
    this.#y -= LEADING;
  }
}

function clause(text: ContractText, number: number): { heading: string; body: string } {
  const [heading, body] = text.clauses[(number - 1) % text.clauses.length] ?? ['', ''];
  return { heading: `${text.clause} ${number} – ${heading}`, body };
}

function page(text: ContractText, index: number, { pages, company, signer }: SampleContract): TextLine[] {
  const paper = new Typesetter();
  if (index === 0) {
    paper.title(text.title);
    paper.paragraph(text.opening(company, signer));
  }
  const first = index === 0 ? 1 : CLAUSES_ON_FIRST_PAGE + (index - 1) * CLAUSES_ON_A_PAGE + 1;
  const count = index === 0 ? CLAUSES_ON_FIRST_PAGE : CLAUSES_ON_A_PAGE;
  for (let number = first; number < first + count; number++) {
    const { heading, body } = clause(text, number);
    paper.paragraph(body, heading);
  }
  paper.footer(text.page(index + 1, pages));
  return paper.lines;
}

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
    const code = WIN_ANSI[character];
    if (code !== undefined) return String.fromCharCode(code);
    if (!/^[ -~\u00a0-\u00ff]$/.test(character)) return '?';
    return /[()\\]/.test(character) ? `\\${character}` : character;
  });
  return `(${characters.join('')})`;
}

/** A text string of the document's own dictionaries: UTF-16 with its mark, in hexadecimal. */
function unicode(text: string): string {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return `<FEFF${units.map(unit => unit.toString(16).padStart(4, '0')).join('')}>`;
}

function contentOf(lines: readonly TextLine[]): string {
  const drawn = lines.map(
    ({ text, font, size, x, y }) =>
      `/${font === 'bold' ? 'F2' : 'F1'} ${size} Tf 1 0 0 1 ${x} ${y} Tm ${literal(text)} Tj`,
  );
  return `BT\n${drawn.join('\n')}\nET`;
}

const times = (name: 'Times-Roman' | 'Times-Bold') =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;

/** A service contract as a PDF of real text, made here so that no document need be kept with the sources. */
export function sampleContract(contract: SampleContract): {
  bytes: Uint8Array<ArrayBuffer>;
  filename: string;
} {
  const text = CONTRACT_TEXTS[contract.locale];
  const { locale, catalog = '', trailer = '' } = contract;
  const pages = Array.from({ length: contract.pages }, (_, index) => ({
    content: contentOf(page(text, index, contract)),
  }));
  const bytes = pagesPdf(pages, {
    catalog: `/Lang ${unicode(locale)} /ViewerPreferences << /DisplayDocTitle true >> ${catalog}`,
    font: times('Times-Roman'),
    bold: times('Times-Bold'),
    objects: [`<< /Title ${unicode(text.title)} /Producer (sign-session console) >>`],
    trailer: `/Info ${FIRST_FREE} 0 R ${trailer}`,
  });
  return { bytes, filename: text.filename };
}
