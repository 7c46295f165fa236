import { expect, fixtureCleanup, nextFrame } from '@open-wc/testing';
import type { DocumentPane } from '../../src/document/document-pane.ts';
import { numberedPdf } from '../support/small-pdf.ts';
import {
  canvases,
  loaded,
  pageBoxes,
  paneFor,
  part,
  percent,
  position,
  shownPane,
  tool,
  nextEvent,
  until,
} from './shown-pane.ts';

/** Real workers, counted. */
const workers = { started: new Set<string>(), running: 0 };
const RealWorker = globalThis.Worker;

class CountedWorker extends RealWorker {
  #running = true;

  constructor(url: string | URL, options?: WorkerOptions) {
    super(url, options);
    workers.started.add(String(url));
    workers.running += 1;
  }

  override terminate(): void {
    super.terminate();
    if (this.#running) workers.running -= 1;
    this.#running = false;
  }
}

function wordsIn(pane: DocumentPane, index: number): string {
  return pageBoxes(pane)[index]?.querySelector('.text-layer')?.textContent ?? '';
}

/** Waits until no page has come or gone for some frames. */
async function drawingEnds(pane: DocumentPane): Promise<void> {
  let quietFrames = 0;
  const watch = new MutationObserver(() => (quietFrames = 0));
  watch.observe(part(pane, '.pages'), { childList: true, subtree: true });
  while (quietFrames < 20) {
    quietFrames += 1;
    // oxlint-disable-next-line no-await-in-loop -- frame by frame
    await nextFrame();
  }
  watch.disconnect();
}

describe('the life of a document pane', () => {
  before(() => {
    globalThis.Worker = CountedWorker;
  });

  after(() => {
    globalThis.Worker = RealWorker;
  });

  beforeEach(async () => {
    fixtureCleanup();
    await until(() => workers.running === 0, 'the last test’s workers ended');
    workers.started.clear();
  });

  it('starts its worker while the document is still on its way, and only one', async () => {
    const pane = await paneFor({ status: 'loading' });
    await until(() => workers.running === 1, 'worker started');
    pane.load = loaded(numberedPdf(1));
    await nextEvent(pane, 'document-shown');
    expect([...workers.started]).to.have.length(1);
    expect([...workers.started][0]).to.match(/\/assets\/pdfjs\/pdf-worker\.mjs$/);
    expect(workers.running).to.equal(1);
  });

  it('leaves none where the document fails before there is a viewer', async () => {
    const pane = await paneFor({ status: 'loading' });
    pane.load = { status: 'failed', problem: 'mismatch' };
    await until(() => workers.running === 0, 'ended');
    expect(workers.started.size).to.equal(1);
  });

  it('keeps at most 12 canvases of 300 pages, and draws the last one too', async () => {
    const pane = await shownPane(numberedPdf(300), { height: 700 });
    const scroller = part(pane, '.scroller');
    let most = 0;
    const watch = new MutationObserver(() => (most = Math.max(most, canvases(pane).length)));
    watch.observe(scroller, { childList: true, subtree: true });
    for (let share = 0.1; share <= 1.001; share += 0.1) {
      scroller.scrollTop = share * scroller.scrollHeight;
      const page = pageBoxes(pane)[Math.min(299, Math.round(share * 300))];
      // oxlint-disable-next-line no-await-in-loop -- a reader stops here and there
      await until(() => page?.querySelector('canvas') !== null, `${share} drawn`);
    }
    watch.disconnect();
    expect(position(pane)).to.equal('Page 300 of 300');
    await until(() => wordsIn(pane, 299) === 'This is page 300.');
    expect(most).to.be.at.most(12);
    expect(wordsIn(pane, 0)).to.equal('');
  });

  it('keeps at most 12 canvases when many small pages are in sight', async () => {
    const pane = await shownPane(numberedPdf(60), { height: 2200 });
    const smaller = tool(pane, 'Zoom out');
    const onceSmaller = (before: number) => until(() => percent(pane) < before);
    while (smaller.ariaDisabled !== 'true') {
      const before = percent(pane);
      smaller.click();
      // oxlint-disable-next-line no-await-in-loop -- each press waits for the one before
      await onceSmaller(before);
    }
    part(pane, '.scroller').scrollTop = 8000;
    await until(() => position(pane) !== 'Page 1 of 60');
    await drawingEnds(pane);
    expect(canvases(pane).length).to.be.at.least(7);
    expect(canvases(pane).length).to.be.at.most(12);
  });

  it('leaves nothing behind', async () => {
    const fonts = document.fonts.size;
    const body = document.body.childElementCount;
    const pane = await shownPane(numberedPdf(3));
    await until(() => wordsIn(pane, 0) !== '', 'words laid');
    const link = part(pane, 'a.download').getAttribute('href') ?? '';
    expect((await fetch(link)).ok).to.equal(true);
    fixtureCleanup();
    await until(() => workers.running === 0, 'worker ended');
    expect(document.fonts.size).to.equal(fonts);
    await until(() => document.body.childElementCount <= body, 'the body as before');
    expect(canvases(pane)).to.have.length(0);
    expect(
      await fetch(link).then(
        () => 'there',
        () => 'gone',
      ),
    ).to.equal('gone');
    expect('pdfjsLib' in globalThis).to.equal(false);
  });

  it('ends in the middle of everything without a sound', async () => {
    const early = await paneFor({ status: 'loading' });
    early.remove();
    const opening = await paneFor(loaded(numberedPdf(50)));
    await until(() => workers.running >= 1);
    opening.remove();
    const drawing = await shownPane(numberedPdf(50));
    part(drawing, '.scroller').scrollTop = 8000;
    drawing.remove();
    await until(() => workers.running === 0, 'all workers ended');
  });

  it('comes back when the element is put back', async () => {
    const pane = await shownPane(numberedPdf(2));
    const root = pane.getRootNode();
    pane.remove();
    root.appendChild(pane);
    expect((await nextEvent(pane, 'document-shown')).pages).to.equal(2);
    await until(() => wordsIn(pane, 0) === 'This is page 1.');
    expect(canvases(pane).length).to.be.greaterThan(0);
  });

  it('shows another document in the place of the first', async () => {
    const pane = await shownPane(numberedPdf(2));
    pane.load = loaded(numberedPdf(5));
    expect((await nextEvent(pane, 'document-shown')).pages).to.equal(5);
    await until(() => position(pane) === 'Page 1 of 5');
    expect(pageBoxes(pane)).to.have.length(5);
    await until(() => workers.running === 1, 'the first worker ended');
  });

  it('does not disturb a second pane on the page', async () => {
    const one = await shownPane(numberedPdf(3));
    const two = await shownPane(numberedPdf(4));
    expect(workers.running).to.equal(2);
    one.remove();
    await until(() => workers.running === 1, 'one worker ended');
    const scroller = part(two, '.scroller');
    scroller.scrollTop = scroller.scrollHeight;
    await until(() => wordsIn(two, 3) === 'This is page 4.');
    expect(position(two)).to.equal('Page 4 of 4');
  });

  it('puts off drawing until there is room', async () => {
    const pane = await paneFor(loaded(numberedPdf(2)));
    pane.style.display = 'none';
    await until(() => pageBoxes(pane).length === 2, 'pages laid out');
    expect(canvases(pane)).to.have.length(0);
    const shown = nextEvent(pane, 'document-shown');
    pane.style.display = '';
    await shown;
    expect(pageBoxes(pane)[0]?.clientWidth).to.be.greaterThan(400);
  });
});
