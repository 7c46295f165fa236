import { deflateSync } from 'node:zlib';

interface CraftedPdf {
  /** Objects 1, 2, … in the cross references; the first is the catalog. */
  objects: readonly string[];
  /** Latin-1, written before the cross references but not listed in them, so only some programs see it. */
  unlisted?: string;
}

/** The objects of a one-page document, for tests to change. */
export const PLAIN_OBJECTS = [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>',
  '<< /Length 0 >>\nstream\n\nendstream',
] as const;

/** Writes a PDF with a correct cross-reference table. */
export function craftPdf({ objects, unlisted = '' }: CraftedPdf): Uint8Array {
  let file = '%PDF-1.4\n';
  const entries = objects.map((object, index) => {
    const entry = `${String(file.length).padStart(10, '0')} 00000 n \n`;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return entry;
  });
  file += unlisted;
  const size = objects.length + 1;
  const start = file.length;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}`;
  file += `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Uint8Array.from(Buffer.from(file, 'latin1'));
}

/**
 * A stream object, in Latin-1, that unpacks to this many spaces and takes about a thousandth of that in the file.
 */
export function bombObject(number: number, dictionary: string, unpackedBytes: number): string {
  const data = deflateSync(Buffer.alloc(unpackedBytes, ' '));
  const head = `${number} 0 obj\n<< ${dictionary} /Filter /FlateDecode /Length ${data.length} >>\nstream\n`;
  return `${head}${data.toString('latin1')}\nendstream\nendobj\n`;
}

/**
 * A hybrid file (ISO 32000-2, 7.5.8.4): old readers see no form; newer ones find it (object 5) in an object stream
 * that is listed only in the stream at `/XRefStm`.
 */
export function craftHybridPdf(): Uint8Array {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /AcroForm 5 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
    '<< /Type /ObjStm /N 1 /First 4 /Length 21 >>\nstream\n5 0 << /Fields [ ] >>\nendstream',
  ];
  let file = '%PDF-1.5\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const hidden = file.length;
  const rows = Buffer.from([2, 0, 4, 0, 1, hidden >> 8, hidden & 255, 0]).toString('latin1');
  file += '6 0 obj\n<< /Type /XRef /W [1 2 1] /Index [5 2] /Size 7 /Root 1 0 R /Length 8 >>\n';
  file += `stream\n${rows}\nendstream\nendobj\n`;
  const start = file.length;
  const entries = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`);
  file += `xref\n0 7\n0000000000 65535 f \n${entries.join('')}${'0000000000 00000 f \n'.repeat(2)}`;
  file += `trailer\n<< /Size 7 /Root 1 0 R /XRefStm ${hidden} >>\nstartxref\n${start}\n%%EOF\n`;
  return Uint8Array.from(Buffer.from(file, 'latin1'));
}
