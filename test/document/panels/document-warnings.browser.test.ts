import { expect } from '@open-wc/testing';
import type { DocumentPane } from '../../../src/document/document-pane.ts';
import { DOCUMENT_WARNINGS, type DocumentWarning } from '../../../src/document/checks/warnings.ts';
import type { DocumentWarnings } from '../../../src/document/panels/document-warnings.ts';
import { en } from '../../../src/document/messages/en.ts';
import { ptBR } from '../../../src/document/messages/pt-BR.ts';
import { VIEWER_MESSAGES } from '../../../src/document/messages/viewer-messages.ts';
import type { Locale } from '../../../src/i18n/locales.ts';
import { accessibilityViolations } from '../../support/axe.ts';
import { numberedPdf, pagesPdf } from '../../support/small-pdf.ts';
import { withProperty } from '../../support/with-property.ts';
import {
  button,
  loaded,
  nextEvent,
  paneFor,
  part,
  parts,
  position,
  shownPane,
  tool,
  until,
} from '../shown-pane.ts';

/** A file with JavaScript in it, and one attached. */
function doubtfulPdf(): Uint8Array<ArrayBuffer> {
  return pagesPdf([{ text: 'One' }, { text: 'Two' }], {
    catalog: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>',
  });
}

async function noticedPane(width = 600, scheme: 'light' | 'dark' = 'light'): Promise<DocumentPane> {
  const pane = await shownPane(doubtfulPdf(), { width, scheme });
  await until(() => parts(pane, '.banner').length > 0, 'banner');
  return pane;
}

/** The warnings by themselves, to be told anything. */
async function loneNotices(): Promise<DocumentWarnings> {
  const pane = await noticedPane();
  const { messages } = pane.renderRoot.querySelector('sign-session-document-viewer') ?? {};
  if (messages === undefined) throw new Error('No messages.');
  const warnings = document.createElement('sign-session-document-warnings');
  warnings.messages = messages;
  pane.renderRoot.append(warnings);
  return warnings;
}

