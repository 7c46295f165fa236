import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import type { DocumentPane } from '../../src/document/document-pane.ts';
import { numberedPdf, pagesPdf } from '../support/small-pdf.ts';
import {
  canvases,
  focused,
  frameOf,
  pageBoxes,
  part,
  parts,
  percent,
  position,
  shownPane,
  tool,
  until,
} from './shown-pane.ts';

function firstBox(pane: DocumentPane): HTMLElement {
  return part(pane, '.sheet.page');
}

/** The width that a page may fill: what the scroller has, without the margins at both sides. */
function room(pane: DocumentPane): number {
  return part(pane, '.scroller').clientWidth - 2 * (pane.clientWidth < 560 ? 12 : 24);
}

async function press(pane: DocumentPane, label: string): Promise<void> {
  const before = percent(pane);
  tool(pane, label).click();
  await until(() => percent(pane) !== before, `${label} changes ${before} %`);
}

/** Whether the first page's canvas has a pixel for each device pixel of its box. */
function isSharp(pane: DocumentPane): boolean {
  const canvas = canvases(pane)[0];
  return canvas?.width === Math.round(firstBox(pane).clientWidth * devicePixelRatio);
}

/** Where an element is on a page: its sides as shares of the page's. */
function shareOfPage(element: HTMLElement, page: HTMLElement): readonly number[] {
  const [box, whole] = [element.getBoundingClientRect(), page.getBoundingClientRect()];
  return [
    (box.left - whole.left) / whole.width,
    (box.top - whole.top) / whole.height,
    box.width / whole.width,
    box.height / whole.height,
  ];
}

/** Where the middle of the view lies in the document: page and share of its height. */
function placeAtMiddle(pane: DocumentPane): { page: number; share: number } {
  const view = part(pane, '.scroller').getBoundingClientRect();
  const middle = view.top + view.height / 2;
  const boxes = pageBoxes(pane).map(box => box.getBoundingClientRect());
  const page = boxes.findLastIndex(box => box.top <= middle);
  const box = boxes[page];
  if (box === undefined) throw new Error('Nothing is at the middle.');
  return { page, share: (middle - box.top) / box.height };
}

