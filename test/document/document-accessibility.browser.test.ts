import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { DocumentLoad } from '../../src/document/document-load.ts';
import { accessibilityViolations } from '../support/axe.ts';
import { numberedPdf } from './pages-pdf.ts';
import { paneFor, part, percent, refusedPane, shownPane, tool, until } from './shown-pane.ts';

const UNREACHABLE: DocumentLoad = { status: 'failed', problem: 'unreachable' };

describe('the document pane for everyone', () => {
  for (const scheme of ['light', 'dark'] as const) {
    for (const width of [360, 720]) {
      it(`has no accessibility violation, ${scheme}, ${width} px`, async () => {
        const pane = await shownPane(numberedPdf(3), { scheme, width });
        await until(() => pane.renderRoot.querySelector('.text-layer span') !== null, 'words laid');
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
    tool(pane, 'Zoom in').removeAttribute('aria-label');
    expect((await accessibilityViolations(pane)).join()).to.contain('button-name');
  });

  it('goes by Tab from the tools to the download to the pages, and scrolls there by keys', async () => {
    const pane = await shownPane(numberedPdf(4));
    tool(pane, 'Zoom out').focus();
    const visited: string[] = [];
    for (let step = 0; step < 4; step += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one key after the other
      await sendKeys({ press: 'Tab' });
      visited.push(pane.shadowRoot?.activeElement?.ariaLabel ?? '');
    }
    expect(visited).to.deep.equal([
      'Zoom in',
      'Fit to width',
      'Download the document',
      'Pages of the document',
    ]);
    await sendKeys({ press: 'End' });
    await until(() => part(pane, '.position').textContent.trim() === 'Page 4 of 4');
    await sendKeys({ press: 'Home' });
    await until(() => part(pane, '.position').textContent.trim() === 'Page 1 of 4');
  });

  it('says politely which page it is, and nothing about the zoom', async () => {
    const pane = await shownPane(numberedPdf(2));
    expect(part(pane, '.position').role).to.equal('status');
    const before = percent(pane);
    tool(pane, 'Zoom in').click();
    await until(() => percent(pane) !== before);
    const spoken = [...pane.renderRoot.querySelectorAll('[role=status], [role=alert], [aria-live]')];
    expect(spoken.map(element => element.textContent.trim())).to.deep.equal(['Page 1 of 2']);
  });
});
