import path from 'node:path';
import type { Reporter, TestCase, TestResult as Outcome } from '@playwright/test/reporter';
import { repositoryRoot } from './repository.ts';
import { writeResults, type TestResult } from './test-results.ts';

/** Playwright's reporter for the summary of `npm test`. */
export default class FlowResults implements Reporter {
  readonly #results: TestResult[] = [];

  printsToStdio(): boolean {
    return false;
  }

  onTestEnd(test: TestCase, { status, duration }: Outcome): void {
    this.#results.push({
      file: path.relative(repositoryRoot, test.location.file),
      name: test.title,
      status: status === 'passed' || status === 'skipped' ? status : 'failed',
      milliseconds: duration,
    });
  }

  onEnd(): void {
    writeResults(this.#results);
  }
}
