import { expect } from '@open-wc/testing';
import type { DocumentPane } from '../../src/document/document-pane.ts';
import { translatorFor } from '../support/translators.ts';
import { testAsset } from '../support/runner-page.ts';
import { numberedPdf, pagesPdf } from '../support/small-pdf.ts';
import {
  canvases,
  loaded,
  pageBoxes,
  paneFor,
  part,
  parts,
  position,
  settled,
  shownPane,
  nextEvent,
  until,
} from './shown-pane.ts';

/** The share of a page's canvas that is not white. */
function inkOf(box: HTMLElement): number {
  const canvas = box.querySelector('canvas');
  if (canvas === null) return 0;
  return inkIn(canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []);
}

/** The share of dark pixels; what lies outside the canvas is transparent, and no ink. */
function inkIn(pixels: ArrayLike<number>): number {
  let inked = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    if ((pixels[at] ?? 255) < 128 && pixels[at + 3] === 255) inked += 1;
  }
  return inked / (pixels.length / 4);
}

function textOf(box: HTMLElement): string {
  return box.querySelector('.text-layer')?.textContent ?? '';
}

/** Scrolls a page to the top and waits until it is drawn with its words. */
async function readPage(pane: DocumentPane, index: number): Promise<string> {
  const box = pageBoxes(pane)[index];
  if (box === undefined) throw new Error(`There is no page ${index + 1}.`);
  box.scrollIntoView();
  await until(() => inkOf(box) > 0 && textOf(box) !== '', `page ${index + 1} drawn`);
  return textOf(box);
}

describe('the document pane', () => {
  it('shows every page of a PDF, drawn and with its words in order', async function () {
    const bytes = await testAsset('pdf/own/ok-3pages.pdf');
    const pane = await shownPane(Uint8Array.from(bytes));
    expect(pageBoxes(pane)).to.have.length(3);
    for (const index of [0, 1, 2]) {
      // oxlint-disable-next-line no-await-in-loop -- a reader turns one page after the other
      const words = await readPage(pane, index);
      expect(words.replaceAll(/\s+/g, ' ')).to.equal(
        `Contrato de teste - pagina ${index + 1} de 3Conteudo original do documento.`,
      );
    }
  });

  it('lets the signer select the words', async () => {
    const pane = await shownPane(numberedPdf(1));
    await readPage(pane, 0);
    const span = part(pane, '.text-layer span');
    getSelection()?.selectAllChildren(span);
    expect(getSelection()?.toString()).to.equal('This is page 1.');
    expect(getComputedStyle(span).color).to.equal('rgba(0, 0, 0, 0)');
  });

  it('lays the words where their picture is, on turned pages too', async () => {
    for (const rotate of [0, 90, 180, 270] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one document after the other
      const pane = await shownPane(pagesPdf([{ text: 'WWWW', rotate }]));
      // oxlint-disable-next-line no-await-in-loop
      await readPage(pane, 0);
      expectWordsOnInk(pane);
    }
  });

  it('names every page for screen readers and hides their pictures', async () => {
    const pane = await shownPane(numberedPdf(2));
    expect(pageBoxes(pane).map(box => [box.getAttribute('role'), box.ariaLabel])).to.deep.equal([
      ['group', 'Page 1'],
      ['group', 'Page 2'],
    ]);
    expect(canvases(pane).every(canvas => canvas.ariaHidden === 'true')).to.equal(true);
  });

  it('says which page is at the middle', async () => {
    const pane = await shownPane(numberedPdf(4));
    expect(position(pane)).to.equal('Page 1 of 4');
    const scroller = part(pane, '.scroller');
    scroller.scrollTop = scroller.scrollHeight;
    await until(() => position(pane) === 'Page 4 of 4');
    scroller.scrollTop = 0;
    await until(() => position(pane) === 'Page 1 of 4');
  });

  it('gives the boxes their true sizes before the pages are drawn, without moving what is read', async () => {
    const pane = await shownPane(
      pagesPdf([
        { text: 'portrait' },
        { text: 'landscape', width: 842, height: 595 },
        { text: 'turned', rotate: 90 },
        { text: 'portrait' },
      ]),
      { width: 640, height: 600 },
    );
    const first = pageBoxes(pane)[0];
    const before = first?.getBoundingClientRect().top;
    await until(() => canvases(pane).length >= 2, 'neighbours drawn');
    expect(first?.getBoundingClientRect().top).to.equal(before);
    await readPage(pane, 2);
    const ratios = pageBoxes(pane)
      .slice(0, 3)
      .map(box => (box.clientWidth / box.clientHeight).toFixed(2));
    expect(ratios).to.deep.equal(['0.71', '1.42', '1.42']);
  });

  it('shows white paper with grey lines while the document is on its way, then the pages', async () => {
    const pane = await paneFor({ status: 'loading' });
    await pane.updateComplete;
    expect(part(pane, '.skeleton').clientHeight).to.be.greaterThan(400);
    expect(position(pane)).to.equal('Opening the document…');
    await until(() => parts(pane, '.scroller').length > 0, 'viewer there');
    expect(part(pane, '.scroller').ariaBusy).to.equal('true');
    expect(part(pane, '.skeleton').clientHeight).to.be.greaterThan(400);
    pane.load = loaded(numberedPdf(2));
    const { pages } = await nextEvent(pane, 'document-shown');
    await settled(pane);
    expect(pages).to.equal(2);
    expect(parts(pane, '.skeleton')).to.have.length(0);
    expect(part(pane, '.scroller').ariaBusy).to.equal('false');
    expect(inkOf(part(pane, '.sheet.page'))).to.be.greaterThan(0);
  });

  it('gives the very bytes for download, under the file’s name', async () => {
    const bytes = numberedPdf(1);
    const pane = await shownPane(bytes, { filename: 'acordo.pdf' });
    const link = part(pane, 'a.download');
    expect(link).to.have.attribute('download', 'acordo.pdf');
    const answer = await fetch(link.getAttribute('href') ?? '');
    expect(new Uint8Array(await answer.arrayBuffer())).to.deep.equal(numberedPdf(1));
    expect(bytes).to.deep.equal(numberedPdf(1));
  });

  it('speaks another language without opening the document again', async () => {
    const pane = await shownPane(numberedPdf(2));
    const canvas = canvases(pane)[0];
    pane.translator = translatorFor('pt-BR');
    await until(() => position(pane) === 'Página 1 de 2');
    await until(() => pageBoxes(pane)[1]?.ariaLabel === 'Página 2');
    expect(canvases(pane)[0]).to.equal(canvas);
  });
});

/** The picture under the words must have ink in it. */
function expectWordsOnInk(pane: DocumentPane): void {
  const canvas = part(pane, '.pages canvas');
  const words = part(pane, '.text-layer span').getBoundingClientRect();
  const paper = canvas.getBoundingClientRect();
  if (!(canvas instanceof HTMLCanvasElement)) throw new Error('Not a canvas.');
  const scale = canvas.width / paper.width;
  const pixels =
    canvas
      .getContext('2d')
      ?.getImageData(
        (words.left - paper.left) * scale,
        (words.top - paper.top) * scale,
        words.width * scale,
        words.height * scale,
      ).data ?? [];
  expect(inkIn(pixels)).to.be.greaterThan(0.1);
}
