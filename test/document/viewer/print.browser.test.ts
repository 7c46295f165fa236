import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { DocumentPane } from '../../../src/document/document-pane.ts';
import { accessibilityViolations } from '../../support/axe.ts';
import { numberedPdf, pagesPdf } from '../../support/small-pdf.ts';
import { withProperty } from '../../support/with-property.ts';
import { button, focused, part, parts, shownPane, tool, until } from '../shown-pane.ts';
import { TestPrinter } from './test-printer.ts';

async function press(pane: DocumentPane, item: string): Promise<void> {
  tool(pane, 'More tools').click();
  await until(() => parts(pane, '.item').length > 0, 'more open');
  button(pane, item).click();
}

function spoken(pane: DocumentPane): string {
  return parts(pane, '[role=status]')
    .map(({ textContent }) => textContent.trim())
    .join('');
}

function frames(pane: DocumentPane): HTMLElement[] {
  return parts(pane, 'iframe');
}

function progress(pane: DocumentPane): string {
  return parts(pane, '#progress')[0]?.textContent ?? '';
}

/** The entry of a page with one link, as a rule 400 points wide and high. */
function link(border: string, rect = '100 100 500 500'): string {
  return `/Annots [ << /Type /Annot /Subtype /Link /Rect [${rect}] ${border} /Dest [0 /Fit] >> ]`;
}

/** How long an ellipse is around (Ramanujan), by its half axes. */
function around(a: number, b: number): number {
  return Math.PI * (3 * (a + b) - Math.sqrt((3 * a + b) * (a + 3 * b)));
}

