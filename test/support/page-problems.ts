import type { BrowserContext } from '@playwright/test';

const VIOLATION = 'Policy violation: ';

/** Runs in the page: reports violations of its policy on the console, where the test sees them. */
const REPORT_VIOLATIONS = `
  document.addEventListener('securitypolicyviolation', event => {
    const blocked = event.blockedURI || 'something inline';
    console.error('${VIOLATION}' + event.effectiveDirective + ' refused ' + blocked + ' ' + event.sample);
  });`;

/** Chromium's own line about an answer that is an error or did not come: many tests cause one. */
const FAILED_REQUEST = /^Failed to load resource/;

/** Uncaught errors, violations of the policy and `console.error` in the pages of a browser context. */
export class PageProblems {
  readonly #found: string[] = [];
  readonly #expected: RegExp[] = [];

  /** Watches every page of the context from now on, whatever it navigates to. */
  async watch(context: BrowserContext): Promise<void> {
    context.on('weberror', problem => this.#found.push(`Uncaught: ${problem.error().stack}`));
    context.on('console', message => {
      if (message.type() === 'error' && !FAILED_REQUEST.test(message.text()))
        this.#found.push(message.text());
    });
    await context.addInitScript({ content: REPORT_VIOLATIONS });
  }

  /** Declares a problem that the test causes on purpose. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** The problems that the test did not expect. */
  get unexpected(): string[] {
    return this.#found.filter(line => !this.#expected.some(pattern => pattern.test(line)));
  }
}
