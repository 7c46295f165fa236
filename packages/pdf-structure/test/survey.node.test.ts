import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { craftHybridPdf } from '../../service/test/support/crafted-pdf.ts';
import { pdfAsset } from '../../service/test/support/tools.ts';
import { PdfFile, PdfStructureError } from '../src/index.ts';
import { fromFront } from './linearized-file.ts';
import {
  basePdf,
  bytesOf,
  CONTENT,
  OTHER_CONTENT,
  objectIn,
  packedIn,
  previousSection,
  PAGE,
  row,
  stream,
  textOf,
  withUpdate,
  type Bytes,
  type Objects,
} from './update-files.ts';

async function reasonsFor(file: Uint8Array): Promise<string[]> {
  const { ambiguities } = await (await PdfFile.read(file)).survey();
  return ambiguities.map(({ reason }) => reason);
}

const BASE = basePdf();
const retold = (what: string | RegExp, by: string, file = BASE): Bytes =>
  bytesOf(textOf(file).replace(what, by));
/** Its hidden section lists the content as the table does. */
const hybridOf = (base: Bytes, entries = ''): Bytes =>
  withUpdate(base, {
    objects: {
      40: stream(
        `/Type /XRef /W [1 4 2] /Index [${CONTENT} 1] /Size 1100 /Root 1 0 R ${entries}`,
        textOf(
          Buffer.from(
            `01${textOf(base).lastIndexOf(`${CONTENT} 0 obj`).toString(16).padStart(8, '0')}0000`,
            'hex',
          ),
        ),
      ),
    },
    trailer: `/XRefStm ${base.length}`,
  });
const HYBRID = hybridOf(BASE);
const FIRST = `/Prev ${previousSection(BASE)}`;
/** An update whose trailer says so, too. */
const withCopy = (file: Bytes, objects: Objects): Bytes =>
  withUpdate(file, { objects, trailer: `/XRefStm ${BASE.length}` });
const hiddenObject = `${CONTENT} 0 obj\n${OTHER_CONTENT}\nendobj\n`;

/** In a file of this length the newest section is the first, or else an update. */
const LINEARIZED = (length: number, page = PAGE): Bytes =>
  fromFront(BASE, `/Linearized 1 /L ${String(length).padEnd(9)} /O ${page}`);
const WHOLE = LINEARIZED(0).length;
const updatedTo = (length: number): Bytes =>
  withUpdate(LINEARIZED(length), { objects: { [CONTENT]: OTHER_CONTENT } });

/** The catalog is object 4, and the table has no object 0. */
const SHIFTED = bytesOf(
  textOf(BASE)
    .replaceAll(/\b1 0 (?=obj|R)/g, '4 0 ')
    .replace(/xref\n0 4\n(.*\n)(.*\n)(.*\n)(.*\n)/, 'xref\n1 4\n$1$3$4$2'),
);

/** A file with an object inside a stream, as in a PDF that is attached, and something before its header. */
const behind = (before: string): Bytes =>
  bytesOf(before + textOf(basePdf('', '', [stream('', `${CONTENT} 0 obj\n<< >>\nendobj`)])));

const AMBIGUOUS: readonly (readonly [string, string, Bytes])[] = [
  ['an object that no section lists', 'unlisted-bytes', withUpdate(BASE, { unlisted: hiddenObject })],
  ['bytes behind the end', 'unlisted-bytes', retold(/$/, 'PK no PDF')],
  ['a front with other versions than the end', 'linearized', updatedTo(updatedTo(0).length)],
  ['a front that will have other versions than the end', 'linearized', updatedTo(99_999)],
  ['another first page at its front', 'linearized', LINEARIZED(WHOLE, 2)],
  ['a length that is none', 'linearized', fromFront(BASE, '/Linearized 1 /L (1)')],
  ['an object inside a stream, where something precedes the header', 'missing', behind('junk\n')],
  ['a table that readers count from 0', 'listing', SHIFTED],
  [
    'a row under another number',
    'listing',
    withUpdate(BASE, { objects: { [CONTENT]: OTHER_CONTENT }, rows: { [CONTENT]: [[900]] } }),
  ],
  [
    'a row of another generation',
    'generation',
    withUpdate(BASE, { objects: { [PAGE]: objectIn(BASE, PAGE) }, rows: { [PAGE]: [[PAGE, 1]] } }),
  ],
  ['a reference of another generation', 'generation', retold('/Contents 1001 0 R', '/Contents 1001 1 R')],
  ['a key twice', 'double-key', retold('/Rotate 0', '/Type /Ab')],
  ['a second header', 'no-header', withUpdate(BASE, { unlisted: '%PDF-1.7\n' })],
  ['an end out of reach', 'tail', retold(/$/, `%${'x'.repeat(2000)}\n`)],
  [
    'a section that nothing leads to',
    'unlisted-section',
    withUpdate(withUpdate(BASE, {}), { previous: textOf(BASE).indexOf('\nxref') + 1 }),
  ],
  [
    'an older object behind the newer',
    'order',
    withUpdate(withUpdate(BASE, { objects: { [CONTENT]: OTHER_CONTENT } }), {
      moreRows: row(CONTENT, textOf(BASE).indexOf(`\n${CONTENT} 0 obj`) + 1),
    }),
  ],
  [
    'an indirect length, with `endstream` in the stream',
    'stream-length',
    withUpdate(BASE, {
      objects: { 30: '<< /Length 31 0 R >>\nstream\na\nendstream\nb\nendstream', 31: '13' },
    }),
  ],
  [
    'a length that is much too large',
    'stream-length',
    withUpdate(BASE, { objects: { 30: '<< /Length 99 >>\nstream\na\nendstream' } }),
  ],
  [
    'more in an object stream than is listed',
    'object-stream',
    withUpdate(BASE, { isStream: true, objects: { 30: packedIn({ 31: 'null' }) } }),
  ],
  [
    'a reference to cross references',
    'section',
    withUpdate(BASE, { isStream: true, objects: { 30: '<< /A 901 0 R >>' } }),
  ],
  [
    'an object stream in an encrypted file',
    'object-stream',
    withUpdate(BASE, { packed: { 30: 'null' }, trailer: '/Encrypt << /Filter /Standard >>' }),
  ],
  ['a size that excludes objects', 'size', retold('/Size 1002', '/Size 9   ')],
  ['a size beyond all numbers', 'trailer', retold('/Size 1002', '/Size 8388609')],
  [
    'a table after an object stream whose object was replaced',
    'hybrid',
    withUpdate(withUpdate(BASE, { packed: { [PAGE]: objectIn(BASE, PAGE) } }), {
      objects: { [PAGE]: objectIn(BASE, PAGE) },
    }),
  ],
  ['a hybrid, of which some readers find no form', 'hybrid', new Uint8Array(craftHybridPdf())],
];