describe('printing the document', () => {
  let printer: TestPrinter;

  beforeEach(() => {
    printer = new TestPrinter();
  });

  afterEach(() => {
    printer.restore();
  });

  it('prints a picture of every page in a frame of our own, in which nothing could run', async () => {
    const pages = [
      { content: '0 0 595 421 re f' },
      { content: '0 0 842 595 re f', width: 842, height: 595 },
      { text: 'Three' },
    ];
    const pane = await shownPane(
      pagesPdf(pages, { catalog: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>' }),
      { filename: 'lease.pdf' },
    );
    await press(pane, 'Print');
    await until(() => printer.printed.length === 1, 'printed');
    const [printed] = printer.printed;
    expect(printed?.title).to.equal('lease.pdf');
    expect(printed?.suspicious).to.equal(0);
    const [upright, lying, typed] = printed?.sheets ?? [];
    if (typeof upright !== 'object' || typeof lying !== 'object' || typeof typed !== 'object') {
      throw new Error('A sheet has no picture.');
    }
    // A4 at 150 dots an inch.
    expect([upright.width, upright.height]).to.deep.equal([1240, 1754]);
    expect([lying.width, lying.height]).to.deep.equal([1754, 1240]);
    expect(upright.ink).to.be.closeTo(0.5, 0.02);
    expect(lying.ink).to.be.closeTo(1, 0.02);
    expect(typed.ink).to.be.greaterThan(0).and.lessThan(0.05);
    expect(parts(pane, '#progress')).to.have.length(0);
    expect(parts(pane, '.message')).to.have.length(0);
  });

  it('prints the borders of links as they are shown', async () => {
    const pane = await shownPane(
      pagesPdf([
        { content: '', entries: link('/Border [0 0 40] /C [0.5 0 0]') },
        { content: '', entries: link('/Border [0 0 40] /C [0.5 0 0]'), rotate: 90 },
        { content: '', entries: link('/BS << /W 40 /S /D /D [40] >> /C [0]') },
        { content: '', entries: link('/BS << /W 40 /S /U >> /C [0]') },
        { content: '', entries: link('/Border [200 200 40] /C [0]') },
        { content: '', entries: link('/Border [300 300 60] /C [0]', '20 20 575 300') },
        {
          content: '',
          width: 5.95,
          height: 8.42,
          entries: `/UserUnit 100 ${link('/Border [0 0 1] /C [0]', '1 1 5 1.5')}`,
        },
        { content: '', entries: link('/Border [-9 -9 40] /C [0]') },
        { content: '', entries: link('/Border [0 0 40] /C []') },
      ]),
    );
    await press(pane, 'Print');
    await until(() => printer.printed.length === 1, 'printed');
    const inks = printer.printed[0]?.sheets.map(sheet => (typeof sheet === 'object' ? sheet.ink : sheet));
    const page = 595 * 842;
    const box = (400 ** 2 - 320 ** 2) / page;
    const ring = (Math.PI * (200 ** 2 - 160 ** 2)) / page;
    const wanted = [
      box,
      box,
      box / 2,
      (400 * 40) / page,
      ring,
      (around(247.5, 110) * 60) / page,
      (400 * 50) / page,
      box,
      0,
    ];
    expect(inks).to.have.length(wanted.length);
    for (const [index, ink] of wanted.entries()) {
      expect(inks?.[index], `page ${index + 1}`).to.be.closeTo(ink, 0.005);
    }
  });

  it('says how far it is, and can be stopped by a button', async () => {
    const pane = await shownPane(numberedPdf(300));
    await press(pane, 'Print');
    await until(() => /Preparing page ([2-9]|\d\d) of 300/.test(progress(pane)), 'some pages prepared');
    expect(part(pane, 'progress').getAttribute('aria-labelledby')).to.equal('progress');
    button(pane, 'Do not print').click();
    await until(() => frames(pane).length === 0, 'frame gone');
    await until(() => spoken(pane) === 'Printing was stopped.', 'said');
    expect(parts(pane, '#progress')).to.have.length(0);
    expect(printer.printed).to.deep.equal([]);
  });

  it('can be stopped by Escape', async () => {
    const pane = await shownPane(numberedPdf(300));
    await press(pane, 'Print');
    await until(() => progress(pane) !== '', 'begun');
    part(pane, '.scroller').focus();
    await sendKeys({ press: 'Escape' });
    await until(() => frames(pane).length === 0, 'stopped');
    expect(printer.printed).to.deep.equal([]);
  });

  it('has no accessibility violation while it is prepared', async () => {
    const pane = await shownPane(numberedPdf(300));
    await press(pane, 'Print');
    await until(() => progress(pane) !== '', 'begun');
    expect(await accessibilityViolations(pane)).to.deep.equal([]);
    expect(progress(pane)).to.contain('of 300');
  });

  it('keeps one frame however often it is printed, and none when the document goes away', async () => {
    const pane = await shownPane(numberedPdf(2));
    for (let time = 1; time <= 2; time += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one print after the other
      await press(pane, 'Print');
      // oxlint-disable-next-line no-await-in-loop
      await until(() => printer.printed.length === time, 'printed');
      printer.finish();
    }
    expect(frames(pane)).to.have.length(1);
    const viewer = part(pane, 'sign-session-document-viewer');
    pane.remove();
    expect(viewer.shadowRoot?.querySelectorAll('iframe').length).to.equal(0);
  });

  it('gives the focus back when the dialog is closed', async () => {
    const pane = await shownPane(numberedPdf(1));
    tool(pane, 'More tools').focus();
    await press(pane, 'Print');
    await until(() => printer.printed.length === 1, 'printed');
    expect(focused()?.localName, 'so that it is what the browser prints').to.equal('iframe');
    printer.finish();
    expect(focused()?.ariaLabel).to.equal('More tools');
  });

  it('prints nothing of a document that goes away meanwhile', async () => {
    const pane = await shownPane(numberedPdf(300));
    await press(pane, 'Print');
    await until(() => progress(pane) !== '', 'begun');
    const viewer = part(pane, 'sign-session-document-viewer');
    pane.remove();
    expect(viewer.shadowRoot?.querySelectorAll('iframe').length).to.equal(0);
    expect(printer.printed).to.deep.equal([]);
  });

  it('holds one canvas for the printer at a time', async () => {
    const pane = await shownPane(numberedPdf(12));
    const live = new Set<HTMLCanvasElement>();
    let most = 0;
    const create = document.createElement.bind(document);
    const watched = (name: string): HTMLElement => {
      const element = create(name);
      if (element instanceof HTMLCanvasElement) live.add(element);
      const held = [...live].filter(({ width, height, isConnected }) => !isConnected && width * height > 1e6);
      most = Math.max(most, held.length);
      return element;
    };
    await withProperty(document, 'createElement', watched, async () => {
      await press(pane, 'Print');
      await until(() => printer.printed.length === 1, 'printed');
    });
    expect(printer.printed[0]?.sheets).to.have.length(12);
    expect(most).to.be.at.most(1);
  });

  it('says in the place of a page that it could not be drawn', async () => {
    const pane = await shownPane(numberedPdf(3));
    // oxlint-disable-next-line unbound-method -- it is called with its canvas
    const { toBlob } = HTMLCanvasElement.prototype;
    let pictures = 0;
    const flaky = function (this: HTMLCanvasElement, take: BlobCallback, type?: string): void {
      pictures += 1;
      if (pictures === 2) take(null);
      else toBlob.call(this, take, type);
    };
    await withProperty(HTMLCanvasElement.prototype, 'toBlob', flaky, async () => {
      await press(pane, 'Print');
      await until(() => printer.printed.length === 1, 'printed');
    });
    expect(printer.printed[0]?.sheets[1]).to.equal('Page 2 could not be drawn.');
  });

  it('makes a scan a JPEG, and keeps letters as they are', async () => {
    const pane = await shownPane(numberedPdf(1));
    const types: (string | undefined)[] = [];
    // oxlint-disable-next-line unbound-method -- it is called with its canvas
    const { toBlob } = HTMLCanvasElement.prototype;
    const noisy = function (this: HTMLCanvasElement, take: BlobCallback, type?: string): void {
      types.push(type);
      toBlob.call(
        this,
        blob =>
          take(type === 'image/png' && blob !== null ? new Blob([blob, new Uint8Array(600_000)]) : blob),
        type,
      );
    };
    await press(pane, 'Print');
    await until(() => printer.printed.length === 1, 'printed');
    await withProperty(HTMLCanvasElement.prototype, 'toBlob', noisy, async () => {
      await press(pane, 'Print');
      await until(() => printer.printed.length === 2, 'printed again');
    });
    expect(types).to.deep.equal(['image/png', 'image/jpeg']);
  });

  it('says what to do when the pictures would take too much memory', async () => {
    const pane = await shownPane(numberedPdf(4));
    const size = Object.getOwnPropertyDescriptor(Blob.prototype, 'size');
    Object.defineProperty(Blob.prototype, 'size', { configurable: true, get: () => 100_000_000 });
    try {
      await press(pane, 'Print');
      await until(() => parts(pane, '.message').length > 0, 'said');
    } finally {
      if (size !== undefined) Object.defineProperty(Blob.prototype, 'size', size);
    }
    expect(part(pane, '.message').textContent).to.contain('too large to be printed from here');
    expect(frames(pane)).to.have.length(0);
    expect(printer.printed).to.deep.equal([]);
    await until(() => spoken(pane) === part(pane, '.message').textContent, 'said aloud');
  });

  it('says what to do where the browser does not print from here', async () => {
    const pane = await shownPane(numberedPdf(1));
    const nothing = { configurable: true, get: () => null };
    const own = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentDocument');
    Object.defineProperty(HTMLIFrameElement.prototype, 'contentDocument', nothing);
    try {
      await press(pane, 'Print');
      await until(() => parts(pane, '.message').length > 0, 'said');
    } finally {
      if (own !== undefined) Object.defineProperty(HTMLIFrameElement.prototype, 'contentDocument', own);
    }
    expect(part(pane, '.message').textContent).to.contain('Download the document and print it from there');
  });
});
