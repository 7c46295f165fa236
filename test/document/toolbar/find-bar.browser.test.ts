import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { DocumentPane } from '../../../src/document/document-pane.ts';
import { accessibilityViolations } from '../../support/axe.ts';
import { pressKeys } from '../../support/runner-page.ts';
import { numberedPdf } from '../../support/small-pdf.ts';
import { field, focused, part, parts, position, shownPane, tool, until } from '../shown-pane.ts';

const FIND = '.query input';

async function openFind(pane: DocumentPane): Promise<void> {
  tool(pane, 'Find in the document').focus();
  await pressKeys('Enter');
  await until(() => parts(pane, FIND).length > 0 && focused() === field(pane, FIND), 'focus in the field');
}

/** What is seen of the count, and what is said of it. */
function count(pane: DocumentPane): readonly [string, string] {
  return [
    part(pane, '.count').textContent.trim(),
    part(pane, '[role=search] [role=status]').textContent.trim(),
  ];
}

async function counts(pane: DocumentPane, words: string): Promise<void> {
  await until(() => count(pane).every(text => text === words), `count is ${words}`);
}

/** Presses Ctrl+F somewhere, and tells whether the browser's own search was kept away. */
function pressFind(target: HTMLElement): boolean {
  const init = { key: 'f', ctrlKey: true, bubbles: true, composed: true, cancelable: true };
  return !target.dispatchEvent(new KeyboardEvent('keydown', init));
}

describe('finding words in the document', () => {
  it('counts all places and goes from one to the next by Enter, and back', async () => {
    const pane = await shownPane(numberedPdf(12));
    await openFind(pane);
    await sendKeys({ type: 'PAGE' });
    await counts(pane, '1 of 12');
    await pressKeys('Enter');
    await counts(pane, '2 of 12');
    await until(() => position(pane) === 'Page 2 of 12');
    await pressKeys('Shift+Enter');
    await pressKeys('Shift+Enter');
    await counts(pane, '12 of 12');
    await until(() => position(pane) === 'Page 12 of 12');
    tool(pane, 'Next result').click();
    await counts(pane, '1 of 12');
    tool(pane, 'Previous result').click();
    await counts(pane, '12 of 12');
  });

  it('says when there is nothing, and then has no next', async () => {
    const pane = await shownPane(numberedPdf(3));
    await openFind(pane);
    await sendKeys({ type: 'nowhere' });
    await counts(pane, 'Not found');
    expect(tool(pane, 'Next result').ariaDisabled).to.equal('true');
    expect(await accessibilityViolations(pane)).to.deep.equal([]);
  });

  it('closes by Escape: no marks, and the focus where it was', async () => {
    const pane = await shownPane(numberedPdf(3));
    await openFind(pane);
    await sendKeys({ type: 'page' });
    await counts(pane, '1 of 3');
    await pressKeys('Escape');
    await until(() => focused() === tool(pane, 'Find in the document'), 'focus back');
    expect(parts(pane, FIND)).to.have.length(0);
  });

  it('opens by Ctrl+F where the focus is in the document, and only there', async () => {
    const pane = await shownPane(numberedPdf(3));
    expect(pressFind(document.body)).to.equal(false);
    expect(parts(pane, FIND)).to.have.length(0);
    part(pane, '.scroller').focus();
    expect(pressFind(part(pane, '.scroller'))).to.equal(true);
    await until(() => parts(pane, FIND).length > 0 && focused() === field(pane, FIND));
    await pressKeys('Escape');
    await until(() => focused() === part(pane, '.scroller'), 'back at the pages');
  });
});
