/** The script of the page in strict-policy.browser.test.ts: two panes, and what became of them. */
import '../../src/document/document-pane.ts';
import { ViewerCommandEvent } from '../../src/document/viewer/command.ts';
import { translatorFor } from '../support/translators.ts';
import { numberedPdf } from '../support/small-pdf.ts';

export interface StrictPageReport {
  /** One a pane: `shown` with the number of pages, or the problem. */
  readonly outcomes: string[];
  /** Workers that have started and said something. */
  workers: number;
  /** For each document that was printed, how many pictures of pages there were. */
  readonly printed: number[];
  readonly violations: string[];
}

declare global {
  interface Window {
    strictPage?: StrictPageReport;
  }
}

const report: StrictPageReport = { outcomes: [], workers: 0, printed: [], violations: [] };
window.strictPage = report;

document.addEventListener('securitypolicyviolation', event => {
  report.violations.push(`${event.effectiveDirective} ${event.blockedURI}`);
});

globalThis.Worker = class extends Worker {
  constructor(url: string | URL, options?: WorkerOptions) {
    super(url, options);
    this.addEventListener('message', () => (report.workers += 1), { once: true });
  }
};

Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
  get(this: HTMLIFrameElement) {
    const { contentDocument } = this;
    const pictures = [...(contentDocument?.images ?? [])].filter(({ naturalWidth }) => naturalWidth > 0);
    return {
      addEventListener: () => undefined,
      focus: () => undefined,
      print: () => report.printed.push(pictures.length),
    };
  },
});

for (let count = 0; count < 2; count += 1) {
  const pane = document.createElement('sign-session-document');
  pane.translator = translatorFor('en');
  pane.addEventListener('document-shown', ({ pages }) => {
    report.outcomes.push(`shown ${pages}`);
    pane.renderRoot
      .querySelector('sign-session-document-viewer')
      ?.shadowRoot?.querySelector('.viewer')
      ?.dispatchEvent(new ViewerCommandEvent({ kind: 'print' }));
  });
  pane.addEventListener('document-unreadable', ({ problem }) => report.outcomes.push(problem));
  pane.load = { status: 'loaded', bytes: numberedPdf(2), digest: '', verified: true };
  const box = document.createElement('div');
  box.style.height = '250px';
  box.append(pane);
  document.body.append(box);
}
