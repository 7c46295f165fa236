import { deflateSync } from 'node:zlib';
import { FIRST_FREE, pagesPdf, type TestPage, type TestStream } from './small-pdf.ts';

/** Every so manieth page was scanned, the others typed. The last one is typed. */
const SCANNED = 13;

/** A scanner's sheet: A4 at 100 dpi, grey. */
const SHEET = { width: 827, height: 1169 };

/** A contract as they come: typed, with scanned sheets between. */
export function longContract(count: number): Uint8Array<ArrayBuffer> {
  const pages = Array.from({ length: count }, (_, index) => contractPage(index + 1, count));
  return pagesPdf(pages, { objects: [scannedSheet()] });
}

/** What a typed page says and no other does. */
export function clauseOf(page: number): string {
  return `Clausula ${page}.25 sobre o sigilo`;
}

/** Whether a page of {@link longContract} is a picture. */
export function isScanned(page: number): boolean {
  return page % SCANNED === 0;
}

function contractPage(page: number, pages: number): TestPage {
  if (isScanned(page)) {
    return { content: 'q 595 0 0 842 0 0 cm /Im Do Q', resources: `/XObject << /Im ${FIRST_FREE} 0 R >>` };
  }
  const lines = Array.from({ length: 48 }, (_, index) =>
    index === 25
      ? `(${clauseOf(page)}.) Tj T*`
      : `(${page}.${index} As partes obrigam-se ao que esta linha diz, sem mais.) Tj T*`,
  );
  const heading = `BT /F1 16 Tf 60 780 Td (Contrato, pagina ${page} de ${pages}) Tj ET`;
  return { content: `${heading}\nBT /F1 11 Tf 14 TL 60 745 Td ${lines.join('\n')} ET` };
}

/** Rows of words, as dark stretches of different lengths on paper. */
function scannedSheet(): TestStream {
  const { width, height } = SHEET;
  const pixels = new Uint8Array(width * height).fill(244);
  for (let row = 0; row < 45; row += 1) {
    for (let word = 0; word < 11; word += 1) {
      const left = 90 + word * 58;
      const length = 24 + ((row * 7 + word * 13) % 28);
      for (let y = 100 + row * 22; y < 110 + row * 22; y += 1) {
        pixels.fill(40, y * width + left, y * width + left + length);
      }
    }
  }
  return {
    entries: `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode`,
    data: deflateSync(pixels),
  };
}
