import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { DocumentPane } from '../../../src/document/document-pane.ts';
import { en } from '../../../src/document/messages/en.ts';
import { translatorFor } from '../../../src/i18n/translator.ts';
import { accessibilityViolations } from '../../support/axe.ts';
import { numberedPdf, pagesPdf } from '../../support/small-pdf.ts';
import { button, focused, part, parts, position, shownPane, tool, until } from '../shown-pane.ts';

async function readAsText(pane: DocumentPane): Promise<void> {
  tool(pane, 'More tools').click();
  await until(() => parts(pane, '.item').length > 0, 'more open');
  button(pane, 'Read as text').click();
  await until(() => focused()?.ariaLabel === 'Text of the document', 'focus on the text');
}

/** The scrolling element of the text. */
function textOf(pane: DocumentPane): HTMLElement {
  return part(pane, "[aria-label='Text of the document']");
}

/** What a page says below its heading. */
function wordsOn(pane: DocumentPane, page: number): string {
  const section = part(pane, `#page-${page}`).parentElement;
  return [...(section?.children ?? [])]
    .slice(1)
    .map(({ textContent }) => textContent.trim())
    .join(' ');
}

/** How far below the upper edge a page begins, CSS px. */
function topOf(pane: DocumentPane, page: number): number {
  const section = part(pane, `#page-${page}`).parentElement;
  return (section?.getBoundingClientRect().top ?? 0) - textOf(pane).getBoundingClientRect().top;
}

