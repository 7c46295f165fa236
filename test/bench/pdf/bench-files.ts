import { FIRST_FREE, pagesPdf, type TestDocument, type TestPage } from '../../support/small-pdf.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** The documents that are measured, by the names they are reported under. */
export const BENCH_FILES = ['1 page', '50 pages', '300 pages', '7 MB scan'] as const;
export type BenchFile = (typeof BENCH_FILES)[number];

export function hasText(file: BenchFile): boolean {
  return file !== '7 MB scan';
}

export function benchFile(file: BenchFile): Bytes | Promise<Bytes> {
  switch (file) {
    case '1 page':
      return contract(1);
    case '50 pages':
      return contract(50);
    case '300 pages':
      return contract(300);
    case '7 MB scan':
      return scan(7_000_000);
  }
}

const SENTENCE =
  'As partes obrigam-se a manter sigilo sobre os dados e informacoes a que tiverem acesso, sempre.';

/** Pages as a contract has them: a heading and fifty lines. @param extra the font, where it is to be embedded. */
export function contract(count: number, extra: TestDocument = {}): Bytes {
  return pagesPdf(
    Array.from({ length: count }, (_, index) => contractPage(index + 1, count)),
    extra,
  );
}

function contractPage(page: number, pages: number): TestPage {
  const lines = Array.from({ length: 50 }, (_, index) => `(${page}.${index + 1} ${SENTENCE}) Tj T*`);
  const heading = `BT /F1 16 Tf 60 780 Td (CONTRATO, pagina ${page} de ${pages}) Tj ET`;
  return { content: `${heading}\nBT /F1 10 Tf 13.5 TL 60 745 Td ${lines.join('\n')} ET` };
}

/** A4 at 200 dpi in grey, as an office scanner sends it: a JPEG a page, enough pages for so many bytes. */
export async function scan(size: number): Promise<Bytes> {
  const [width, height] = [1654, 2339];
  const jpeg = await scannedSheet(width, height);
  const count = Math.ceil(size / jpeg.length);
  const entries = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`;
  const pages = Array.from({ length: count }, (_, index) => ({
    content: 'q 595 0 0 842 0 0 cm /Im Do Q',
    resources: `/XObject << /Im ${FIRST_FREE + index} 0 R >>`,
  }));
  return pagesPdf(pages, { objects: pages.map(() => ({ entries, data: jpeg })) });
}

/** Lines of words on paper that is never quite white. */
async function scannedSheet(width: number, height: number): Promise<Bytes> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('No canvas to draw on.');
  const paper = context.createImageData(width, height);
  for (let at = 0; at < paper.data.length; at += 4) {
    // Knuth's multiplicative hash: grain that is the same in every run.
    const grey = 235 + ((Math.imul(at, 2_654_435_761) >>> 24) % 20);
    paper.data.set([grey, grey, grey, 255], at);
  }
  context.putImageData(paper, 0, 0);
  context.font = '34px sans-serif';
  for (let line = 0; line < 45; line += 1) context.fillText(SENTENCE, 160, 220 + 45 * line, width - 320);
  const file = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 });
  return new Uint8Array(await file.arrayBuffer());
}
