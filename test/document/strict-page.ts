/** The script of the page in strict-policy.browser.test.ts: two panes, and what became of them. */
import '../../src/document/document-pane.ts';
import { translatorFor } from '../support/translators.ts';
import { numberedPdf } from '../support/small-pdf.ts';

export interface StrictPageReport {
  /** One a pane: `shown` with the number of pages, or the problem. */
  readonly outcomes: string[];
  /** Workers that have started and said something. */
  workers: number;
  readonly violations: string[];
}

declare global {
  interface Window {
    strictPage?: StrictPageReport;
  }
}

const report: StrictPageReport = { outcomes: [], workers: 0, violations: [] };
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

for (let count = 0; count < 2; count += 1) {
  const pane = document.createElement('sign-session-document');
  pane.translator = translatorFor('en');
  pane.addEventListener('document-shown', ({ pages }) => {
    report.outcomes.push(`shown ${pages}`);
  });
  pane.addEventListener('document-unreadable', ({ problem }) => report.outcomes.push(problem));
  pane.load = { status: 'loaded', bytes: numberedPdf(2), digest: '', verified: true };
  const box = document.createElement('div');
  box.style.height = '250px';
  box.append(pane);
  document.body.append(box);
}