/** What all readers read alike. */
const PLAIN: readonly (readonly [string, Bytes])[] = [
  ['an object inside a stream', behind('')],
  ['a front that is its end', LINEARIZED(WHOLE)],
  ['a front that was its end', updatedTo(WHOLE)],
  ['a hidden section that says the same', HYBRID],
  ['a hidden section that goes on as the table does', hybridOf(BASE, FIRST)],
  ['a copy of /XRefStm in an update', withCopy(HYBRID, { [CONTENT]: OTHER_CONTENT })],
  [
    'updates',
    withUpdate(withUpdate(BASE, { objects: { [CONTENT]: OTHER_CONTENT } }), { packed: { 30: 'null' } }),
  ],
  [
    'a table after a stream',
    withUpdate(withUpdate(BASE, { packed: { 30: 'null' } }), { objects: { 31: 'null' } }),
  ],
  ['rows of 19 bytes', retold(/ n \n/g, ' n\n')],
  ['a length that is missing', withUpdate(BASE, { objects: { 30: '<< >>\nstream\na\nendstream' } })],
  [
    'a length that is too small',
    withUpdate(BASE, { objects: { 30: '<< /Length 1 >>\nstream\nabc\nendstream' } }),
  ],
  ['comments and white space', withUpdate(BASE, { unlisted: '% a comment\n\0\f ' })],
  [
    'a startxref at the line end before',
    retold(/startxref\n(\d+)/, `startxref\n${textOf(BASE).lastIndexOf('\nxref')}`),
  ],
  [
    'an attached file that is not compressed',
    withUpdate(BASE, { objects: { 30: stream('', textOf(BASE)) } }),
  ],
];

describe('a file in which readers may find two documents', () => {
  for (const [what, reason, file] of AMBIGUOUS) {
    it(`is told by ${what}`, async () => {
      const reasons = await reasonsFor(file);
      assert.ok(reasons.includes(reason), reasons.join(' '));
    });
  }
});

it('a copy of /XRefStm may not bring back what an update replaced', async () => {
  const updated = withUpdate(HYBRID, { objects: { [CONTENT]: OTHER_CONTENT } });
  await assert.rejects(PdfFile.read(withCopy(updated, { 30: 'null' })), { reason: 'hybrid' });
});

it('a hidden section may not go on elsewhere than a table that names it', async () => {
  const [replaced, copied] = [
    withUpdate(BASE, { objects: { [CONTENT]: OTHER_CONTENT } }),
    withCopy(hybridOf(BASE, FIRST), { 30: 'null' }),
  ];
  for (const file of [hybridOf(replaced, FIRST), hybridOf(BASE, '/Prev 9 0 R'), copied])
    await assert.rejects(PdfFile.read(file), PdfStructureError);
});

it('what is before a section may not be stated by a reference', async () => {
  const file = withUpdate(BASE, {});
  const stated = retold(`/Prev ${previousSection(BASE)}`, `/Prev ${previousSection(BASE)} 0 R`, file);
  await assert.rejects(PdfFile.read(stated), { reason: 'cross-references' });
});

describe('a file in which readers find one document', () => {
  for (const [what, file] of PLAIN)
    it(`may have ${what}`, async () => assert.deepEqual(await reasonsFor(file), []));

  for (const name of [
    'qpdf/digitally-signed',
    'qpdf/minimal-signed-restricted',
    'own/linearized',
    'own/ok-objstm',
    'own/leading-junk-900B',
    'own/incremental-append-comment',
    'pdf20/PDF_2.0_via_incremental_save',
    'pdfium/bug_xrefv4_loop',
    'own/enc-aes256-owner-only',
  ]) {
    it(`is ${name}`, async () =>
      assert.deepEqual(await reasonsFor(readFileSync(pdfAsset(`${name}.pdf`))), []));
  }
});
