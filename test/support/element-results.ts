import path from 'node:path';
import type { Reporter, TestSession, TestSuiteResult } from '@web/test-runner';
import { repositoryRoot } from './repository.ts';
import { addResults, type TestResult } from './test-results.ts';

function* testsOf({ tests, suites }: TestSuiteResult): Generator<TestSuiteResult['tests'][number]> {
  yield* tests;
  for (const suite of suites) yield* testsOf(suite);
}

function resultsOf({ testFile, browser, testResults, passed: isGreen }: TestSession): TestResult[] {
  const file = `${path.relative(repositoryRoot, testFile)} (${browser.name})`;
  const tests = testResults === undefined ? [] : [...testsOf(testResults)];
  const results = tests.map(({ name, passed, skipped, duration = 0 }): TestResult => {
    return { file, name, status: skipped ? 'skipped' : passed ? 'passed' : 'failed', milliseconds: duration };
  });
  // A file that did not load or broke outside its tests.
  if (!isGreen && results.every(({ status }) => status !== 'failed'))
    results.push({ file, name: 'the file as a whole', status: 'failed', milliseconds: 0 });
  return results;
}

/** A reporter of @web/test-runner for the summary of `npm test`. */
export function elementResults(): Reporter {
  return { onTestRunFinished: ({ sessions }) => addResults([...sessions].flatMap(resultsOf)) };
}
