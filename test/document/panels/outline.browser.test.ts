import { expect } from '@open-wc/testing';
import type { DocumentPane } from '../../../src/document/document-pane.ts';
import { accessibilityViolations } from '../../support/axe.ts';
import { pressKeys } from '../../support/runner-page.ts';
import { numberedPdf } from '../../support/small-pdf.ts';
import { button, focused, parts, position, shownPane, tool, until } from '../shown-pane.ts';
import { contentsPdf } from '../links/contents-pdf.ts';

async function openContents(width: number): Promise<DocumentPane> {
  const pane = await shownPane(contentsPdf(), { width });
  await until(() => parts(pane, 'button[title=Contents]').length > 0, 'contents known');
  tool(pane, 'Contents').click();
  await until(() => focused()?.className === 'entry', 'focus on the first entry');
  return pane;
}

describe('the document’s table of contents', () => {
  it('is a nested list of buttons that say the page', async () => {
    const pane = await openContents(800);
    const entries = parts(pane, '.entry').map(({ textContent }) =>
      textContent.replaceAll(/\s+/g, ' ').trim(),
    );
    expect(entries).to.deep.equal([
      'Object Page 1 1',
      'Price Page 5 5',
      'Instalments Page 7 7',
      'Delay Page 10 10',
    ]);
    expect(parts(pane, 'li li .entry')).to.have.length(2);
    expect(await accessibilityViolations(pane)).to.deep.equal([]);
  });

  it('goes to the page of an entry, and stays open beside the pages', async () => {
    const pane = await openContents(800);
    parts(pane, '.entry').at(-1)?.click();
    await until(() => position(pane) === 'Page 10 of 12');
    expect(parts(pane, '.entry')).to.have.length(4);
  });

  it('goes away from over the pages, with the focus on them', async () => {
    const pane = await openContents(360);
    parts(pane, '.entry')[1]?.click();
    await until(() => position(pane) === 'Page 5 of 12');
    await until(() => parts(pane, '.entry').length === 0, 'closed');
    expect(focused()?.ariaLabel).to.equal('Pages of the document');
  });

  it('closes by Escape, with the focus where it was', async () => {
    const pane = await shownPane(contentsPdf(), { width: 800 });
    await until(() => parts(pane, 'button[title=Contents]').length > 0, 'contents known');
    const tools = tool(pane, 'Contents');
    tools.focus();
    await pressKeys('Enter');
    await until(() => focused()?.className === 'entry');
    await pressKeys('Escape');
    await until(() => focused() === tools, 'focus back');
    expect(parts(pane, '.entry')).to.have.length(0);
  });

  it('is offered only where the file has one', async () => {
    const pane = await shownPane(numberedPdf(3), { width: 320 });
    tool(pane, 'More tools').click();
    await until(() => parts(pane, '.item').length > 0);
    expect(() => button(pane, 'Contents')).to.throw();
  });
});
