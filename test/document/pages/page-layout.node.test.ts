import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nearPages, type PageCost, PageLayout } from '../../../src/document/pages/page-layout.ts';

const A4 = { width: 794, height: 1123 };
const OPTIONS = { scale: 0.5, maxWidth: Infinity, top: 10, gap: 12 };

function a4Pages(count: number, options = OPTIONS): PageLayout {
  return new PageLayout(
    Array.from({ length: count }, () => A4),
    options,
  );
}

/** Canvas pixels of a page: next to nothing, and as many as a canvas may have. */
const cheap = (): PageCost => ({ pixels: 1000, canvases: 1 });
const huge = (): PageCost => ({ pixels: 4096 * 4096, canvases: 1 });

describe('where pages lie', () => {
  it('puts them below each other in whole pixels', () => {
    const { boxes } = a4Pages(3);
    assert.deepEqual(
      boxes.map(({ top, width, height }) => [top, width, height]),
      [
        [10, 397, 562],
        [584, 397, 562],
        [1158, 397, 562],
      ],
    );
  });

  it('makes pages smaller that are wider than the room, and no other', () => {
    const layout = new PageLayout([A4, { width: 1588, height: 500 }], { ...OPTIONS, maxWidth: 397 });
    assert.equal(layout.box(0).scale, 0.5);
    assert.equal(layout.box(1).scale, 0.25);
    assert.equal(layout.box(1).height, 125);
  });

  it('finds the page at a height, in a gap the one above', () => {
    const layout = a4Pages(3);
    assert.deepEqual(
      [-50, 0, 10, 571, 572, 583, 584, 1200, 1e6].map(y => layout.pageAt(y)),
      [0, 0, 0, 0, 0, 0, 1, 2, 2],
    );
  });

  it('finds a place again at every height after the scale has changed', () => {
    const before = a4Pages(4);
    const after = a4Pages(4, { ...OPTIONS, scale: 1.3 });
    for (let y = -5; y < 2400; y += 7) {
      const place = before.placeAt(y);
      assert.ok(Math.abs(before.heightOf(place) - y) < 1e-6);
      const again = after.placeAt(after.heightOf(place));
      assert.equal(again.index, place.index);
      assert.ok(Math.abs(again.fraction - place.fraction) < 1e-6);
    }
  });
});

describe('the pages kept drawn', () => {
  it('are those in sight from the middle outwards, then one screen ahead and behind', () => {
    const layout = a4Pages(300);
    const top = layout.box(100).top - 50;
    assert.deepEqual(nearPages(layout, { top, height: 600 }, cheap), [100, 99, 101, 102, 98]);
  });

  it('are never more than eleven', () => {
    const layout = a4Pages(300, { ...OPTIONS, scale: 0.05 });
    assert.equal(nearPages(layout, { top: 0, height: 3000 }, cheap).length, 11);
  });

  it('are fewer when pages are too large to spare memory for all around', () => {
    const layout = a4Pages(300, { ...OPTIONS, scale: 4 });
    const view = { top: layout.box(8).top + 50, height: 4400 };
    assert.deepEqual(nearPages(layout, view, cheap), [8, 9, 7]);
    assert.deepEqual(nearPages(layout, view, huge), [8, 9]);
  });
});
