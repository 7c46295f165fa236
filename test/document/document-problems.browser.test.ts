import { expect } from '@open-wc/testing';
import type { DocumentPane } from '../../src/document/document-pane.ts';
import { en } from '../../src/document/messages/en.ts';
import { LOCALES } from '../support/translators.ts';
import { testAsset } from '../support/runner-page.ts';
import { numberedPdf } from '../support/small-pdf.ts';
import { loaded, nextEvent, paneFor, part, parts, refusedPane, settled, until } from './shown-pane.ts';
import { useAssetWatch } from '../support/watched-assets.ts';

const FILES = [
  ['zero-bytes', 'empty'],
  ['html-renamed', 'notPdf'],
  ['header-only', 'damaged'],
  ['truncated-50pct', 'damaged'],
  ['zero-pages', 'noPages'],
] as const;

function wordsOf(pane: DocumentPane): string {
  return part(pane, '.problem p').textContent;
}

function buttons(pane: DocumentPane): string[] {
  return parts(pane, '.problem .button').map(({ textContent }) => textContent.trim());
}

/** Puts another constructor in the place of `Worker` for the length of an action. */
async function withWorker<T>(replacement: typeof Worker, act: () => Promise<T>): Promise<T> {
  const real = globalThis.Worker;
  globalThis.Worker = replacement;
  try {
    return await act();
  } finally {
    globalThis.Worker = real;
  }
}

describe('a document that can’t be shown', () => {
  useAssetWatch();

  for (const [file, problem] of FILES) {
    it(`says of ${file}.pdf in plain words that it is ${problem}`, async function () {
      const bytes = await testAsset(`pdf/own/${file}.pdf`);
      const { pane, event } = await refusedPane(loaded(Uint8Array.from(bytes)));
      expect(event.problem).to.equal(problem);
      expect(wordsOf(pane)).to.equal(en[`problem.${problem}`]);
      expect(part(pane, '.problem').role).to.equal('alert');
      expect(part(pane, '.scroller').checkVisibility()).to.equal(false);
    });
  }

  it('offers a damaged file’s bytes as they are', async () => {
    const bytes = new TextEncoder().encode('%PDF-1.7\nnothing that can be read');
    const { pane } = await refusedPane(loaded(bytes));
    expect(buttons(pane)).to.deep.equal(['Download the document']);
    const answer = await fetch(part(pane, '.problem a').getAttribute('href') ?? '');
    expect(new Uint8Array(await answer.arrayBuffer())).to.deep.equal(bytes);
  });

  it('offers another try when it could not be downloaded, and shows what comes then', async () => {
    const { pane, event } = await refusedPane({ status: 'failed', problem: 'unreachable' });
    expect(event.problem).to.equal('unreachable');
    expect(buttons(pane)).to.deep.equal(['Try again']);
    const asked = nextEvent(pane, 'document-retry');
    part(pane, '.retry').click();
    expect((await asked).problem).to.equal('unreachable');
    pane.load = { status: 'loading' };
    await settled(pane);
    expect(part(pane, '.skeleton')).to.be.instanceOf(HTMLElement);
    pane.load = loaded(numberedPdf(1));
    expect((await nextEvent(pane, 'document-shown')).pages).to.equal(1);
  });

  it('never offers the bytes of another document', async () => {
    const { pane } = await refusedPane({ status: 'failed', problem: 'mismatch' });
    expect(buttons(pane)).to.deep.equal([]);
    expect(parts(pane, 'a')).to.have.length(0);
  });

  it('tells at once when the worker is not where it should be, which another try does not change', async () => {
    const load = loaded(numberedPdf(1));
    const { pane, event } = await refusedPane(load, { assetsUrl: `${location.origin}/nowhere` });
    expect(event.problem).to.equal('assets');
    expect(event.cause).to.be.instanceOf(Error);
    expect(wordsOf(pane)).to.equal(LOCALES.en['document.error.assets']);
    expect(buttons(pane)).to.deep.equal(['Reload the page', 'Download the document']);
  });

  it('starts the worker again when asked', async () => {
    const broken = new Proxy(Worker, {
      construct() {
        throw new TypeError('Out of memory.');
      },
    });
    const load = loaded(numberedPdf(1));
    const { pane, event } = await withWorker(broken, () => refusedPane(load));
    expect(event.problem).to.equal('viewer');
    expect(buttons(pane)).to.deep.equal(['Try again', 'Download the document']);
    const asked = nextEvent(pane, 'document-retry');
    const shown = nextEvent(pane, 'document-shown');
    part(pane, '.retry').click();
    expect((await asked).problem).to.equal('viewer');
    expect((await shown).pages).to.equal(1);
  });

  it('tells at once when a worker is refused, instead of working on the page’s own thread', async () => {
    const refused = new Proxy(Worker, {
      construct() {
        throw new TypeError('This document requires a TrustedScriptURL.');
      },
    });
    await withWorker(refused, async () => {
      const { event } = await refusedPane({ status: 'loading' });
      expect(event.problem).to.equal('viewer');
      expect(event.cause).to.be.instanceOf(TypeError);
    });
  });

  it('says one event a trouble, even when the bytes come after it', async () => {
    const problems: string[] = [];
    const pane = await paneFor({ status: 'loading' }, { assetsUrl: `${location.origin}/nowhere/` });
    pane.addEventListener('document-unreadable', event => problems.push(event.problem));
    await until(() => problems.length === 1);
    pane.load = { status: 'failed', problem: 'unreachable' };
    await pane.updateComplete;
    expect(problems).to.deep.equal(['assets', 'unreachable']);
    expect(wordsOf(pane)).to.equal(LOCALES.en['document.error.unreachable']);
  });
});
