import { expect } from '@open-wc/testing';
import { numberedPdf } from '../../support/small-pdf.ts';
import { pageBox, shownViewer, until, type ShownViewer } from '../pdf/shown-viewer.ts';

function canvasOf(shown: ShownViewer): HTMLCanvasElement {
  const canvas = pageBox(shown, 0).querySelector('canvas');
  if (canvas === null) throw new Error('The page is not painted.');
  return canvas;
}

/** A screen that the window can be moved away from; browsers tell of it by a media query that ends. */
class TestScreen {
  readonly #queries: EventTarget[] = [];
  readonly #matchMedia = globalThis.matchMedia;

  constructor() {
    const queries = this.#queries;
    Object.defineProperty(window, 'matchMedia', {
      configurable: true,
      value: () => {
        const query = new EventTarget();
        queries.push(query);
        return query;
      },
    });
  }

  moveTo(pixelRatio: number): void {
    Object.defineProperty(window, 'devicePixelRatio', { configurable: true, value: pixelRatio });
    for (const query of this.#queries.splice(0)) query.dispatchEvent(new Event('change'));
  }

  restore(pixelRatio: number): void {
    Object.defineProperty(window, 'devicePixelRatio', { configurable: true, value: pixelRatio });
    Object.defineProperty(window, 'matchMedia', { configurable: true, value: this.#matchMedia });
  }
}

describe('a window that moves to another screen', () => {
  const usual = devicePixelRatio;
  let screen: TestScreen;

  beforeEach(() => {
    screen = new TestScreen();
  });

  afterEach(() => {
    screen.restore(usual);
  });

  it('has its pages drawn anew, as sharp as the screen is, each time', async () => {
    const shown = await shownViewer(numberedPdf(2));
    const width = pageBox(shown, 0).clientWidth;
    expect(canvasOf(shown).width).to.equal(Math.round(width * usual));
    for (const pixelRatio of [2, 3, 1.5]) {
      screen.moveTo(pixelRatio);
      // oxlint-disable-next-line no-await-in-loop -- one screen after the other
      await until(() => canvasOf(shown).width === Math.round(width * pixelRatio), `drawn for ${pixelRatio}`);
    }
  });

  it('has the part in sight of a large page drawn anew too', async () => {
    const shown = await shownViewer(numberedPdf(1), { width: 900, height: 600 });
    shown.viewer.zoomTo(4);
    const parts = (): HTMLCanvasElement[] => [...pageBox(shown, 0).querySelectorAll('canvas')];
    const sharpness = (): number => {
      const part = parts()[1];
      return part === undefined ? 0 : part.width / part.getBoundingClientRect().width;
    };
    screen.moveTo(1);
    await until(() => Math.abs(sharpness() - 1) < 0.02, 'a pixel for a pixel');
    screen.moveTo(2);
    await until(() => Math.abs(sharpness() - 2) < 0.02, 'two for each');
  });
});
