import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { constants, deflateSync } from 'node:zlib';
import { Lexer } from '../src/lexer.ts';
import { unpack } from '../src/unpack.ts';
import { entriesOf } from '../src/values.ts';
import { bytesOf } from './update-files.ts';

/** Two rows of four bytes; the second is encoded with each predictor of the PNG specification (9.2). */
const ABOVE = [10, 20, 200, 40];
const ROW = [15, 250, 3, 90];

const PREDICTED: Record<string, { filter: number; row: number[] }> = {
  'not at all': { filter: 0, row: ROW },
  'from the left': { filter: 1, row: [15, 235, 9, 87] },
  'from above': { filter: 2, row: [5, 230, 59, 50] },
  'from their mean': { filter: 3, row: [10, 233, 34, 69] },
  'by Paeth': { filter: 4, row: [5, 230, 9, 87] },
};

const DICTIONARY = entriesOf(
  new Lexer(bytesOf('<< /Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 4 >> >>')).value(),
);
const unpacked = (bytes: readonly number[]): Promise<Uint8Array> =>
  unpack(DICTIONARY, new Uint8Array(deflateSync(Uint8Array.from(bytes))), { left: 100 });

it('data without a last block is unpacked', async () => {
  const row = [0, ...ABOVE];
  const flushed = new Uint8Array(deflateSync(Uint8Array.from(row), { finishFlush: constants.Z_SYNC_FLUSH }));
  assert.deepEqual([...(await unpack(DICTIONARY, flushed, { left: 100 }))], ABOVE);
});

it('data without a header is not unpacked, whether it has an end or not', async () => {
  for (const finishFlush of [constants.Z_SYNC_FLUSH, constants.Z_FINISH])
    for (const head of ['0000', '7800', '78bb', '889c']) {
      const bytes = new Uint8Array(deflateSync(Uint8Array.from([0, ...ABOVE]), { finishFlush }));
      bytes.set(Buffer.from(head, 'hex'));
      await assert.rejects(unpack(DICTIONARY, bytes, { left: 100 }), { reason: 'stream-data' }, head);
    }
});

describe('PNG prediction is undone', () => {
  for (const [how, { filter, row }] of Object.entries(PREDICTED)) {
    it(`where a row was predicted ${how}`, async () => {
      assert.deepEqual([...(await unpacked([0, ...ABOVE, filter, ...row]))], [...ABOVE, ...ROW]);
    });
  }

  it('and an incomplete last row refused', async () => {
    await assert.rejects(unpacked([0, ...ABOVE, 2, 5]), { reason: 'stream-data' });
  });
});

describe('a stream of structure that programs unpack in different ways is refused', () => {
  const PARAMETERS: readonly string[] = [
    '/Filter /Fl',
    '/Filter [null]',
    '/Filter /FlateDecode /F (file)',
    '/Filter /FlateDecode /DP << /Predictor 12 /Columns 4 >>',
    '/Filter /FlateDecode /DecodeParms 9 0 R',
    '/Filter 9 0 R',
    '/Filter /FlateDecode /DecodeParms << /Predictor 9 0 R >>',
    '/Filter /FlateDecode /DecodeParms << /Predictor 2 /Columns 4 >>',
    '/Filter /FlateDecode /DecodeParms << /Predictor 12.5 /Columns 4 >>',
    '/Filter /FlateDecode /DecodeParms << /Predictor 99 /Columns 4 >>',
    '/DecodeParms << /Predictor 12 /Columns 4 >>',
  ];
  for (const parameters of PARAMETERS) {
    it(parameters, async () => {
      const dictionary = entriesOf(new Lexer(bytesOf(`<< ${parameters} >>`)).value());
      const bytes = new Uint8Array(deflateSync(Uint8Array.from([0, ...ABOVE])));
      await assert.rejects(unpack(dictionary, bytes, { left: 100 }), { reason: 'stream-data' });
    });
  }
});