describe('what the pages may not show', () => {
  it('is said in words, with what to do, and to who listens', async () => {
    const pane = await noticedPane();
    expect(part(pane, '.banner h3').textContent).to.equal('1 thing to know before you sign');
    expect(parts(pane, '.banner li').map(({ textContent }) => textContent)).to.deep.equal([
      en['warnings.scripts'],
    ]);
    expect(part(pane, '.details').textContent).to.contain(en['warnings.advice']);
    const link = part(pane, '.banner a');
    const answer = await fetch(link.getAttribute('href') ?? '');
    expect(new Uint8Array(await answer.arrayBuffer())).to.deep.equal(doubtfulPdf());
    await until(() =>
      parts(pane, '[role=status]').some(({ textContent }) => textContent.includes('JavaScript')),
    );
  });

  it('is on the screen before anybody may accept, however late its words come', async () => {
    const arrival = new EventTarget();
    const late = new Promise(resolve => arrival.addEventListener('arrived', resolve));
    const { load } = VIEWER_MESSAGES;
    const events: string[] = [];
    const withheld = async (locale: Locale) => {
      await late;
      return load(locale);
    };
    await withProperty(VIEWER_MESSAGES, 'load', withheld, async () => {
      const pane = await paneFor(loaded(doubtfulPdf()), { locale: 'pt-BR' });
      pane.addEventListener('document-shown', () => {
        events.push(
          parts(pane, '.banner li')
            .map(({ textContent }) => textContent)
            .join(),
        );
      });
      await until(() => parts(pane, '.pages canvas').length > 0, 'first page painted');
      arrival.dispatchEvent(new Event('arrived'));
      await until(() => events.length > 0, 'shown');
    });
    expect(events).to.deep.equal([ptBR['warnings.scripts']]);
  });

  it('can be made small, but not put away', async () => {
    const pane = await noticedPane();
    button(pane, 'Hide').click();
    await until(() => part(pane, '.details').hidden === true);
    expect(part(pane, '.banner h3').textContent).to.contain('before you sign');
    button(pane, 'Show').click();
    await until(() => !part(pane, '.details').hidden);
  });

  it('reaches the element around the pane by name', async () => {
    const pane = await paneFor(loaded(doubtfulPdf()));
    const { warnings } = await nextEvent(pane, 'document-warnings');
    expect(warnings).to.deep.equal(['scripts']);
  });

  it('leaves the pages at least half of a small pane', async () => {
    const pane = await shownPane(doubtfulPdf(), { width: 320, height: 400 });
    await until(() => parts(pane, '.banner').length > 0, 'banner');
    expect(part(pane, 'sign-session-document-warnings').clientHeight).to.be.at.most(180);
    expect(part(pane, '.scroller').clientHeight).to.be.at.least(160);
  });

  it('is nothing for an ordinary document, nor for the next one', async () => {
    const pane = await noticedPane();
    pane.load = loaded(numberedPdf(3));
    await nextEvent(pane, 'document-shown');
    await until(() => position(pane) === 'Page 1 of 3');
    expect(parts(pane, '.banner')).to.have.length(0);
  });

  it('has words for each notice, and no advice for a scan, which shows what it is', async () => {
    const warnings = await loneNotices();
    const shown = async (...kinds: DocumentWarning[]) => {
      warnings.warnings = kinds;
      await warnings.updateComplete;
      return warnings.renderRoot.querySelector('.details')?.textContent ?? '';
    };
    for (const kind of DOCUMENT_WARNINGS) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other in one element
      expect(await shown(kind)).to.contain(en[`warnings.${kind}`]);
    }
    expect(await shown('scanned')).not.to.contain(en['warnings.advice']);
    expect(await shown('scanned', 'xfa')).to.contain(en['warnings.advice']);
  });

  it('names the pages that are not drawn as they should be, and no others', async () => {
    const warnings = await loneNotices();
    warnings.warnings = ['page-failed', 'scanned'];
    const texts = async (failed: readonly number[]) => {
      warnings.pages = new Map([
        ['page-failed', failed],
        ['scanned', [2]],
      ]);
      await warnings.updateComplete;
      return [...warnings.renderRoot.querySelectorAll('li')].map(({ textContent }) => textContent);
    };
    const failed = en['warnings.page-failed'];
    expect(await texts([3])).to.deep.equal([`${failed} Page 3.`, en['warnings.scanned']]);
    expect((await texts([3, 7]))[0]).to.equal(`${failed} Pages 3, 7.`);
    const many = Array.from({ length: 12 }, (_, index) => index + 1);
    expect((await texts(many))[0]).to.equal(`${failed} Pages 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ….`);
  });

  for (const scheme of ['light', 'dark'] as const) {
    it(`has no accessibility violation, ${scheme}`, async () => {
      expect(await accessibilityViolations(await noticedPane(360, scheme))).to.deep.equal([]);
    });
  }
});

describe('the pages that were seen', () => {
  it('are told as the signer comes to them', async () => {
    const pane = await paneFor(loaded(numberedPdf(20)));
    expect([...(await nextEvent(pane, 'document-viewed')).pages]).to.deep.equal([1]);
    await until(() => position(pane) === 'Page 1 of 20');
    const next = nextEvent(pane, 'document-viewed');
    const scroller = part(pane, '.scroller');
    scroller.scrollTop = scroller.scrollHeight;
    expect([...(await next).pages]).to.deep.equal([1, 20]);
  });

  it('are those read as text too', async () => {
    const pane = await shownPane(numberedPdf(20));
    let seen: ReadonlySet<number> = new Set();
    pane.addEventListener('document-viewed', ({ pages }) => (seen = pages));
    tool(pane, 'More tools').click();
    await until(() => parts(pane, '.item').length > 0);
    button(pane, 'Read as text').click();
    await until(() => parts(pane, 'section').length > 5, 'text open');
    const before = seen;
    parts(pane, '#page-9')[0]?.scrollIntoView();
    await until(() => seen.has(9), 'page 9 seen');
    // The pages below the text move with it, and are not seen; nor is text that was scrolled past.
    expect([...seen].filter(page => page > 1 && page < 9 && !before.has(page))).to.deep.equal([]);
  });
});
