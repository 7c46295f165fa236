import { expect } from '@open-wc/testing';
import { en } from '../../../src/i18n/messages/en/first-screens.ts';
import { numberedPdf } from '../../support/small-pdf.ts';
import { fastFrames } from '../fast-frames.ts';
import { button, loaded, nextEvent, paneFor, parts } from '../shown-pane.ts';

/** Watches workers being made; `begun` settles with the next one's first message. */
class WatchedWorkers {
  readonly #native = globalThis.Worker;
  #begin!: (worker: Worker) => void;
  readonly begun = new Promise<Worker>(resolve => (this.#begin = resolve));

  start(): void {
    const begin = this.#begin;
    globalThis.Worker = class extends this.#native {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        this.addEventListener('message', () => begin(this), { once: true });
      }
    };
  }

  stop(): void {
    globalThis.Worker = this.#native;
  }
}

describe('a worker that dies before the document is shown', () => {
  const workers = new WatchedWorkers();

  before(() => workers.start());

  after(() => workers.stop());

  it('is told of in words, and another one shows the document', async () => {
    const pane = await paneFor({ status: 'loading' });
    const worker = await workers.begun;
    worker.terminate();
    const failed = nextEvent(pane, 'document-unreadable');
    const slowDown = fastFrames();
    pane.load = loaded(numberedPdf(2));
    expect((await failed).problem).to.equal('viewer');
    slowDown();
    await pane.updateComplete;
    const texts = parts(pane, 'p').map(({ textContent }) => textContent.trim());
    expect(texts).to.include(en['document.error.viewer']);
    const shown = nextEvent(pane, 'document-shown');
    button(pane, en['action.retry']).click();
    expect((await shown).pages).to.equal(2);
  });
});
