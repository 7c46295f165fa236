import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PdfFile, PdfStructureError, UpdateError } from '../src/index.ts';
import { changesAfter } from './changes.ts';
import {
  basePdf,
  objectIn,
  packedIn,
  signatureObjects,
  signed,
  textOf,
  withUpdate,
  type Bytes,
} from './update-files.ts';

const ROUNDS = 3000;
/** For a small file, on a busy machine. */
const LONGEST_MS = 3000;
const TOKENS = [
  'obj',
  'endobj',
  'stream',
  '<<',
  '>>',
  '[',
  '(',
  '/Length',
  '0 R',
  'xref',
  'trailer',
  '99999999999',
  '\0',
  '%',
  '/Type /XRef',
  '/Prev 9',
];

/** Numbers from 0 up to the limit, always the same. */
function seeded(seed: number): (limit: number) => number {
  let state = seed;
  return limit => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % limit;
  };
}

function mutated(file: Bytes, next: (limit: number) => number): Bytes {
  let text = textOf(file);
  for (let change = 0; change <= next(3); change++) {
    const at = next(text.length);
    const length = next(2) === 0 ? next(4) : next(200);
    const inserted =
      [TOKENS[next(TOKENS.length)] ?? '', String.fromCharCode(next(256)), text.slice(at, at + next(300))][
        next(3)
      ] ?? '';
    text = text.slice(0, at) + inserted + text.slice(at + (next(3) === 0 ? 0 : length));
  }
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

async function outcome(base: Bytes, file: Bytes): Promise<string> {
  try {
    await changesAfter(base, file);
    return 'read';
  } catch (error) {
    if (error instanceof PdfStructureError || error instanceof UpdateError) return error.reason;
    throw error;
  }
}

describe('any bytes', () => {
  const base = signed();
  const { 21: value = '', ...others } = signatureObjects(base, { first: 20 });
  const files = [
    signed(withUpdate(base, { objects: { 30: 'null' } })),
    withUpdate(base, { packed: others, objects: { 21: value, 40: packedIn({}) } }),
  ];

  it('end in a result or a named error, soon', async () => {
    const next = seeded(20_261_120);
    const found = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      const file = mutated(files[round % 2] ?? base, next);
      const start = performance.now();
      // Half of them with changes in the earlier revision, too.
      found.add(await outcome(next(2) === 0 ? base : file.slice(0, next(file.length)), file));
      assert.ok(performance.now() - start < LONGEST_MS);
    }
    assert.ok(found.size > 5, [...found].join(' '));
  });

  it('are read in linear time', async () => {
    const page = objectIn(basePdf(), 1000);
    const hostile: readonly (readonly [string, (count: number) => string])[] = [
      ['strings in strings', count => Array.from({ length: count }, (_, n) => `${n + 10} 0 obj(`).join('\n')],
      [
        'streams without an end',
        count => Array.from({ length: count }, (_, n) => `${n + 10} 0 obj<< >>stream\n`).join(''),
      ],
      ['arrays in arrays', count => `10 0 obj${'['.repeat(count)}`],
      ['integers', count => `10 0 obj[${'1 '.repeat(count)}]endobj\n`],
      ['comments', count => '%\n'.repeat(count)],
      ['starts', count => 'startxref\n'.repeat(count)],
      ['pages', count => `10 0 obj${page}endobj\n`.repeat(count / 100)],
    ];
    for (const [what, text] of hostile) {
      const file = new Uint8Array(Buffer.from(textOf(base) + rowsTo(text(100_000), base.length), 'latin1'));
      const start = performance.now();
      await outcome(file, file);
      assert.ok(performance.now() - start < 3000, what);
    }
  });

  it('are surveyed in linear time where streams share a length behind a long comment', async () => {
    const streams = Array.from(
      { length: 5000 },
      (_, n) => `${n + 10} 0 obj<< /Length 9 0 R >>stream\nx\nendstream endobj\n`,
    );
    const objects =
      '%PDF-1.7\n1 0 obj<< /Type /Catalog >>endobj\n' +
      `9 0 obj %${'x'.repeat(2_000_000)}\n 1 endobj\n${streams.join('')}`;
    const file = await PdfFile.read(new Uint8Array(Buffer.from(rowsTo(objects, 0), 'latin1')));
    const start = performance.now();
    await file.survey();
    assert.ok(performance.now() - start < 3000);
  });
});

/** With a table that lists each object in the text. */
function rowsTo(text: string, offset: number): string {
  const heads = [...text.matchAll(/(\d+) 0 obj/g)];
  const rows = heads.map(
    ({ 1: number = '', index }) => `${number} 1\n${String(offset + index).padStart(10, '0')} 00000 n \n`,
  );
  const table = `xref\n${rows.join('')}trailer\n<< /Size 200000 /Root 1 0 R >>\n`;
  return `${text}\n${table}startxref\n${offset + text.length + 1}\n%%EOF\n`;
}
