import { CONTRACT_TEXTS, type ContractText, type Locale } from './contract-texts.ts';
import { PAGE_HEIGHT, PAGE_WIDTH, writePdf, type PdfContent, type TextLine } from './pdf-writer.ts';

export interface SampleContract extends Pick<PdfContent, 'catalog' | 'trailer'> {
  readonly locale: Locale;
  readonly pages: number;
  readonly company: string;
  readonly signer: string;
}

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

/** A service contract as a PDF of real text, made here so that no document need be kept with the sources. */
export function sampleContract(contract: SampleContract): {
  bytes: Uint8Array<ArrayBuffer>;
  filename: string;
} {
  const text = CONTRACT_TEXTS[contract.locale];
  const pages = Array.from({ length: contract.pages }, (_, index) => page(text, index, contract));
  return {
    bytes: writePdf({ ...contract, title: text.title, language: contract.locale, pages }),
    filename: text.filename,
  };
}
