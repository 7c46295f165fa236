import { expect, nextFrame } from '@open-wc/testing';
import type { DocumentPane } from '../../../src/document/document-pane.ts';
import { accessibilityViolations } from '../../support/axe.ts';
import { pressKeys } from '../../support/runner-page.ts';
import { numberedPdf } from '../../support/small-pdf.ts';
import { withProperty } from '../../support/with-property.ts';
import {
  button,
  canvases,
  focused,
  frameOf,
  part,
  parts,
  position,
  shownPane,
  tool,
  until,
} from '../shown-pane.ts';

const PHONE = { width: 360, height: 200 };

async function fullView(pane: DocumentPane): Promise<void> {
  tool(pane, 'Full screen').click();
  await until(() => parts(pane, '.back').length > 0, 'the full view');
}

/** What a part of the pane covers, whole CSS px. */
function boxOf(pane: DocumentPane, selector: string): number[] {
  const { left, top, width, height } = part(pane, selector).getBoundingClientRect();
  return [left, top, width, height].map(Math.round);
}

/** Pixels across of the widest picture. */
function widest(pane: DocumentPane): number {
  return Math.max(...canvases(pane).map(({ width }) => width));
}

describe('the document over the whole window', () => {
  it('is opened by a tool, leads back to it, and keeps the page', async () => {
    const pane = await shownPane(numberedPdf(9), PHONE);
    const before = boxOf(pane, '.viewer');
    part(pane, '.scroller').scrollTop = 2000;
    await until(() => position(pane) !== 'Page 1 of 9', 'another page');
    const there = position(pane);
    const narrow = widest(pane);

    await fullView(pane);
    expect(boxOf(pane, '.viewer')).to.deep.equal([0, 0, innerWidth, innerHeight]);
    expect(position(pane)).to.equal(there);
    expect(parts(pane, '.full-view')).to.have.length(0);
    await until(() => focused()?.ariaLabel === 'Pages of the document', 'focus at the pages');
    await until(() => widest(pane) > narrow, 'drawn wider');

    button(pane, 'Back to signing').click();
    await until(() => focused()?.matches('.full-view') === true, 'focus at the tool');
    expect(boxOf(pane, '.viewer')).to.deep.equal(before);
    expect(position(pane)).to.equal(there);
  });

  it('keeps the place in the text of the pages', async () => {
    const pane = await shownPane(numberedPdf(40), PHONE);
    tool(pane, 'More tools').click();
    await until(() => parts(pane, '.item').length > 0, 'more open');
    button(pane, 'Read as text').click();
    await until(() => parts(pane, 'section p').length > 0, 'text read');
    const field = part(pane, '.number');
    if (!(field instanceof HTMLInputElement)) throw new Error('no field for the page');
    field.value = '20';
    field.form?.requestSubmit();
    await until(() => position(pane) === 'Page 20 of 40', 'page 20');
    await fullView(pane);
    expect(position(pane)).to.equal('Page 20 of 40');
    button(pane, 'Back to signing').click();
    await until(() => parts(pane, '.back').length === 0, 'back');
    expect(position(pane)).to.equal('Page 20 of 40');
    await until(() => {
      const heading = part(pane, '#page-20').getBoundingClientRect();
      const box = part(pane, '.viewer').getBoundingClientRect();
      return heading.top >= box.top && heading.top < box.bottom;
    }, 'page 20 in view');
  });

  it('keeps the focus from what it covers', async () => {
    const pane = await shownPane(numberedPdf(2), PHONE);
    const below = document.createElement('button');
    below.textContent = 'Agree';
    frameOf(pane).after(below);
    try {
      await fullView(pane);
      below.focus();
      expect(document.activeElement).not.to.equal(below);
      expect(part(pane, 'dialog').matches(':modal')).to.equal(true);
    } finally {
      below.remove();
    }
  });

  it('is closed by Escape, after what lies over it', async () => {
    const pane = await shownPane(numberedPdf(2), PHONE);
    await fullView(pane);
    tool(pane, 'More tools').click();
    await until(() => parts(pane, '.item').length > 0, 'more open');
    await pressKeys('Escape');
    await until(() => parts(pane, '.item').length === 0, 'more closed');
    expect(parts(pane, '.back')).to.have.length(1);
    await pressKeys('Escape');
    await until(() => parts(pane, '.back').length === 0, 'back');
    expect(part(pane, 'dialog').matches(':modal')).to.equal(false);
  });

  it('says what the signer has to hear', async () => {
    const pane = await shownPane(numberedPdf(2), PHONE);
    await fullView(pane);
    pane.urgent = 'The session ends in 5 minutes';
    await until(() => part(pane, '.back').textContent.includes('The session ends in 5 minutes'), 'said');
  });

  it('is gone with the pane, which comes back in its place', async () => {
    const pane = await shownPane(numberedPdf(2), PHONE);
    const { parentNode: home } = pane;
    await fullView(pane);
    pane.remove();
    home?.append(pane);
    await until(() => parts(pane, '.full-view[aria-disabled=false]').length > 0, 'the tool again');
    expect(boxOf(pane, '.viewer').slice(2)).to.deep.equal([PHONE.width, PHONE.height]);
    await fullView(pane);
    expect(boxOf(pane, '.viewer').slice(2)).to.deep.equal([innerWidth, innerHeight]);
  });

  it('leaves no copy of the document behind when it goes with the pane', async () => {
    const pane = await shownPane(numberedPdf(2), PHONE);
    await fullView(pane);
    const viewer = part(pane, 'dialog');
    const closed = new Promise(resolve => viewer.addEventListener('close', resolve, { once: true }));
    const { setTimeout: later } = globalThis;
    // What is done after a long wait would be done long after the test.
    const atOnce = (act: () => void) => later(act, 0);
    const createObjectURL = URL.createObjectURL.bind(URL);
    let copies = 0;
    const counted = (source: Blob) => {
      copies += 1;
      return createObjectURL(source);
    };
    await withProperty(globalThis, 'setTimeout', atOnce, () =>
      withProperty(URL, 'createObjectURL', counted, async () => {
        pane.remove();
        await closed;
        for (let frames = 0; frames < 5; frames += 1) {
          // oxlint-disable-next-line no-await-in-loop -- one after the other
          await nextFrame();
        }
      }),
    );
    expect(copies).to.equal(0);
  });

  it('is not offered where there are no dialogs', async () => {
    await withProperty(HTMLDialogElement.prototype, 'showModal', undefined, async () => {
      const pane = await shownPane(numberedPdf(2), PHONE);
      expect(parts(pane, '.full-view')).to.have.length(0);
      expect(boxOf(pane, '.viewer').slice(2)).to.deep.equal([PHONE.width, PHONE.height]);
    });
  });

  for (const scheme of ['light', 'dark'] as const) {
    it(`has no accessibility violation, ${scheme}`, async () => {
      const pane = await shownPane(numberedPdf(2), { ...PHONE, scheme });
      expect(await accessibilityViolations(pane)).to.deep.equal([]);
      await fullView(pane);
      expect(await accessibilityViolations(pane)).to.deep.equal([]);
    });
  }
});
