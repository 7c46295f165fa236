import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { DocumentPane } from '../../../src/document/document-pane.ts';
import { accessibleThings, pressKeys } from '../../support/runner-page.ts';
import { numberedPdf } from '../../support/small-pdf.ts';
import { button, focused, part, parts, position, shownPane, tool, until } from '../shown-pane.ts';
import { contentsPdf } from '../links/contents-pdf.ts';
import { Spoken } from './spoken.ts';

/** What a screen reader finds, in its order: what kind of thing it is and what it is called. */
async function namedThings(): Promise<string[] | undefined> {
  const things = await accessibleThings();
  return things?.map(({ role, name }) => `${role} “${name}”`);
}

/** The wanted things that are there, in the order in which they are found. */
function inOrder(things: readonly string[], wanted: readonly string[]): string[] {
  return things.filter(thing => wanted.includes(thing));
}

async function wordsLaid(pane: DocumentPane): Promise<void> {
  await until(() => parts(pane, '.text-layer span').length > 0, 'words laid');
}

/** Presses Tab until something has the focus, by its label or id. */
async function tabTo(name: string): Promise<void> {
  for (let step = 0; step < 20; step += 1) {
    const element = focused();
    const names = [
      element?.ariaLabel,
      element?.getAttribute('title'),
      element?.id,
      element?.textContent.trim(),
    ];
    if (names.includes(name)) return;
    // oxlint-disable-next-line no-await-in-loop -- one key after the other
    await pressKeys('Tab');
  }
  throw new Error(`Tab does not lead to “${name}”.`);
}

describe('the document for somebody who listens', () => {
  it('is found as tools, then pages with their words, each by its name', async function () {
    const pane = await shownPane(contentsPdf(), { width: 720 });
    await until(() => parts(pane, 'button[title=Contents]').length > 0, 'contents known');
    await wordsLaid(pane);
    const things = await namedThings();
    // Only Chromium shows its tree to the runner.
    if (things === undefined) return this.skip();
    const wanted = [
      'button “Contents”',
      'button “Zoom out”',
      'button “Zoom in”',
      'button “Fit to width”',
      'textbox “Page”',
      'button “Find in the document”',
      'link “Download the document”',
      'button “More tools”',
      'StaticText “This is page 1.”',
    ];
    expect(inOrder(things, wanted)).to.deep.equal(wanted);
    expect(things.filter(thing => /^(button|link|textbox) “”$/.test(thing))).to.deep.equal([]);
    const repeated = (await accessibleThings())?.filter(
      ({ name, description }) => description === name && name,
    );
    expect(repeated, 'described by their names once more').to.deep.equal([]);
    expect(things.some(thing => /canvas|image “”/i.test(thing))).to.equal(false);
  });

  it('is no dialog until it fills the window, and says of a page out of sight when its text comes', async function () {
    const pane = await shownPane(numberedPdf(30), { width: 360 });
    await wordsLaid(pane);
    const things = await namedThings();
    if (things === undefined) return this.skip();
    expect(things.filter(thing => thing.startsWith('dialog'))).to.deep.equal([]);
    const page = things.indexOf('group “Page 30”');
    expect(things.slice(page, page + 3)).to.include(
      'StaticText “The text appears here once the page is in view.”',
    );
    tool(pane, 'Full screen').click();
    await until(() => focused()?.ariaLabel === 'Pages of the document', 'full');
    expect(await namedThings()).to.include('dialog “Pages of the document”');
  });

  it('is read as text with headings, after which the pages are out of the way', async function () {
    const pane = await shownPane(numberedPdf(3));
    tool(pane, 'More tools').click();
    await until(() => parts(pane, '.item').length > 0, 'more open');
    button(pane, 'Read as text').click();
    const texts = () => parts(pane, 'section p').map(({ textContent }) => textContent);
    await until(() => [1, 2, 3].every(page => texts().includes(`This is page ${page}.`)), 'all text read');
    const things = await namedThings();
    if (things === undefined) return this.skip();
    const wanted = [
      'heading “Page 1”',
      'StaticText “This is page 1.”',
      'heading “Page 2”',
      'StaticText “This is page 2.”',
      'heading “Page 3”',
      'StaticText “This is page 3.”',
    ];
    expect(inOrder(things, wanted)).to.deep.equal(wanted);
  });

  it('says in order where the reader is, how large it is, and what was found; by keys alone', async () => {
    const pane = await shownPane(numberedPdf(9), { width: 720 });
    const spoken = new Spoken(pane);
    try {
      await until(() => spoken.all.includes('Page 1 of 9'), 'the first page');
      tool(pane, 'Zoom out').focus();
      await tabTo('page');
      await sendKeys({ type: '4' });
      await pressKeys('Enter');
      await until(() => spoken.all.at(-1) === 'Page 4 of 9', 'page 4');
      await tabTo('Pages of the document');
      await sendKeys({ type: '+' });
      await until(() => /^Zoom \d+%$/.test(spoken.all.at(-1) ?? ''), 'the zoom');
      await pressKeys('Control+f');
      await until(() => focused()?.ariaLabel === 'Find', 'the find field');
      await sendKeys({ type: 'page 7' });
      await until(() => spoken.all.includes('1 of 1'), 'the place');
      await until(() => spoken.all.includes('Page 7 of 9'), 'page 7');
      await pressKeys('Escape');
      await until(() => focused()?.ariaLabel === 'Pages of the document', 'back at the pages');
    } finally {
      spoken.stop();
    }
    const said = spoken.all.filter(words => /^(Page [147] of 9|Zoom \d+%|1 of 1)$/.test(words));
    const heard = said.map(words => words.replace(/\d+%/, '…%'));
    expect(heard.slice(0, 3)).to.deep.equal(['Page 1 of 9', 'Page 4 of 9', 'Zoom …%']);
    // The find bar and the viewer have a live region each: which of the two is first depends on the machine.
    expect(heard.slice(3)).to.have.members(['1 of 1', 'Page 7 of 9']);
  });

  it('leads by keys alone to the text and back', async () => {
    const pane = await shownPane(numberedPdf(60));
    part(pane, '.scroller').focus();
    tool(pane, 'More tools').focus();
    await pressKeys('Enter');
    await until(() => focused()?.textContent.trim() === 'Read as text', 'focus in “more”');
    await pressKeys('Enter');
    await until(() => focused()?.ariaLabel === 'Text of the document', 'focus on the text');
    await pressKeys('End');
    await until(() => position(pane) === 'Page 60 of 60', 'at the end');
    await pressKeys('Shift+Tab');
    expect(focused()?.textContent.trim()).to.equal('Show the pages');
    await pressKeys('Enter');
    await until(() => focused()?.ariaLabel === 'Pages of the document', 'focus on the pages');
    expect(position(pane)).to.equal('Page 60 of 60');
  });
});
