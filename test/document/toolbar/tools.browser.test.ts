import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { DocumentPane } from '../../../src/document/document-pane.ts';
import { accessibilityViolations } from '../../support/axe.ts';
import { pressKeys } from '../../support/runner-page.ts';
import { numberedPdf } from '../../support/small-pdf.ts';
import {
  button,
  field,
  focused,
  part,
  parts,
  percent,
  position,
  shownPane,
  tool,
  until,
} from '../shown-pane.ts';
import { contentsPdf } from '../links/contents-pdf.ts';

async function typePage(pane: DocumentPane, page: string): Promise<void> {
  field(pane, '#page').focus();
  await sendKeys({ type: page });
  await sendKeys({ press: 'Enter' });
}

async function openMore(pane: DocumentPane): Promise<void> {
  tool(pane, 'More tools').click();
  await until(() => parts(pane, '.item').length > 0, 'more open');
}

/** Whether a control can be seen and is large enough to be hit. */
function isTarget(control: HTMLElement): boolean {
  const { width, height } = control.getBoundingClientRect();
  return width >= 24 && height >= 24;
}

describe('the document’s toolbar', () => {
  it('goes to the page that is typed', async () => {
    const pane = await shownPane(numberedPdf(50));
    await typePage(pane, '37');
    await until(() => position(pane) === 'Page 37 of 50');
    expect(focused()?.id).to.equal('page');
  });

  it('goes to the nearest page there is, and takes back what is no number', async () => {
    const pane = await shownPane(numberedPdf(9));
    await typePage(pane, '400');
    await until(() => position(pane) === 'Page 9 of 9');
    await typePage(pane, 'nine');
    await until(() => position(pane) === 'Page 9 of 9');
    await typePage(pane, '0');
    await until(() => position(pane) === 'Page 1 of 9');
  });

  it('does not overwrite what is being typed, and forgets it when the signer goes elsewhere', async () => {
    const pane = await shownPane(numberedPdf(9));
    const number = field(pane, '#page');
    number.focus();
    await sendKeys({ type: '4' });
    const scroller = part(pane, '.scroller');
    scroller.scrollTop = scroller.scrollHeight;
    tool(pane, 'Zoom in').click();
    await until(() => percent(pane) === 75);
    expect(number.value).to.equal('4');
    scroller.focus();
    await until(() => position(pane) === 'Page 9 of 9');
  });

  it('has everything at hand on a wide pane', async () => {
    const pane = await shownPane(contentsPdf(), { width: 720 });
    await until(() => parts(pane, 'button[title=Contents]').length > 0, 'contents known');
    for (const name of [
      'Contents',
      'Zoom out',
      'Zoom in',
      'Fit to width',
      'Find in the document',
      'More tools',
    ]) {
      expect(isTarget(tool(pane, name)), name).to.equal(true);
    }
  });

  it('puts zoom and contents under “more” on a narrow pane', async () => {
    const pane = await shownPane(contentsPdf(), { width: 320 });
    await until(() => parts(pane, 'button[title=Contents]').length > 0, 'contents known');
    expect(isTarget(tool(pane, 'Zoom in'))).to.equal(false);
    const tools = part(pane, '.tools');
    expect(tools.scrollWidth).to.equal(tools.clientWidth);
    await openMore(pane);
    const zoomIn = parts(pane, '[title="Zoom in"]').find(isTarget);
    const before = percent(pane);
    zoomIn?.click();
    await until(() => percent(pane) > before);
    button(pane, 'Contents').click();
    await until(() => parts(pane, '.entry').length > 0, 'contents open');
    expect(parts(pane, 'sign-session-document-more')).to.have.length(0);
  });

  it('opens “more” with the focus in it, and Escape leads back', async () => {
    const pane = await shownPane(numberedPdf(2));
    const more = tool(pane, 'More tools');
    more.focus();
    await pressKeys('Enter');
    await until(() => focused()?.textContent.trim() === 'Read as text', 'focus in the panel');
    expect(more.ariaExpanded).to.equal('true');
    await pressKeys('Escape');
    await until(() => focused() === more, 'focus back');
    expect(more.ariaExpanded).to.equal('false');
  });

  it('closes “more” when the signer goes on elsewhere', async () => {
    const pane = await shownPane(numberedPdf(2));
    await openMore(pane);
    part(pane, '.scroller').focus();
    await until(() => parts(pane, 'sign-session-document-more').length === 0);
  });

  for (const size of [24, 32])
    it(`lays no control over another one with text of ${size} px on a narrow pane`, async () => {
      const pane = await shownPane(numberedPdf(30), { width: 360 });
      pane.style.fontSize = `${size}px`;
      await until(() => getComputedStyle(part(pane, '.position')).fontSize !== '16px', 'large text');
      const end = part(pane, '.end').getBoundingClientRect();
      const { scrollWidth, clientWidth } = part(pane, '.position');
      expect(scrollWidth).to.be.at.most(clientWidth);
      expect(part(pane, '.position').getBoundingClientRect().right).to.be.at.most(end.left);
      expect(end.right).to.be.at.most(pane.getBoundingClientRect().right);
    });

  for (const scheme of ['light', 'dark'] as const) {
    it(`has no accessibility violation with “more” open, ${scheme}`, async () => {
      const pane = await shownPane(contentsPdf(), { width: 360, scheme });
      await openMore(pane);
      expect(await accessibilityViolations(pane)).to.deep.equal([]);
    });
  }
});
