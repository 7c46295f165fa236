import { expect } from '@open-wc/testing';
import { pagesPdf, type TestPage } from '../../support/small-pdf.ts';
import { withProperty } from '../../support/with-property.ts';
import { newViewer, pageBox, until, type ShownViewer } from '../pdf/shown-viewer.ts';

/** Longer than pdf.js draws in one piece, ms. */
const SLOW = 20;

/** A page full of words. */
const FULL: TestPage = {
  content: `BT /F1 10 Tf 13 TL 40 800 Td ${'(Clause by clause) Tj T* '.repeat(55)} ET`,
};

function pictureOf(shown: ShownViewer, index: number): HTMLCanvasElement | null {
  return pageBox(shown, index).querySelector('canvas');
}

function pixelsOf(picture: HTMLCanvasElement | null): Uint8ClampedArray {
  const context = picture?.getContext('2d');
  if (!picture || !context) throw new Error('There is no picture.');
  return context.getImageData(0, 0, picture.width, picture.height).data;
}

/** The frames in which each canvas was drawn on, as on a machine where letters take long to become pixels. */
async function drawnSlowly(act: () => Promise<void>): Promise<Map<HTMLCanvasElement, Set<unknown>>> {
  const frames = new Map<HTMLCanvasElement, Set<unknown>>();
  const { prototype } = CanvasRenderingContext2D;
  const read: unknown = Object.getOwnPropertyDescriptor(prototype, 'getImageData')?.value;
  if (typeof read !== 'function') throw new Error('A canvas can’t be read.');
  const slowly = function (this: CanvasRenderingContext2D, ...where: unknown[]): unknown {
    const drawn = frames.get(this.canvas) ?? new Set();
    frames.set(this.canvas, drawn.add(document.timeline.currentTime));
    for (const began = performance.now(); performance.now() - began < SLOW;);
    return Reflect.apply(read, this, where);
  };
  await withProperty(prototype, 'getImageData', slowly, act);
  return frames;
}

describe('the drawing of pages', () => {
  it('gives the page’s thread turns once there is something to read, and draws the same', async () => {
    const shown = await newViewer();
    const frames = await drawnSlowly(async () => {
      await shown.viewer.show(pagesPdf([FULL, FULL]));
      await until(() => pictureOf(shown, 1) !== null, 'the second page');
    });
    const [first, second] = [pictureOf(shown, 0), pictureOf(shown, 1)];
    if (first === null || second === null) throw new Error('A page was not drawn.');
    expect(frames.has(first)).to.equal(false);
    expect(frames.get(second)?.size).to.be.greaterThan(3);
    expect(pixelsOf(second)).to.deep.equal(pixelsOf(first));
  });
});
