import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { undoPngPrediction } from '../../../packages/verify/src/pdf/png-predictor.ts';

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

describe('PNG prediction is undone', () => {
  for (const [how, { filter, row }] of Object.entries(PREDICTED)) {
    it(`where a row was predicted ${how}`, () => {
      const data = Uint8Array.from([0, ...ABOVE, filter, ...row]);
      assert.deepEqual([...undoPngPrediction(data, 4)], [...ABOVE, ...ROW]);
    });
  }

  it('without reading past an incomplete last row', () => {
    assert.deepEqual([...undoPngPrediction(Uint8Array.from([0, ...ABOVE, 2, 5]), 4)], ABOVE);
  });
});
