import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, TestSession, TestSuiteResult } from '@web/test-runner';
import { z } from 'zod';
import { repositoryRoot } from './repository.ts';

/** One test as the summary of `npm test` reads it: a line of JSON in `.data/test-results`. */
const resultSchema = z.object({
  /** Relative to the repository, with the browser where there are several. */
  file: z.string(),
  name: z.string(),
  status: z.enum(['passed', 'failed', 'skipped']),
  milliseconds: z.number(),
});
export type TestResult = z.infer<typeof resultSchema>;

export const RESULTS_FOLDER = path.join(repositoryRoot, '.data/test-results');

const fileOf = (script: string): string => path.join(RESULTS_FOLDER, `${script.replaceAll(':', '-')}.jsonl`);

/**
 * Writes what a runner's tests came to, in place of the results of its last run. They are kept by the name of the package
 * script that it was started by; who started it otherwise reads its own output.
 */
export function writeResults(results: readonly TestResult[]): void {
  const script = process.env['npm_lifecycle_event'];
  if (script === undefined) return;
  mkdirSync(RESULTS_FOLDER, { recursive: true });
  writeFileSync(fileOf(script), results.map(result => `${JSON.stringify(result)}\n`).join(''));
}

/** The results of a runner's last run; none when it wrote none. */
export function readResults(script: string): TestResult[] {
  if (!existsSync(fileOf(script))) return [];
  const lines = readFileSync(fileOf(script), 'utf8')
    .split('\n')
    .filter(line => line !== '');
  return lines.map(line => resultSchema.parse(JSON.parse(line)));
}

function* testsOf({ tests, suites }: TestSuiteResult): Generator<TestSuiteResult['tests'][number]> {
  yield* tests;
  for (const suite of suites) yield* testsOf(suite);
}

function resultsOf(session: TestSession): TestResult[] {
  const file = `${path.relative(repositoryRoot, session.testFile)} (${session.browser.name})`;
  const tests = session.testResults === undefined ? [] : [...testsOf(session.testResults)];
  const results = tests.map(({ name, passed, skipped, duration = 0 }): TestResult => ({
    file,
    name,
    status: skipped ? 'skipped' : passed ? 'passed' : 'failed',
    milliseconds: duration,
  }));
  // A file that did not load or broke outside its tests.
  const whole = !session.passed && results.every(({ status }) => status !== 'failed');
  return whole
    ? [...results, { file, name: 'the file as a whole', status: 'failed', milliseconds: 0 }]
    : results;
}

/** A reporter of @web/test-runner. */
export function elementResults(): Reporter {
  return {
    onTestRunFinished: ({ sessions }) => {
      writeResults([...sessions].flatMap(resultsOf));
    },
  };
}
