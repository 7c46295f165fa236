/** A page of a test document: its size in points, the turn in degrees, its one line of Helvetica. */
export interface TestPage {
  readonly width?: number;
  readonly height?: number;
  readonly rotate?: 0 | 90 | 180 | 270;
  readonly text: string;
}

/** A PDF with these pages, written by hand: small, valid, with a true cross-reference table. */
export function pagesPdf(pages: readonly TestPage[]): Uint8Array<ArrayBuffer> {
  const kids = pages.map((_, index) => `${pageObject(index)} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap(pageObjects),
  ];
  let file = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = file.length;
  const entries = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`);
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Uint8Array.from(file, character => character.charCodeAt(0));
}

/** A document of A4 pages that say which page they are. */
export function numberedPdf(count: number): Uint8Array<ArrayBuffer> {
  return pagesPdf(Array.from({ length: count }, (_, index) => ({ text: `This is page ${index + 1}.` })));
}

/** The number of a page's object; its content comes right after it. */
function pageObject(index: number): number {
  return 4 + 2 * index;
}

function pageObjects({ width = 595, height = 842, rotate = 0, text }: TestPage, index: number): string[] {
  const content = `BT /F1 24 Tf 40 ${height - 60} Td (${text}) Tj ET`;
  return [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Rotate ${rotate} ` +
      `/Contents ${pageObject(index) + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
}
