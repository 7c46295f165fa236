import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withFile } from '../../service/test/support/pdf-checks.ts';
import { runTool, withoutTools } from '../../service/test/support/tools.ts';
import { pagesOf } from '../src/pages.ts';
import { PdfFile } from '../src/index.ts';
import { ONE_TREE, treePdf, TWO_TREES, type Reader } from './page-trees.ts';
import { bytesOf, stream, textOf, type Bytes } from './update-files.ts';

/** Programs that write a file's text, each page's with a form feed behind it. */
const PROGRAMS: Readonly<Partial<Record<Reader, readonly [string, ...(readonly string[])]>>> = {
  poppler: ['pdftotext', 'FILE', '-'],
  mupdf: ['mutool', 'draw', '-q', '-F', 'txt', 'FILE', '1-9'],
  ghostscript: ['gs', '-q', '-dBATCH', '-dNOPAUSE', '-sDEVICE=txtwrite', '-o', '-', 'FILE'],
};

function textIn(file: Bytes, [program, ...args]: readonly [string, ...(readonly string[])]): string {
  const { stdout } = withFile(file, path =>
    runTool(
      program,
      args.map(arg => (arg === 'FILE' ? path : arg)),
    ),
  );
  return stdout.toString('latin1').replaceAll(/[^\fAB]/g, '');
}

describe('a page tree', () => {
  for (const { what, reason, file } of TWO_TREES)
    it(`is refused for ${what}`, async () => {
      const { ambiguities } = await (await PdfFile.read(file)).survey();
      assert.ok(ambiguities.length > 0);
      assert.deepEqual(new Set(ambiguities.map(found => found.reason)), new Set([reason]));
    });

  for (const [what, file] of Object.entries(ONE_TREE))
    it(`is read: ${what}`, async () => {
      const read = await PdfFile.read(file);
      assert.deepEqual((await read.survey()).ambiguities, []);
      assert.deepEqual([...(await pagesOf(read))], [[1000, 0]]);
    });

  for (const { what, file, readers } of TWO_TREES) {
    const [one, other] = readers.map(reader => PROGRAMS[reader]);
    if (one === undefined || other === undefined) continue;
    it(`is shown differently with ${what}`, { skip: withoutTools(one[0], other[0]) }, () => {
      assert.notEqual(textIn(file, one), textIn(file, other), `${readers.join(' and ')} show the same`);
    });
  }

  it('is not read below a catalog that is a stream, which poppler takes for none', async () => {
    const file = treePdf({ 1: stream('/Type /Catalog /Pages 2 0 R', '') });
    await assert.rejects(pagesOf(await PdfFile.read(file)), { reason: 'page-tree' });
  });

  it('is not read behind PostScript, which Ghostscript runs', async () => {
    for (const head of ['%!PS\n(BBB) show showpage\n', '\n%!\n', '\u0004%!PS-Adobe-3.0\n'])
      await assert.rejects(PdfFile.read(bytesOf(`${head}${textOf(treePdf())}`)), { reason: 'no-header' });
  });
});
