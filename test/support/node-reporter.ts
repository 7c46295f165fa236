import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';
import type { TestEvent } from 'node:test/reporters';
import { repositoryRoot } from './repository.ts';
import { addResults, type TestResult } from './test-results.ts';

type EndEvent = Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>;

const SUFFIX = '.node.test.ts';

/** Leaves files without a test. */
const isFiltered = process.execArgv.some(option => option.startsWith('--test-name-pattern'));

/** A process is reported like a test; newer versions of Node name it relatively. */
const isProcess = ({ name, file }: { name: string; file?: string | undefined }): boolean =>
  path.resolve(name) === file;

/** node:test wraps what a test threw: the wrapper's stack says nothing. */
function describeFailure({ details }: EndEvent['data']): string {
  if (!('error' in details)) return '    It holds no test.';
  const thrown = details.error.cause ?? details.error;
  const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : inspect(thrown);
  return text.replaceAll(/^/gm, '    ');
}

/** What became of a test; nothing for a suite or process whose tests say it, and for what a name pattern leaves out. */
function statusOf({ type, data }: EndEvent, isEmptyFile: boolean): TestResult['status'] | undefined {
  if (type === 'test:fail') {
    const { error } = data.details;
    return 'failureType' in error && error.failureType === 'subtestsFailed' ? undefined : 'failed';
  }
  if (data.skip === 'test name does not match pattern') return undefined;
  if (data.skip !== undefined || data.todo !== undefined) return 'skipped';
  if (isEmptyFile && !isFiltered) return 'failed';
  return isProcess(data) || data.details.type === 'suite' ? undefined : 'passed';
}

/** The files of a group that had not ended when their process did; all where none was left. */
function filesOfProcess(file: string, ended: ReadonlySet<string>): string {
  const entry = readFileSync(file, 'utf8');
  const all = Array.from(entry.matchAll(/^describe\w*\("([^"]+)"/gm), ([, name = '']) => name);
  const open = all.filter(name => !ended.has(name));
  return (open.length > 0 ? open : all).join(' or ') || path.relative(repositoryRoot, file);
}

/** @param names from the outermost suite on, which has the name of its file in a group */
function placeOf({ file = '' }: EndEvent['data'], names: readonly string[]) {
  const [outermost = '', ...inner] = names;
  return outermost.endsWith(SUFFIX)
    ? { file: outermost, inner }
    : { file: path.relative(repositoryRoot, file), inner: names };
}

/**
 * A reporter for node:test: failures where they happen, and counts at the end. Node's own print every test, or no
 * file's name. Files are the outermost suites, see test/node.ts, or run by themselves.
 */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  /** Of the test that is reported, from the outermost suite on. */
  const names: string[] = [];
  const ended = new Set<string>();
  const filesWithTests = new Set<string>();
  for await (const event of events) {
    const { type, data } = event;
    if (type === 'test:stdout' || type === 'test:stderr') yield data.message;
    // An error after the end of its test fails a file without another word.
    if (type === 'test:diagnostic' && data.message.includes('asynchronous activity'))
      yield `${data.message}\n`;
    if (type === 'test:start' && !isProcess(data)) names.splice(data.nesting, Infinity, data.name);
    if (type !== 'test:pass' && type !== 'test:fail') continue;

    const place = placeOf(data, names.slice(0, data.nesting + 1));
    const file = isProcess(data) ? filesOfProcess(data.file ?? '', ended) : place.file;
    const isWhole = isProcess(data) || place.inner.length === 0;
    if (isWhole) ended.add(file);
    else filesWithTests.add(file);
    const status = statusOf(event, isWhole && file.endsWith(SUFFIX) && !filesWithTests.has(file));
    if (status === undefined) continue;
    counts[status] += 1;
    const name = isWhole ? 'the file as a whole' : place.inner.join(' › ');
    addResults([{ file, name, status, milliseconds: Math.round(data.details.duration_ms) }]);
    if (status === 'failed') yield `FAILED ${file} › ${name}\n${describeFailure(data)}\n`;
  }
  yield `node: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`;
  // Node takes a file without tests for one that passed.
  if (counts.failed > 0) process.exitCode = 1;
}
