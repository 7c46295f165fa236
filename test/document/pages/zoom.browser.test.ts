import { expect, nextFrame } from '@open-wc/testing';
import { testAsset } from '../../support/runner-page.ts';
import { numberedPdf, pagesPdf } from '../../support/small-pdf.ts';
import { pageBox, shownViewer, until, type ShownViewer } from '../pdf/shown-viewer.ts';

const LARGEST_AREA = 4096 * 4096;

function canvases({ pages }: ShownViewer): HTMLCanvasElement[] {
  return [...pages.querySelectorAll('canvas')];
}

function area({ width, height }: HTMLCanvasElement): number {
  return width * height;
}

/** The page and the share of it, down and across, that lie at a point of the scroller. */
function placeAt(shown: ShownViewer, x: number, y: number): { index: number; down: number; across: number } {
  const view = shown.scroller.getBoundingClientRect();
  const boxes = [...shown.pages.children].map(page => page.getBoundingClientRect());
  const index = boxes.findLastIndex(({ top }) => top <= view.top + y);
  const box = boxes[index];
  if (box === undefined) throw new Error('Nothing is there.');
  return {
    index,
    down: (view.top + y - box.top) / box.height,
    across: (view.left + x - box.left) / box.width,
  };
}

function wheel(shown: ShownViewer, init: WheelEventInit & { x?: number; y?: number }): WheelEvent {
  const { left, top } = shown.scroller.getBoundingClientRect();
  const event = new WheelEvent('wheel', {
    bubbles: true,
    cancelable: true,
    clientX: left + (init.x ?? 200),
    clientY: top + (init.y ?? 300),
    ...init,
  });
  pageBox(shown, 0).dispatchEvent(event);
  return event;
}

/** A touch with fingers at points of the scroller, as far as the page can make one in every engine. */
function touch(shown: ShownViewer, type: string, fingers: readonly (readonly [number, number])[]): Event {
  const { left, top } = shown.scroller.getBoundingClientRect();
  const event = new Event(type, { bubbles: true, cancelable: true });
  const touches = fingers.map(([x, y]) => ({ clientX: left + x, clientY: top + y }));
  Object.defineProperty(event, 'touches', { value: touches });
  pageBox(shown, 0).dispatchEvent(event);
  return event;
}

/** Whether what is in sight of a page has a pixel for each device pixel. */
function isSharpInSight(shown: ShownViewer, index: number): boolean {
  const page = pageBox(shown, index).getBoundingClientRect();
  const view = shown.scroller.getBoundingClientRect();
  const seen = {
    left: Math.max(page.left, view.left),
    right: Math.min(page.right, view.left + shown.scroller.clientWidth),
    top: Math.max(page.top, view.top),
    bottom: Math.min(page.bottom, view.top + shown.scroller.clientHeight),
  };
  return [...pageBox(shown, index).querySelectorAll('canvas')].some(canvas => {
    const place = canvas.getBoundingClientRect();
    const covers =
      place.left <= seen.left + 1 &&
      place.right >= seen.right - 1 &&
      place.top <= seen.top + 1 &&
      place.bottom >= seen.bottom - 1;
    return covers && Math.abs(canvas.width / place.width - devicePixelRatio) < 0.02;
  });
}

function ink(canvas: HTMLCanvasElement): number {
  const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
  let dark = 0;
  for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 128 && data[at + 3] === 255) dark += 1;
  return dark;
}

