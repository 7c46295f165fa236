import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { readChunks, type Chunk } from './support/bundle-chunks.ts';
import { budgetsOf } from './support/size-budgets.ts';

function chunk(name: string, brotli: number, parts: Partial<Chunk> = {}): Chunk {
  const bytes = { raw: 0, gzip: 0, brotli };
  return { name, bytes, modules: [], staticImports: [], dynamicImports: [], ...parts };
}

const worker = (name: string, brotli: number) => ({ name, bytes: { raw: 0, gzip: 0, brotli } });
const workers = { pdf: worker('pdf-worker', 7), certificate: worker('certificate-worker', 8) };

const BUILD = [
  chunk('sign-session.js', 1, {
    staticImports: ['lit.js'],
    dynamicImports: [
      'pdf-viewer.js',
      'pdfjs.js',
      'outcome.js',
      'unlisted.js',
      'otp.js',
      'certificate.js',
      'liveness.js',
    ],
  }),
  chunk('lit.js', 10),
  chunk('unlisted.js', 100, { modules: ['src/screens/unlisted/unlisted-screen.ts'] }),
  chunk('outcome.js', 200, { modules: ['src/screens/outcome/outcome-screen.ts'] }),
  chunk('otp.js', 1000, { modules: ['src/screens/otp/otp-screen.ts'] }),
  chunk('certificate.js', 2000, { modules: ['src/certificate/suitability.ts'] }),
  chunk('liveness.js', 3000, { modules: ['src/face/challenge.ts'] }),
  chunk('pdf-viewer.js', 10_000, {
    modules: ['src/document/controller/pdf-viewer.ts'],
    staticImports: ['lit.js', 'pages.js', 'pdfjs.js'],
  }),
  chunk('pdfjs.js', 20_000, { modules: ['node_modules/pdfjs-dist/legacy/build/pdf.mjs'] }),
  chunk('pages.js', 100_000),
];

describe('the size budgets', () => {
  it('count what a click-only session loads, and apart from it what a PDF and each further step add', () => {
    const [click, end, pdf, code, certificate, cloud, portal, bridge, liveness] = budgetsOf(BUILD, workers);
    assert.deepEqual(click?.files, ['sign-session.js', 'lit.js', 'unlisted.js']);
    assert.equal(click.brotli, 111);
    assert.deepEqual(end?.files, ['outcome.js']);
    assert.deepEqual(pdf?.files, ['pdf-viewer.js', 'pages.js', 'pdfjs.js', 'pdf-worker']);
    assert.equal(pdf.brotli, 130_007);
    assert.deepEqual(code?.files, ['otp.js']);
    assert.deepEqual(certificate?.files, ['certificate.js', 'certificate-worker']);
    assert.equal(certificate.brotli, 2008);
    assert.deepEqual([cloud?.files, portal?.files, bridge?.files], [[], [], []]);
    assert.deepEqual(liveness?.files, ['liveness.js']);
  });

  it('refuse to measure a build without pdf.js, or with pdf.js in the first script', () => {
    assert.throws(() => budgetsOf(BUILD.slice(0, 1), workers), /No chunk .* pdf\.js/);
    const inside = chunk('sign-session.js', 1, { modules: ['node_modules/pdfjs-dist/build/pdf.mjs'] });
    assert.throws(() => budgetsOf([inside], workers), /dynamic import/);
  });

  it('read imports and modules from what the bundler wrote', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'chunks-'));
    const code =
      'import"./side.js";import{a as b}from"./a-1_x.js";export*from"./a-1_x.js";b(()=>import(`./late.js`));';
    await writeFile(path.join(folder, 'entry.js'), code);
    await writeFile(path.join(folder, 'entry.js.map'), '{"sources":["../../src/index.ts"]}');
    const [entry] = await readChunks(folder);
    assert.deepEqual(entry?.staticImports, ['side.js', 'a-1_x.js']);
    assert.deepEqual(entry.dynamicImports, ['late.js']);
    assert.deepEqual(entry.modules, ['src/index.ts']);
    assert.equal(entry.bytes.raw, code.length);
    await rm(folder, { recursive: true });
  });
});
