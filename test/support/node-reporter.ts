import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';
import type { TestEvent } from 'node:test/reporters';
import { repositoryRoot } from './repository.ts';
import { writeResults, type TestResult } from './test-results.ts';

type EndEvent = Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>;
type Status = TestResult['status'];

/**
 * What a process ran is reported like a test, where it has none or as a whole: newer versions of Node name it
 * relatively.
 */
function isProgram({ name, file }: { name: string; file?: string | undefined }): boolean {
  return path.resolve(name) === file;
}

/** The suite that holds the tests of a file: see test-groups.ts. */
function isFile({ name, nesting }: { name: string; nesting: number }): boolean {
  return nesting === 0 && name.endsWith('.node.test.ts');
}

const isGroup = ({ file = '' }: { file?: string | undefined }): boolean => /\/group-\d+\.mjs$/.test(file);

/** Leaves files without a test. */
const isFiltered = process.execArgv.some(option => option.startsWith('--test-name-pattern'));

/** node:test wraps what a test threw: the wrapper's stack says nothing. */
function describeFailure({ details }: EndEvent['data']): string {
  if (!('error' in details)) return '    It holds no test.';
  const thrown = details.error.cause ?? details.error;
  const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : inspect(thrown);
  return text.replaceAll(/^/gm, '    ');
}

/**
 * What became of a test; nothing for a suite that held, or whose tests say what failed, and for what a name pattern
 * leaves out.
 */
function statusOf({ type, data }: EndEvent): Status | undefined {
  if (data.todo !== undefined) return 'skipped';
  if (type === 'test:fail') {
    return 'failureType' in data.details.error && data.details.error.failureType === 'subtestsFailed'
      ? undefined
      : 'failed';
  }
  if (isProgram(data)) return isFiltered || isGroup(data) ? undefined : 'failed';
  if (data.skip === undefined) return data.details.type === 'suite' ? undefined : 'passed';
  return data.skip === 'test name does not match pattern' ? undefined : 'skipped';
}

/** @returns the source of a bundled file, or of a source itself, relative to the repository */
function sourceOf(file = ''): string {
  return path.relative(repositoryRoot, file).replace(/^\.data\/node-tests-\w+\/(.*)\.mjs$/, '$1.ts');
}

/** The files of a group: where its process ends early, nobody knows in which. */
function filesOf({ file }: { file?: string | undefined }): string[] {
  const entry = readFileSync(path.join(repositoryRoot, sourceOf(file)), 'utf8');
  return Array.from(entry.matchAll(/describe\("([^"]+)"/g), ([, name = '']) => name);
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1).padStart(6)} s`;

/** What a run has come to so far. */
class Results {
  readonly #counts: Record<Status, number> = { passed: 0, failed: 0, skipped: 0 };
  readonly #skips = new Map<string, number>();
  readonly #files: { file: string; ms: number }[] = [];
  readonly #tests: TestResult[] = [];
  /** Of the test that is reported, from the outermost suite on. */
  readonly #names: string[] = [];
  /** The file whose suite began last, and whether a test of it was reported. */
  #file: { readonly name: string; holdsTests: boolean } | undefined;

  started(data: { nesting: number; name: string }): void {
    this.#names.splice(data.nesting, Infinity, data.name);
    if (isFile(data)) this.#file = { name: data.name, holdsTests: false };
  }

  fileEnded(file: string, ms: number): string {
    this.#files.push({ file, ms });
    return `${seconds(ms)}  ${file}\n`;
  }

  /** @returns what is to be said of it */
  testEnded(event: EndEvent): string {
    const { data } = event;
    const isWhole = isProgram(data) || isFile(data);
    const isEmpty = isFile(data) && this.#file?.holdsTests === false && !isFiltered;
    const status = isEmpty ? 'failed' : statusOf(event);
    if (this.#file !== undefined && !isWhole) this.#file.holdsTests = true;
    if (status === undefined) return '';
    this.#counts[status] += 1;
    const { file, names } = this.#placeOf(data);
    const name = isWhole ? 'the file as a whole' : names.join(' › ');
    this.#tests.push({ file, name, status, milliseconds: Math.round(data.details.duration_ms) });
    if (status === 'failed') return `FAILED ${file} › ${name}\n${describeFailure(data)}\n`;
    if (status === 'skipped') {
      const reason = String(data.skip ?? data.todo);
      this.#skips.set(reason, (this.#skips.get(reason) ?? 0) + 1);
    }
    return '';
  }

  #placeOf(data: EndEvent['data']): { file: string; names: readonly string[] } {
    const names = this.#names.slice(0, data.nesting + 1);
    if (isGroup(data) && isProgram(data)) return { file: filesOf(data).join(' or '), names };
    if (this.#file === undefined) return { file: sourceOf(data.file), names };
    return { file: this.#file.name, names: names.slice(1) };
  }

  summary(): string {
    const slowest = this.#files.toSorted((one, other) => other.ms - one.ms).slice(0, 10);
    const { passed, failed, skipped } = this.#counts;
    return [
      '\nSlowest files:',
      ...slowest.map(({ file, ms }) => `${seconds(ms)}  ${file}`),
      ...Array.from(this.#skips, ([reason, count]) => `${count} skipped: ${reason}`),
      `node: ${passed} passed, ${failed} failed, ${skipped} skipped\n`,
    ].join('\n');
  }

  get failed(): boolean {
    return this.#counts.failed > 0;
  }

  write(): void {
    writeResults(this.#tests);
  }
}

/**
 * A reporter for node:test: a line for each file, failures where they happen, counts and the slowest files at the
 * end. Node's own print every test or no file's name, and its JUnit files don't say which file a test is in.
 */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const results = new Results();
  for await (const event of events) {
    if (event.type === 'test:start') {
      results.started(event.data);
    } else if (event.type === 'test:stdout' || event.type === 'test:stderr') {
      yield event.data.message;
    } else if (event.type === 'test:diagnostic') {
      // An error after the end of its test fails a file without another word.
      if (event.data.message.includes('asynchronous activity')) yield `${event.data.message}\n`;
    } else if (event.type === 'test:complete') {
      const { name, file, details } = event.data;
      const ended = isFile(event.data)
        ? name
        : isProgram(event.data) && !isGroup(event.data) && sourceOf(file);
      if (ended !== false) yield results.fileEnded(ended, Math.round(details.duration_ms));
    } else if (event.type === 'test:pass' || event.type === 'test:fail') {
      yield results.testEnded(event);
    }
  }
  yield results.summary();
  results.write();
  // Node takes a file without tests for one that passed.
  if (results.failed) process.exitCode = 1;
}
