import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { repositoryRoot } from '../../support/repository.ts';
import { FIRST_FREE, type TestDocument } from '../../support/small-pdf.ts';

const FONT = path.join(repositoryRoot, 'node_modules/pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf');

/** A font in the file, as word processors put it there: then neither reader asks for one. */
export async function embeddedFont(): Promise<TestDocument> {
  const file = await readFile(FONT);
  const widths = Array.from({ length: 224 }, () => 556).join(' ');
  const descriptor =
    '<< /Type /FontDescriptor /FontName /ABCDEF+LiberationSans /Flags 32 /FontBBox [-544 -303 1302 980] /ItalicAngle 0 ' +
    `/Ascent 905 /Descent -212 /CapHeight 729 /StemV 80 /FontFile2 ${FIRST_FREE + 1} 0 R >>`;
  return {
    font:
      '<< /Type /Font /Subtype /TrueType /BaseFont /ABCDEF+LiberationSans /Encoding /WinAnsiEncoding ' +
      `/FirstChar 32 /LastChar 255 /Widths [${widths}] /FontDescriptor ${FIRST_FREE} 0 R >>`,
    objects: [
      descriptor,
      { entries: `/Filter /FlateDecode /Length1 ${file.length}`, data: deflateSync(file) },
    ],
  };
}
