import { expect, nextFrame } from '@open-wc/testing';
import { shownTime } from '../../../src/document/pages/viewed-pages.ts';
import { numberedPdf } from '../../support/small-pdf.ts';
import { fastFrames } from '../fast-frames.ts';
import { pageBox, shownViewer, until, type ShownViewer } from '../pdf/shown-viewer.ts';

/** A page that is read at leisure counts after a second on the screen; this is well beyond it. */
function aWhile(): Promise<void> {
  return shownTime(1500, new AbortController().signal, 250);
}

function isPainted(shown: ShownViewer, index: number): boolean {
  return pageBox(shown, index).querySelector('canvas') !== null;
}

describe('the pages that were seen', () => {
  let slowDown: () => void;

  beforeEach(() => {
    slowDown = fastFrames();
  });

  afterEach(() => slowDown());

  it('are those that were read, not those that were flung past', async () => {
    const shown = await shownViewer(numberedPdf(30));
    for (let page = 2; page <= 15; page += 1) {
      shown.viewer.goToPage(page);
      // oxlint-disable-next-line no-await-in-loop -- one page after the other, as by a hand on the scroll bar
      await nextFrame();
    }
    await until(() => shown.viewed.has(15), 'page 15 seen');
    // The first page may have been read while the viewer was being made.
    expect([...shown.viewed].filter(page => page > 1)).to.deep.equal([15]);
  });

  it('need be painted: a page on its way does not count', async () => {
    const shown = await shownViewer(numberedPdf(30));
    shown.viewer.goToPage(20);
    expect(isPainted(shown, 19)).to.equal(false);
    expect(shown.viewed.has(20)).to.equal(false);
    await until(() => shown.viewed.has(20), 'page 20 seen');
    expect(isPainted(shown, 19)).to.equal(true);
  });

  it('are none while something covers them, and count once it is gone', async () => {
    const shown = await shownViewer(numberedPdf(3));
    shown.scroller.inert = true;
    await aWhile();
    expect([...shown.viewed]).to.deep.equal([]);
    shown.scroller.inert = false;
    await until(() => shown.viewed.has(1), 'page 1 seen');
  });

  it('are none while the pane is out of the browser’s window', async () => {
    const space = document.createElement('div');
    space.style.height = '3000px';
    document.body.prepend(space);
    try {
      window.scrollTo(0, 0);
      const shown = await shownViewer(numberedPdf(3));
      await aWhile();
      expect([...shown.viewed]).to.deep.equal([]);
      shown.scroller.scrollIntoView();
      await until(() => shown.viewed.has(1), 'page 1 seen');
    } finally {
      space.remove();
    }
  });
});
