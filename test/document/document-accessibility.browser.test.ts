import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { DocumentLoad } from '../../src/document/document-load.ts';
import { accessibilityViolations } from '../support/axe.ts';
import { numberedPdf } from '../support/small-pdf.ts';
import {
  focused,
  paneFor,
  part,
  parts,
  percent,
  position,
  refusedPane,
  shownPane,
  tool,
  until,
} from './shown-pane.ts';
import { Spoken } from './toolbar/spoken.ts';

/** The label, else the tooltip, which names a control without words, else the id. */
function labelOf(element: Element | null): string {
  return element?.ariaLabel || element?.getAttribute('title') || element?.id || '';
}

const UNREACHABLE: DocumentLoad = { status: 'failed', problem: 'unreachable' };

describe('the document pane for everyone', () => {
  for (const scheme of ['light', 'dark'] as const) {
    for (const width of [360, 720]) {
      it(`has no accessibility violation, ${scheme}, ${width} px`, async () => {
        const pane = await shownPane(numberedPdf(3), { scheme, width });
        await until(() => parts(pane, '.text-layer span').length > 0, 'words laid');
        expect(await accessibilityViolations(pane)).to.deep.equal([]);
      });
    }

    it(`has none while opening and when it can’t be shown, ${scheme}`, async () => {
      const opening = await paneFor({ status: 'loading' }, { scheme });
      await opening.updateComplete;
      expect(await accessibilityViolations(opening)).to.deep.equal([]);
      const { pane } = await refusedPane(UNREACHABLE, { scheme });
      expect(await accessibilityViolations(pane)).to.deep.equal([]);
    });
  }

  it('lets axe look inside: a button without a name is found', async () => {
    const pane = await shownPane(numberedPdf(1));
    tool(pane, 'Zoom in').removeAttribute('title');
    expect((await accessibilityViolations(pane)).join()).to.contain('button-name');
  });

  it('goes by Tab through the tools to the pages, and scrolls there by keys', async () => {
    const pane = await shownPane(numberedPdf(4), { width: 720 });
    tool(pane, 'Zoom out').focus();
    const visited: string[] = [];
    for (let step = 0; step < 8; step += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one key after the other
      await sendKeys({ press: 'Tab' });
      visited.push(labelOf(focused()));
    }
    expect(visited).to.deep.equal([
      'Zoom in',
      'Fit to width',
      'page',
      'Find in the document',
      'Full screen',
      'Download the document',
      'More tools',
      'Pages of the document',
    ]);
    await sendKeys({ press: 'End' });
    await until(() => position(pane) === 'Page 4 of 4');
    await sendKeys({ press: 'Home' });
    await until(() => position(pane) === 'Page 1 of 4');
  });

  it('says politely which page it is, and how large, once the signer stays there', async () => {
    const pane = await shownPane(numberedPdf(3));
    const spoken = new Spoken(pane);
    try {
      await until(() => spoken.all.at(-1) === 'Page 1 of 3');
      for (let press = 0; press < 3; press += 1) tool(pane, 'Zoom in').click();
      await until(() => spoken.all.at(-1) === `Zoom ${percent(pane)}%`, 'only the last zoom said');
      tool(pane, 'Fit to width').click();
      await until(() => spoken.all.length === 3, 'the full width said');
      const scroller = part(pane, '.scroller');
      scroller.scrollTop = scroller.scrollHeight / 2;
      await until(() => position(pane) === 'Page 2 of 3');
      scroller.scrollTop = scroller.scrollHeight;
      await until(() => spoken.all.at(-1) === 'Page 3 of 3', 'the last page said');
      // A page that was only scrolled past is said where the machine stood still meanwhile, and nowhere else.
      expect(spoken.all.filter(words => words !== 'Page 2 of 3')).to.have.length(4);
    } finally {
      spoken.stop();
    }
  });
});
