import path from 'node:path';
import type { TestResultError, TestSession, TestSuiteResult } from '@web/test-runner';
import type { LostFile } from './browser-part.ts';
import type { Engine } from './browsers.ts';
import { addFailure, addPassed, addTime, emptyResult, testName, type PartResult } from './part-result.ts';
import { repositoryRoot } from './repository.ts';

function describeError({ name, message, stack, expected, actual }: TestResultError): string {
  const compared =
    expected === undefined && actual === undefined
      ? []
      : [`expected: ${String(expected)}`, `actual:   ${String(actual)}`];
  return [name === undefined ? message : `${name}: ${message}`, ...compared, stack ?? '']
    .join('\n')
    .trimEnd();
}

interface Place {
  file: string;
  where: string;
  engine: string;
}

function addSuite(result: PartResult, suite: TestSuiteResult, { file, where, engine }: Place): void {
  for (const { name, passed, skipped, error } of suite.tests) {
    if (skipped) result.tally.skipped += 1;
    else if (passed) addPassed(result, testName(`${where} › ${name}`, engine));
    else {
      const text = error === undefined ? 'The test did not end.' : describeError(error);
      addFailure(result, { where: `${where} › ${name}`, file, engines: [engine], text });
    }
  }
  for (const inner of suite.suites) {
    addSuite(result, inner, { file, where: `${where} › ${inner.name}`, engine });
  }
}

function timeOf(suite: TestSuiteResult): number {
  const own = suite.tests.reduce((sum, { duration = 0 }) => sum + duration, 0);
  return suite.suites.reduce((sum, inner) => sum + timeOf(inner), own);
}

function addErrors(result: PartResult, session: TestSession, { file, where, engine }: Place): void {
  for (const error of session.errors) {
    addFailure(result, { where, file, engines: [engine], text: describeError(error) });
  }
  const counted = session.errors.length > 0 || countTests(session.testResults) > 0;
  if (!counted) addFailure(result, { where, file, engines: [engine], text: 'This file ran no test.' });
}

function countTests(suite: TestSuiteResult | undefined): number {
  if (suite === undefined) return 0;
  return suite.tests.length + suite.suites.reduce((sum, inner) => sum + countTests(inner), 0);
}

/** What a test wants lost. */
const MISSING_BY_DESIGN = /^nowhere\//;

function addNotes(result: PartResult, session: TestSession, { where, engine }: Place): void {
  for (const log of session.logs) {
    const [said = ''] = log.join(' ').split('\n', 1);
    result.notes.push(`${where} (${engine}) logged: ${said}`);
  }
  const missing = session.request404s.filter(url => !MISSING_BY_DESIGN.test(url));
  for (const url of missing) result.notes.push(`${where} (${engine}) asked in vain for ${url}`);
}

/**
 * The page never said how its tests went: it crashed, hung, was navigated away or never came up. A file that
 * can't be loaded is not among these: the page itself says so, and only then there is a `userAgent`.
 */
function isLost(session: TestSession): boolean {
  return session.testResults === undefined && !('userAgent' in session);
}

/**
 * Turns what the browsers reported into counts and texts: every test in every engine, and what happened
 * outside tests (a module that can't be loaded, a failing hook). Lost pages are left to {@link lostFiles}.
 *
 * @param filtered tests were chosen by name, so a file may well have run none.
 */
export function browserResult(sessions: readonly TestSession[], filtered: boolean): PartResult {
  const result = emptyResult();
  for (const session of sessions) {
    const file = path.relative(repositoryRoot, session.testFile);
    const place = { file, where: file, engine: session.browser.name };
    addNotes(result, session, place);
    if (isLost(session)) continue;
    if (session.testResults !== undefined) {
      addSuite(result, session.testResults, place);
      addTime(result, place.where, timeOf(session.testResults));
    }
    if (!filtered || session.errors.length > 0) addErrors(result, session, place);
  }
  return result;
}

const ENGINE_OF_BROWSER: Readonly<Record<string, Engine>> = {
  Chromium: 'chromium',
  Firefox: 'firefox',
  WebKitGTK: 'webkit',
};

/** The engine with this name for people. */
export function engineOf(browser: string): Engine {
  const engine = ENGINE_OF_BROWSER[browser];
  if (engine === undefined) throw new Error(`No engine is known by the name ${browser}.`);
  return engine;
}

/** The files whose page was lost, each with the last (the launcher's, most precise) word on why. */
export function lostFiles(sessions: readonly TestSession[]): LostFile[] {
  return sessions.filter(isLost).map(({ testFile, browser, errors }) => ({
    file: testFile,
    engine: engineOf(browser.name),
    browser: browser.name,
    reason: errors.at(-1)?.message ?? 'The page gave no results.',
  }));
}
