import { appendFileSync } from 'node:fs';

/** One test as the summary of `npm test` reads it. */
export interface TestResult {
  /** Relative to the repository, with the browser where there are several. */
  readonly file: string;
  readonly name: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  readonly milliseconds: number;
}

/** Adds to the file that test/all.ts reads, a line of JSON each. Who starts a runner alone reads its own output. */
export function addResults(results: readonly TestResult[]): void {
  const file = process.env['TEST_RESULTS'];
  if (file !== undefined) appendFileSync(file, results.map(result => `${JSON.stringify(result)}\n`).join(''));
}
