import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { canvasSize } from '../../src/document/pdf/canvas-size.ts';
import { canZoom, fitScale, nextZoom } from '../../src/document/pdf/zoom.ts';

/** All stops from a scale in one direction. */
function stops(from: number, fit: number, direction: 1 | -1): number[] {
  const seen: number[] = [];
  for (let scale = from; canZoom(scale, fit, direction) && seen.length < 50;) {
    scale = nextZoom(scale, fit, direction);
    seen.push(scale);
  }
  return seen;
}

describe('zoom', () => {
  it('goes up in steps to 400 %', () => {
    assert.deepEqual(stops(0.87, 0.87, 1), [0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4]);
  });

  it('goes down in steps to 25 %', () => {
    assert.deepEqual(stops(0.87, 0.87, -1), [0.75, 0.67, 0.5, 0.33, 0.25]);
  });

  it('goes further down to the fitting scale of a page that is larger than that', () => {
    const down = stops(0.5, 0.03, -1);
    assert.equal(down.at(-1), 0.03);
    assert.ok(down.includes(0.25));
    const up = stops(0.03, 0.03, 1);
    assert.equal(up.at(-1), 4);
    assert.ok(up.includes(0.25));
    assert.ok([0.03, ...up].every((scale, at, all) => at === 0 || scale / (all[at - 1] ?? 0) <= 2));
  });

  it('passes by a level that one would not notice', () => {
    assert.equal(nextZoom(0.99, 0.99, 1), 1.1);
    assert.equal(nextZoom(1.01, 1.01, -1), 0.9);
  });

  it('fits the width, but makes no poster of a stamp', () => {
    assert.equal(fitScale(397, 794), 0.5);
    assert.equal(fitScale(1000, 100), 4);
  });
});

describe('the size of a canvas', () => {
  it('has a pixel for each device pixel', () => {
    assert.deepEqual(canvasSize({ width: 400, height: 566 }, 1.5), { width: 600, height: 849 });
  });

  it('stays within what iOS draws, in the page’s proportions', () => {
    for (const shape of [
      { width: 3174, height: 4490 },
      { width: 456, height: 15_328 },
      { width: 19_200, height: 19_200 },
    ]) {
      const { width, height } = canvasSize(shape, 3);
      assert.ok(width * height <= 4096 * 4096);
      assert.ok(Math.abs(width / height / (shape.width / shape.height) - 1) < 0.01);
    }
  });

  it('is never longer than engines draw, and never nothing', () => {
    assert.ok(canvasSize({ width: 10, height: 100_000 }, 1).height <= 32_767);
    assert.deepEqual(canvasSize({ width: 1, height: 100_000 }, 0.1).width, 1);
  });
});
