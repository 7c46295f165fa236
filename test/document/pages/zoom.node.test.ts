import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  canvasSize,
  holds,
  pageCanvasSize,
  partCanvasSize,
  sharpArea,
  WHOLE_PAGE,
} from '../../../src/document/pages/canvas-size.ts';
import {
  canZoom,
  clampZoom,
  fitScale,
  leastScale,
  nextZoom,
} from '../../../src/document/pages/page-scroller.ts';

/** All stops from a scale in one direction. */
function stops(from: number, least: number, direction: 1 | -1): number[] {
  const seen: number[] = [];
  for (let scale = from; canZoom(scale, least, direction) && seen.length < 50;) {
    scale = nextZoom(scale, least, direction);
    seen.push(scale);
  }
  return seen;
}

describe('zoom', () => {
  it('goes up in steps to 400 %', () => {
    assert.deepEqual(stops(0.87, 0.25, 1), [0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4]);
  });

  it('goes down in steps to 25 %', () => {
    assert.deepEqual(stops(0.87, 0.25, -1), [0.75, 0.67, 0.5, 0.33, 0.25]);
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
    assert.equal(nextZoom(0.99, 0.25, 1), 1.1);
    assert.equal(nextZoom(1.01, 0.25, -1), 0.9);
  });

  it('has limits: 25 %, less for the widest plan, more where a tall pane would show too many pages', () => {
    const pane = { height: 500, gap: 12 };
    assert.equal(leastScale(0.8, 1123, pane), 0.25);
    assert.equal(leastScale(0.03, 1123, pane), 0.03);
    const tall = leastScale(0.8, 1123, { height: 4500, gap: 12 });
    assert.ok(4500 / (1123 * tall + 12) <= 9.01);
    assert.equal(leastScale(0.3, 1123, { height: 9000, gap: 12 }), 0.3);
    assert.equal(nextZoom(0.5, 0.45, -1), 0.45);
    assert.equal(clampZoom(0.1, 0.25), 0.25);
    assert.equal(clampZoom(9, 0.25), 4);
  });

  it('fits the width, but makes no poster of a stamp', () => {
    assert.equal(fitScale(397, 794), 0.5);
    assert.equal(fitScale(1000, 100), 4);
  });
});

describe('a page that is too large for one canvas', () => {
  const page = { width: 3174, height: 4490 };
  const seen = { left: 100, top: 900, width: 400, height: 700 };

  it('is coarse as a whole', () => {
    const coarse = pageCanvasSize(page, 2, WHOLE_PAGE);
    assert.ok(coarse.width * coarse.height <= 2_000_000);
    assert.deepEqual(pageCanvasSize({ width: 800, height: 1131 }, 2, WHOLE_PAGE), {
      width: 1600,
      height: 2262,
    });
  });

  it('is sharp where it is seen and a little around', () => {
    const area = sharpArea(page, seen, 2);
    assert.ok(holds(area, seen));
    assert.ok(area.height > seen.height);
    const { width, height } = partCanvasSize(area, 2);
    assert.deepEqual([width, height], [area.width * 2, area.height * 2]);
    assert.ok(width * height <= 8_000_000);
  });

  it('does not reach beyond the page', () => {
    const area = sharpArea(page, { left: 2800, top: 3900, width: 374, height: 590 }, 1);
    assert.ok(area.left + area.width <= page.width && area.top + area.height <= page.height);
    assert.equal(sharpArea(page, { left: 0, top: 0, width: 10, height: 10 }, 1).left, 0);
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