describe('the document read as text', () => {
  it('has a heading for each page and its words below', async () => {
    const pane = await shownPane(numberedPdf(3));
    await readAsText(pane);
    expect(parts(pane, 'section > h3').map(({ textContent }) => textContent)).to.deep.equal([
      'Page 1',
      'Page 2',
      'Page 3',
    ]);
    await until(() => [1, 2, 3].every(page => wordsOn(pane, page) === `This is page ${page}.`));
    expect(part(pane, '.scroller[aria-label="Pages of the document"]').inert).to.equal(true);
  });

  it('fetches near pages only, of 300', async () => {
    const pane = await shownPane(numberedPdf(300));
    await readAsText(pane);
    await until(() => wordsOn(pane, 1) === 'This is page 1.');
    expect(parts(pane, 'section.unread').length).to.be.greaterThan(250);
    textOf(pane).scrollTop = textOf(pane).scrollHeight;
    await until(() => wordsOn(pane, 300) === 'This is page 300.');
    await until(() => position(pane) === 'Page 300 of 300');
    expect(parts(pane, 'section.unread').length).to.be.greaterThan(250);
  });

  it('begins at the page that was read, and ends at the one being read', async () => {
    const pane = await shownPane(numberedPdf(30));
    const scroller = part(pane, '.scroller');
    scroller.scrollTop = scroller.scrollHeight * 0.5;
    await until(() => position(pane) === 'Page 16 of 30');
    await readAsText(pane);
    await until(() => Math.abs(topOf(pane, 16)) < 2, 'at page 16');
    await until(() => wordsOn(pane, 15) === 'This is page 15.' && wordsOn(pane, 17) === 'This is page 17.');
    // Text that came in above has not moved what is read.
    expect(Math.abs(topOf(pane, 16))).to.be.lessThan(2);
    // The page being read is the one a third down: this one, whether its text, which makes it lower, is there or not.
    textOf(pane).scrollTop += topOf(pane, 20) - textOf(pane).clientHeight / 4;
    await until(() => position(pane) === 'Page 20 of 30');
    button(pane, 'Show the pages').click();
    await until(() => focused()?.ariaLabel === 'Pages of the document', 'back at the pages');
    expect(position(pane)).to.equal('Page 20 of 30');
    expect(parts(pane, 'section > h3')).to.have.length(0);
  });

  it('follows the page number and the search', async () => {
    const pane = await shownPane(numberedPdf(30));
    await readAsText(pane);
    const number = part(pane, '#page');
    if (!(number instanceof HTMLInputElement)) throw new Error('No field.');
    number.value = '25';
    number.form?.requestSubmit();
    await until(() => Math.abs(topOf(pane, 25)) < 2, 'at page 25');
    tool(pane, 'Find in the document').click();
    await until(() => parts(pane, '.query input').length > 0);
    const query = part(pane, '.query input');
    if (!(query instanceof HTMLInputElement)) throw new Error('No field.');
    query.value = 'page 9.';
    query.dispatchEvent(new Event('input'));
    await until(() => position(pane) === 'Page 9 of 30');
    await until(() => Math.abs(topOf(pane, 9)) < 2, 'at page 9');
  });

  it('is at the last page where nothing is left to scroll, however short the last pages are', async () => {
    const pane = await shownPane(numberedPdf(30));
    await readAsText(pane);
    const text = textOf(pane);
    for (let page = 1; page <= 30; page += 1) {
      part(pane, `#page-${page}`).scrollIntoView();
      // oxlint-disable-next-line no-await-in-loop -- each page's text comes in on the way
      await until(() => wordsOn(pane, page) === `This is page ${page}.`, `page ${page} read`);
    }
    text.scrollTop = 0;
    await until(() => position(pane) === 'Page 1 of 30', 'at the beginning');
    text.scrollTop = text.scrollHeight;
    await until(() => position(pane) === 'Page 30 of 30', 'at the end');
  });

  it('goes to either end by a key, past the texts that come in on the way', async () => {
    const pane = await shownPane(numberedPdf(60));
    await readAsText(pane);
    await sendKeys({ press: 'End' });
    await until(() => position(pane) === 'Page 60 of 60', 'at the end');
    await until(() => wordsOn(pane, 60) === 'This is page 60.', 'the last page read');
    expect(position(pane)).to.equal('Page 60 of 60');
    await sendKeys({ press: 'Home' });
    await until(() => position(pane) === 'Page 1 of 60', 'at the beginning');
  });

  it('says of a page without text that there is none', async () => {
    const pane = await shownPane(pagesPdf([{ content: '0 0 200 200 re f' }]));
    await readAsText(pane);
    await until(() => wordsOn(pane, 1) === 'This page has no text to read. It may be an image.');
  });

  it('can be read again where reading failed', async () => {
    const pane = await shownPane(numberedPdf(2));
    await readAsText(pane);
    const view = parts(pane, 'sign-session-document-text')[0];
    if (view === undefined) throw new Error('No text.');
    const flaky = document.createElement('sign-session-document-text');
    const seen: number[] = [];
    let tries = 0;
    flaky.messages = translatorFor('en', en);
    flaky.pages = 2;
    flaky.seen = pages => seen.splice(0, seen.length, ...pages);
    flaky.read = async page => {
      tries += 1;
      if (page === 2 && tries < 3) throw new Error('The worker is busy.');
      return [{ kind: 'paragraph', text: `Words of page ${page}.` }];
    };
    view.replaceWith(flaky);
    await until(() => parts(pane, '.retry').length === 1, 'a way on');
    expect(wordsOn(pane, 2)).to.contain('The text of this page could not be read.');
    await until(() => seen.length > 0, 'page 1 read');
    expect(seen).to.deep.equal([1]);
    button(pane, 'Try again').click();
    await until(() => wordsOn(pane, 2) === 'Words of page 2.', 'read');
    expect(focused()?.ariaLabel).to.equal('Text of the document');
    await until(() => seen.includes(2), 'page 2 read');
  });

  it('has the headings, lists and tables of a tagged file', async () => {
    const pane = await shownPane(numberedPdf(1));
    await readAsText(pane);
    const view = pane.renderRoot
      .querySelector('sign-session-document-viewer')
      ?.renderRoot.querySelector('sign-session-document-text');
    if (!view) throw new Error('No text.');
    const tagged = document.createElement('sign-session-document-text');
    tagged.messages = view.messages;
    tagged.pages = 1;
    tagged.seen = () => undefined;
    tagged.read = async () => [
      { kind: 'heading', level: 1, text: 'Lease' },
      { kind: 'heading', level: 2, text: 'Rent' },
      { kind: 'list-item', text: 'a) in advance' },
      { kind: 'table-row', cells: ['May', '300'] },
      { kind: 'figure', text: 'The house' },
    ];
    view.replaceWith(tagged);
    await until(() => parts(pane, 'td').length === 2, 'table there');
    expect(parts(pane, 'h4, h5, li, p.picture').map(({ textContent }) => textContent)).to.deep.equal([
      'Lease',
      'Rent',
      'a) in advance',
      'Image: The house',
    ]);
    expect(await accessibilityViolations(tagged)).to.deep.equal([]);
  });

  for (const scheme of ['light', 'dark'] as const) {
    it(`has no accessibility violation, ${scheme}`, async () => {
      const pane = await shownPane(numberedPdf(3), { width: 320, scheme });
      await readAsText(pane);
      await until(() => wordsOn(pane, 1) !== 'Reading the page…');
      expect(await accessibilityViolations(pane)).to.deep.equal([]);
    });
  }
});