describe('the document’s zoom', () => {
  it('fits the width to begin with, and says how large that is', async () => {
    const pane = await shownPane(numberedPdf(2), { width: 600 });
    expect(firstBox(pane).clientWidth).to.equal(room(pane));
    // A4 is 595 pt wide: 793 CSS px at 96 dpi.
    expect(percent(pane)).to.equal(Math.round((room(pane) / (595 * (96 / 72))) * 100));
  });

  it('keeps the fit when the container changes', async () => {
    const pane = await shownPane(numberedPdf(2), { width: 600 });
    const frame = frameOf(pane);
    frame.style.width = '700px';
    await until(() => firstBox(pane).clientWidth === room(pane) && room(pane) > 600);
    frame.style.width = '320px';
    await until(() => firstBox(pane).clientWidth === room(pane) && room(pane) < 300);
    expect(part(pane, '.scroller').scrollWidth).to.equal(part(pane, '.scroller').clientWidth);
    await until(() => isSharp(pane), 'redrawn at the new width');
  });

  it('goes up and down by the buttons and back to the width, and draws sharply again', async () => {
    const pane = await shownPane(numberedPdf(2), { width: 600 });
    const fitted = percent(pane);
    await press(pane, 'Zoom in');
    expect(percent(pane)).to.equal(75);
    await press(pane, 'Zoom in');
    expect(percent(pane)).to.equal(90);
    await until(() => isSharp(pane), 'redrawn larger');
    await press(pane, 'Zoom out');
    expect(percent(pane)).to.equal(75);
    await press(pane, 'Fit to width');
    expect(percent(pane)).to.equal(fitted);
    expect(firstBox(pane).clientWidth).to.equal(room(pane));
  });

  it('shows the new size before it draws anew', async () => {
    const pane = await shownPane(numberedPdf(1), { width: 600 });
    await press(pane, 'Zoom in');
    await until(() => isSharp(pane), 'drawn larger');
    await new Promise(requestAnimationFrame);
    let drawn = 0;
    const create = document.createElement.bind(document);
    document.createElement = (name: string) => {
      if (name === 'canvas') drawn += 1;
      return create(name);
    };
    try {
      tool(pane, 'Zoom in').click();
      await new Promise(requestAnimationFrame);
      expect(drawn, 'canvases of the frame that shows it').to.equal(0);
      await until(() => isSharp(pane), 'drawn anew');
      expect(drawn).to.be.greaterThan(0);
    } finally {
      Reflect.deleteProperty(document, 'createElement');
    }
  });

  for (const rotate of [0, 90] as const) {
    it(`keeps the text of a page turned by ${rotate}° over its picture, without laying it out again`, async () => {
      const pane = await shownPane(pagesPdf([{ text: 'WWWW', rotate }]), { width: 600 });
      const words = () => part(pane, '.text-layer span');
      await until(() => parts(pane, '.text-layer span').length > 0, 'the text');
      const before = shareOfPage(words(), firstBox(pane));
      const size = getComputedStyle(words()).fontSize;
      for (const label of ['Zoom in', 'Zoom in', 'Zoom out'] as const) {
        await press(pane, label);
        shareOfPage(words(), firstBox(pane)).forEach((side, at) => {
          expect(side, `${label}: side ${at}`).to.be.closeTo(before[at] ?? NaN, 0.002);
        });
        expect(getComputedStyle(words()).fontSize).to.equal(size);
      }
    });
  }

  it('stops at 400 % and at 25 %, and keeps the focus on the button there', async () => {
    const pane = await shownPane(numberedPdf(1), { width: 600 });
    const bigger = tool(pane, 'Zoom in');
    bigger.focus();
    // oxlint-disable-next-line no-await-in-loop -- each press waits for the one before
    while (bigger.ariaDisabled !== 'true') await press(pane, 'Zoom in');
    expect(percent(pane)).to.equal(400);
    expect(focused() === bigger).to.equal(true);
    const canvas = canvases(pane)[0];
    expect((canvas?.width ?? 0) * (canvas?.height ?? 0)).to.be.at.most(4096 * 4096);
    const smaller = tool(pane, 'Zoom out');
    // oxlint-disable-next-line no-await-in-loop
    while (smaller.ariaDisabled !== 'true') await press(pane, 'Zoom out');
    expect(percent(pane)).to.equal(25);
  });

  it('scrolls sideways only when it is zoomed', async () => {
    const pane = await shownPane(numberedPdf(1), { width: 320 });
    const scroller = part(pane, '.scroller');
    expect(scroller.scrollWidth).to.equal(scroller.clientWidth);
    for (let times = 0; times < 4; times += 1) {
      // oxlint-disable-next-line no-await-in-loop -- each press waits for the one before
      await press(pane, 'Zoom in');
    }
    expect(scroller.scrollWidth).to.be.greaterThan(scroller.clientWidth);
  });

  it('keeps the place being read', async () => {
    const pane = await shownPane(numberedPdf(6), { width: 600 });
    const scroller = part(pane, '.scroller');
    pageBoxes(pane)[3]?.scrollIntoView();
    scroller.scrollTop += 100;
    await until(() => position(pane) === 'Page 4 of 6');
    const before = placeAtMiddle(pane);
    await press(pane, 'Zoom in');
    await press(pane, 'Zoom in');
    const after = placeAtMiddle(pane);
    expect(after.page).to.equal(before.page);
    expect(after.share).to.be.closeTo(before.share, 0.01);
    await press(pane, 'Fit to width');
    expect(placeAtMiddle(pane).share).to.be.closeTo(before.share, 0.02);
  });

  it('obeys + and - and 0 while the pages have the focus', async () => {
    const pane = await shownPane(numberedPdf(1), { width: 600 });
    const fitted = percent(pane);
    part(pane, '.scroller').focus();
    await sendKeys({ press: '+' });
    await until(() => percent(pane) === 75);
    await sendKeys({ press: '-' });
    await until(() => percent(pane) === 67);
    await sendKeys({ press: '0' });
    await until(() => percent(pane) === fitted);
  });

  it('makes a page that is wider than the first smaller instead of scrolling sideways', async () => {
    const pane = await shownPane(pagesPdf([{ text: 'tall' }, { text: 'wide', width: 1684, height: 400 }]));
    await until(() => canvases(pane).length === 2, 'both drawn');
    expect(pageBoxes(pane)[1]?.clientWidth).to.equal(room(pane));
    expect(part(pane, '.scroller').scrollWidth).to.equal(part(pane, '.scroller').clientWidth);
  });

  it('fits in 320 CSS px', async () => {
    await setViewport({ width: 800, height: 700 });
    const pane = await shownPane(numberedPdf(300), { width: 320, height: 480 });
    const tools = part(pane, '.tools');
    expect(tools.scrollWidth).to.equal(tools.clientWidth);
    const label = part(pane, '.position');
    expect(label.scrollWidth).to.equal(label.clientWidth);
  });
});
