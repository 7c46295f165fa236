import path from 'node:path';
import type { Reporter, TestCase, TestResult as Outcome } from '@playwright/test/reporter';
import { repositoryRoot } from './repository.ts';
import { addResults } from './test-results.ts';

/** Playwright's reporter for the summary of `npm test`. */
export default class FlowResults implements Reporter {
  printsToStdio(): boolean {
    return false;
  }

  onTestEnd({ location, title }: TestCase, { status, duration }: Outcome): void {
    const file = path.relative(repositoryRoot, location.file);
    const known = status === 'passed' || status === 'skipped' ? status : 'failed';
    addResults([{ file, name: title, status: known, milliseconds: duration }]);
  }
}
