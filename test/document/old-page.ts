/** The script of the page in old-browser.browser.test.ts: an old browser with a pane, and what became of it. */
import { deleteNewerBuiltIns } from './newer-built-ins.ts';

export interface OldPageReport {
  /** `shown` with the number of pages, or the problem. */
  readonly outcome: string;
  readonly warnings: readonly string[];
  /** Whether the first page's picture is more than white paper. */
  readonly inked: boolean;
}

declare global {
  interface Window {
    oldPage?: Promise<OldPageReport>;
  }
}

deleteNewerBuiltIns();
globalThis.Worker = class extends Worker {
  constructor(url: string | URL, options?: WorkerOptions) {
    const query = new URLSearchParams({ worker: String(url) });
    super(`/test/document/old-worker.ts?${query.toString()}`, options);
  }
};

window.oldPage = report();

async function report(): Promise<OldPageReport> {
  // Only now: everything of ours is loaded into the old browser.
  await import('../../src/document/document-pane.ts');
  const { translatorFor } = await import('../support/translators.ts');
  const { numberedPdf } = await import('../support/small-pdf.ts');
  const pane = document.createElement('sign-session-document');
  pane.translator = translatorFor('en');
  pane.load = { status: 'loaded', bytes: numberedPdf(2), digest: '', verified: true };
  let warnings: readonly string[] = [];
  pane.addEventListener('document-warnings', event => (warnings = event.warnings));
  const told = new Promise<string>(resolve => {
    pane.addEventListener('document-shown', ({ pages }) => resolve(`shown ${pages}`));
    pane.addEventListener('document-unreadable', ({ problem }) => resolve(problem));
  });
  const box = document.createElement('div');
  box.style.height = '250px';
  box.append(pane);
  document.body.append(box);
  const outcome = await told;
  return { outcome, warnings, inked: inked(pane) };
}

function inked(pane: HTMLElement): boolean {
  const viewer = pane.shadowRoot?.querySelector('sign-session-document-viewer');
  const canvas = viewer?.shadowRoot?.querySelector('canvas');
  const picture = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height);
  return picture?.data.some(value => value < 128) === true;
}