describe('zooming by hand', () => {
  it('follows the wheel with Ctrl, and what is under the pointer stays there', async () => {
    const shown = await shownViewer(numberedPdf(5));
    shown.scroller.scrollTop = 700;
    const before = placeAt(shown, 150, 260);
    const scale = shown.state?.scale ?? 0;
    for (let step = 0; step < 6; step += 1) wheel(shown, { ctrlKey: true, deltaY: -100, x: 150, y: 260 });
    await until(() => (shown.state?.scale ?? 0) > scale * 1.5, 'larger');
    const after = placeAt(shown, 150, 260);
    expect(after.index).to.equal(before.index);
    expect(after.down).to.be.closeTo(before.down, 0.01);
    expect(after.across).to.be.closeTo(before.across, 0.01);
    await until(() => isSharpInSight(shown, before.index), 'drawn sharply when it rests');
  });

  it('leaves the plain wheel and one finger to the browser', async () => {
    const shown = await shownViewer(numberedPdf(2));
    expect(wheel(shown, { deltaY: 100 }).defaultPrevented).to.equal(false);
    expect(wheel(shown, { ctrlKey: true, deltaY: -10 }).defaultPrevented).to.equal(true);
    expect(touch(shown, 'touchstart', [[100, 100]]).defaultPrevented).to.equal(false);
    expect(touch(shown, 'touchmove', [[100, 50]]).defaultPrevented).to.equal(false);
    expect(shown.scroller.style.touchAction).to.equal('pan-x pan-y');
  });

  it('follows two fingers: twice as far apart is twice as large, where they are', async () => {
    const shown = await shownViewer(numberedPdf(3));
    shown.scroller.scrollTop = 400;
    const scale = shown.state?.scale ?? 0;
    const before = placeAt(shown, 200, 250);
    touch(shown, 'touchstart', [
      [150, 250],
      [250, 250],
    ]);
    const moved = touch(shown, 'touchmove', [
      [100, 250],
      [300, 250],
    ]);
    touch(shown, 'touchend', []);
    expect(moved.defaultPrevented).to.equal(true);
    await until(() => Math.abs((shown.state?.scale ?? 0) - 2 * scale) < 0.01, 'twice as large');
    expect(placeAt(shown, 200, 250).down).to.be.closeTo(before.down, 0.01);
    expect(placeAt(shown, 200, 250).across).to.be.closeTo(before.across, 0.01);
  });

  it('stays between 25 % and 400 %', async () => {
    const shown = await shownViewer(numberedPdf(1));
    for (let step = 0; step < 40; step += 1) wheel(shown, { ctrlKey: true, deltaY: -400 });
    await until(() => shown.state?.scale === 4, 'at 400 %');
    expect(shown.state?.canZoomIn).to.equal(false);
    for (let step = 0; step < 80; step += 1) wheel(shown, { ctrlKey: true, deltaY: 400 });
    await until(() => shown.state?.scale === 0.25, 'at 25 %');
  });

  it('gives the pages their places once a frame, however many steps there are', async () => {
    const shown = await shownViewer(numberedPdf(3));
    await nextFrame();
    const widths = new Set<string>();
    const watch = new MutationObserver(() => widths.add(pageBox(shown, 0).style.width));
    watch.observe(pageBox(shown, 0), { attributeFilter: ['style'] });
    const scale = shown.state?.scale ?? 0;
    for (let step = 0; step < 20; step += 1) wheel(shown, { ctrlKey: true, deltaY: -10 });
    expect(shown.state?.scale).to.equal(scale);
    await until(() => (shown.state?.scale ?? 0) > scale * 1.3, 'larger');
    await nextFrame();
    watch.disconnect();
    expect(widths.size).to.equal(1);
  });

  it('draws nothing while fingers move', async () => {
    const shown = await shownViewer(numberedPdf(1));
    await nextFrame();
    const [canvas] = canvases(shown);
    wheel(shown, { ctrlKey: true, deltaY: -100 });
    await nextFrame();
    wheel(shown, { ctrlKey: true, deltaY: -100 });
    expect(canvases(shown)[0]).to.equal(canvas);
    await until(() => canvases(shown)[0] !== canvas, 'drawn in the end');
  });
});

describe('pages too large for one canvas', () => {
  it('are sharp where they are in sight, everywhere', async () => {
    const shown = await shownViewer(
      pagesPdf([
        {
          width: 2400,
          height: 3400,
          text: 'Plan',
          content: 'BT /F1 80 Tf 40 3200 Td (Plan) Tj 2110 -3180 Td (Corner) Tj ET',
        },
      ]),
    );
    shown.viewer.zoomTo(4);
    await until(() => isSharpInSight(shown, 0), 'sharp at the beginning');
    shown.scroller.scrollTo(shown.scroller.scrollWidth, shown.scroller.scrollHeight);
    await until(() => isSharpInSight(shown, 0), 'sharp at the end');
    expect(canvases(shown)).to.have.length(2);
    expect(canvases(shown).every(canvas => area(canvas) <= LARGEST_AREA)).to.equal(true);
    await until(() => ink(canvases(shown)[1] ?? document.createElement('canvas')) > 500, 'the corner’s word');
    shown.viewer.zoomTo(0.25);
    await until(() => canvases(shown).length === 1, 'one is enough again');
  });

  for (const file of [
    'huge-page-14400pt',
    'long-page-595x20000',
    'userunit10',
    'mixed-page-sizes',
    'mediabox-zero',
    'rotate90',
  ]) {
    it(`stay within what engines draw: ${file} at 400 %`, async function () {
      const bytes = await testAsset(`pdf/own/${file}.pdf`);
      const shown = await shownViewer(Uint8Array.from(bytes));
      shown.viewer.zoomTo(4);
      await until(() => isSharpInSight(shown, 0), 'sharp');
      expect(canvases(shown).every(canvas => area(canvas) <= LARGEST_AREA)).to.equal(true);
      const bytesHeld = canvases(shown).reduce((sum, canvas) => sum + 4 * area(canvas), 0);
      expect(bytesHeld).to.be.lessThan(300_000_000);
    });
  }

  it('keep few canvases however many there are', async () => {
    const shown = await shownViewer(
      pagesPdf(
        Array.from({ length: 12 }, (_, page) => ({ width: 2400, height: 300, text: `Strip ${page}` })),
      ),
      { width: 900, height: 900 },
    );
    let most = 0;
    const watch = new MutationObserver(() => (most = Math.max(most, canvases(shown).length)));
    watch.observe(shown.pages, { childList: true, subtree: true });
    shown.viewer.zoomTo(4);
    await until(() => isSharpInSight(shown, 0), 'sharp');
    shown.viewer.goToPage(7);
    await until(() => isSharpInSight(shown, 6), 'sharp further on');
    shown.viewer.zoomTo(0.25);
    await until(() => canvases(shown).length > 5, 'many in sight');
    watch.disconnect();
    expect(most).to.be.at.most(12);
  });
});
