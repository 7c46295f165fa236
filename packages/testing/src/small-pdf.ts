/** A page of a test document: its size in points, the turn in degrees, its one line of Helvetica. */
export interface TestPage {
  readonly width?: number;
  readonly height?: number;
  readonly rotate?: 0 | 90 | 180 | 270;
  readonly text?: string;
  /** A content stream in place of the line; `/F1` is Helvetica. */
  readonly content?: string;
  /** More resources, such as `/XObject << /Im 9 0 R >>`. */
  readonly resources?: string;
  /** More entries of the page, such as `/Annots [ … ]`. */
  readonly entries?: string;
}

/** What a test document has beside its pages. Objects in `objects` get the numbers from `FIRST_FREE` on. */
export interface TestDocument {
  /** Entries of the catalogue, such as `/Outlines 10 0 R`. */
  readonly catalog?: string;
  /** The font `/F1` in place of Helvetica, which no document embeds. */
  readonly font?: string;
  /** Another font, `/F2`. */
  readonly bold?: string;
  /** More entries of the trailer. */
  readonly trailer?: string;
  readonly objects?: readonly (string | TestStream)[];
}

/** An object with a stream; its length is written by itself. */
export interface TestStream {
  /** Entries of its dictionary. */
  readonly entries: string;
  readonly data: string | Uint8Array;
}

/** The number of the first object of `TestDocument.objects`. */
export const FIRST_FREE = 10;

/** The number of the first page's object; each page's content comes right after it. */
const FIRST_PAGE = 1000;

/** The number of a page's object, for what points to pages. */
export function pageNumber(index: number): number {
  return FIRST_PAGE + 2 * index;
}

/** A PDF with these pages, written by hand: small, valid, with a true cross-reference table. */
export function pagesPdf(pages: readonly TestPage[], extra: TestDocument = {}): Uint8Array<ArrayBuffer> {
  const kids = pages.map((_, index) => `${pageNumber(index)} 0 R`).join(' ');
  const objects = new Map<number, string | TestStream>([
    [1, `<< /Type /Catalog /Pages 2 0 R ${extra.catalog ?? ''} >>`],
    [2, `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`],
    [3, extra.font ?? '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'],
  ]);
  if (extra.bold !== undefined) objects.set(4, extra.bold);
  const fonts = extra.bold === undefined ? '/F1 3 0 R' : '/F1 3 0 R /F2 4 0 R';
  for (const [index, object] of (extra.objects ?? []).entries()) objects.set(FIRST_FREE + index, object);
  for (const [index, page] of pages.entries()) {
    objects.set(pageNumber(index), pageObject(page, pageNumber(index) + 1, fonts));
    objects.set(pageNumber(index) + 1, pageContent(page));
  }
  return fileOf(objects, extra.trailer);
}

/** A document of A4 pages that say which page they are. */
export function numberedPdf(count: number): Uint8Array<ArrayBuffer> {
  return pagesPdf(Array.from({ length: count }, (_, index) => ({ text: `This is page ${index + 1}.` })));
}

/** A document of one A4 page with one line. */
export function onePagePdf(text: string): Uint8Array<ArrayBuffer> {
  return pagesPdf([{ text }]);
}

function pageObject(page: TestPage, content: number, fonts: string): string {
  const { width = 595, height = 842, rotate = 0, resources = '', entries = '' } = page;
  return (
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Rotate ${rotate} ` +
    `/Contents ${content} 0 R /Resources << /Font << ${fonts} >> ${resources} >> ${entries} >>`
  );
}

function pageContent({ height = 842, text = '', content }: TestPage): TestStream {
  return { entries: '', data: content ?? `BT /F1 24 Tf 40 ${height - 60} Td (${text}) Tj ET` };
}

/** The file of these objects, by their numbers. */
function fileOf(objects: ReadonlyMap<number, string | TestStream>, trailer = ''): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const write = (part: string | Uint8Array): void => {
    const bytes = typeof part === 'string' ? latin1(part) : part;
    parts.push(bytes);
    length += bytes.length;
  };
  write('%PDF-1.7\n');
  const offsets = new Map<number, number>();
  for (const [number, object] of objects) {
    offsets.set(number, length);
    write(`${number} 0 obj\n`);
    if (typeof object === 'string') write(object);
    else {
      const data = typeof object.data === 'string' ? latin1(object.data) : object.data;
      write(`<< ${object.entries} /Length ${data.length} >>\nstream\n`);
      write(data);
      write('\nendstream');
    }
    write('\nendobj\n');
  }
  const start = length;
  const numbers = [0, ...offsets.keys()].toSorted((one, other) => one - other);
  write('xref\n');
  for (const section of runsOf(numbers)) {
    write(`${section[0] ?? 0} ${section.length}\n`);
    for (const number of section) write(entryOf(offsets.get(number)));
  }
  const size = (numbers.at(-1) ?? 0) + 1;
  write(`trailer\n<< /Size ${size} /Root 1 0 R ${trailer}>>\nstartxref\n${start}\n%%EOF\n`);
  return joined(parts, length);
}

/** Numbers in order, cut where one is left out. */
function runsOf(numbers: readonly number[]): readonly number[][] {
  const runs: number[][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run?.at(-1) === number - 1) run.push(number);
    else runs.push([number]);
  }
  return runs;
}

/** A line of the cross-reference table; the first entry is always free. */
function entryOf(offset: number | undefined): string {
  return offset === undefined ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`;
}

function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, character => character.charCodeAt(0));
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}
