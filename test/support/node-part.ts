import path from 'node:path';
import { run } from 'node:test';
import { inspect } from 'node:util';
import {
  addFailure,
  addPassed,
  addTime,
  emptyResult,
  joinResults,
  rerunNote,
  testName,
  type PartResult,
} from './part-result.ts';
import { repositoryRoot } from './repository.ts';
import { LOST_SESSION } from './webdriver-session.ts';

export interface NodePartOptions {
  /** Absolute paths of test files. */
  files: readonly string[];
  /** How many files run at the same time, each in a process of its own. */
  concurrency: number;
  /** Only tests whose name matches. */
  pattern?: string | undefined;
  /** Longest time one file may take, in milliseconds. */
  timeout: number;
  /** What the tests run on, where the same run on something else as well. */
  engine?: string;
}

/** The fields of a `test:pass` or `test:fail` event that are read here. */
interface TestReport {
  name: string;
  file?: string | undefined;
  nesting: number;
  skip?: string | boolean | undefined;
  todo?: string | boolean | undefined;
  details: { type?: string | undefined; error?: Error | undefined; duration_ms: number };
}

function relative(file: string | undefined): string {
  return file === undefined ? 'test' : path.relative(repositoryRoot, file);
}

/** node:test wraps what a test threw: the wrapper's stack says nothing. */
function describeError(error: Error | undefined): string {
  const thrown = error?.cause ?? error;
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : inspect(thrown);
}

function failureType(error: Error | undefined): unknown {
  return error === undefined ? undefined : (error as Error & { failureType?: unknown }).failureType;
}

/** A test that could not run because its suite's hook failed says nothing of its own. */
function isConsequence(error: Error | undefined): boolean {
  return failureType(error) === 'cancelledByParent';
}

/** What one file's tests came to; its output is shown only beside its failures. */
class FileLog {
  readonly result: PartResult = emptyResult();
  readonly skips: string[] = [];
  readonly #place: string;
  readonly #file: string | undefined;
  readonly #engine: string | undefined;
  #output = '';
  /** First lines of what failed, without mere consequences. */
  readonly #causes: string[] = [];

  constructor(file: string | undefined, engine: string | undefined) {
    this.#engine = engine;
    this.#place = relative(file);
    this.#file = file === undefined ? undefined : this.#place;
  }

  passed(name: string): void {
    addPassed(this.result, testName(`${this.#place} › ${name}`, this.#engine));
  }

  heldAsSuite(name: string): void {
    this.result.passed.push(testName(`${this.#place} › ${name}`, this.#engine));
  }

  failed(name: string | undefined, error: Error | undefined): void {
    const where = name === undefined ? this.#place : `${this.#place} › ${name}`;
    const text = describeError(error);
    const engines = this.#engine === undefined ? [] : [this.#engine];
    addFailure(this.result, { where, file: this.#file, engines, text });
    if (!isConsequence(error)) this.#causes.push(text.split('\n', 1)[0] ?? '');
  }

  wrote(text: string): void {
    this.#output += text;
  }

  /** Why the browser was lost, when nothing but that made tests fail. */
  lostBrowser(): string | undefined {
    return this.#causes.every(cause => cause.includes(LOST_SESSION)) ? this.#causes[0] : undefined;
  }

  finish(): PartResult {
    const failed = this.result.failures.length > 0;
    if (failed && this.#output !== '') this.result.notes.push(`Output of ${this.#place}:\n${this.#output}`);
    return this.result;
  }
}

/** Gathers the events of a run, by file. */
class NodeTestLog {
  readonly files = new Map<string | undefined, FileLog>();
  readonly #notes: string[] = [];
  readonly #filtered: boolean;
  readonly #engine: string | undefined;

  constructor({ pattern, engine }: NodePartOptions) {
    this.#filtered = pattern !== undefined;
    this.#engine = engine;
  }

  passed(test: TestReport): void {
    this.#timed(test);
    // Not counted; but what failed may be a suite, by its hook.
    if (test.details.type === 'suite') return this.of(test.file).heldAsSuite(test.name);
    if (test.skip !== undefined) this.#skipped(test.file, test.skip);
    else if (test.name === test.file) this.#withoutTests(test);
    else this.of(test.file).passed(test.name);
  }

  failed(test: TestReport): void {
    this.#timed(test);
    const { error } = test.details;
    // Its subtests have been counted and printed on their own.
    if (failureType(error) === 'subtestsFailed') return;
    if (test.todo !== undefined) return;
    this.of(test.file).failed(test.name === test.file ? undefined : test.name, error);
  }

  /** A file's outermost suites hold the time of all that is in them. */
  #timed({ name, file, nesting, details }: TestReport): void {
    if (nesting > 0 || name === file) return;
    addTime(this.of(file).result, relative(file), details.duration_ms);
  }

  /** The log of one file, made when it is first asked for. */
  of(file: string | undefined): FileLog {
    const log = this.files.get(file) ?? new FileLog(file, this.#engine);
    this.files.set(file, log);
    return log;
  }

  /** An error thrown after a file's last test fails the file without a word: here is what it was. */
  remarked(message: string): void {
    if (message.includes('asynchronous activity after the test ended')) this.#notes.push(message);
  }

  finish(): PartResult {
    const joined = joinResults(Array.from(this.files.values(), log => log.finish()));
    joined.notes.push(...this.#notes, ...this.#skipNotes());
    return joined;
  }

  #skipNotes(): string[] {
    const counts = new Map<string, number>();
    for (const { skips } of this.files.values()) {
      for (const reason of skips) counts.set(reason, (counts.get(reason) ?? 0) + 1);
    }
    return Array.from(counts, ([reason, count]) => `${String(count)} skipped: ${reason}`);
  }

  #skipped(file: string | undefined, reason: string | boolean): void {
    // Some versions report tests that a name filter leaves out as skipped.
    if (this.#filtered && String(reason).includes('does not match')) return;
    const log = this.of(file);
    log.result.tally.skipped += 1;
    log.skips.push(typeof reason === 'string' && reason !== '' ? reason : 'no reason given');
  }

  /** A file is reported like a test when it had none. */
  #withoutTests({ file }: TestReport): void {
    if (!this.#filtered) this.of(file).failed(undefined, new Error('This file holds no test.'));
  }
}

/** The processes inherit this one's `--import tsx`. */
async function runOnce(options: NodePartOptions): Promise<NodeTestLog> {
  const { files, concurrency, pattern, timeout } = options;
  const log = new NodeTestLog(options);
  const events = run({
    files: [...files],
    concurrency,
    timeout,
    ...(pattern === undefined ? {} : { testNamePatterns: [pattern] }),
  });
  events.on('test:pass', data => {
    log.passed(data);
  });
  events.on('test:fail', data => {
    log.failed(data);
  });
  events.on('test:diagnostic', ({ message }) => {
    log.remarked(message);
  });
  for (const stream of ['test:stdout', 'test:stderr'] as const) {
    events.on(stream, ({ file, message }) => {
      log.of(file).wrote(message);
    });
  }
  await new Promise((resolve, reject) => {
    events.on('end', resolve).on('error', reject).resume();
  });
  return log;
}

/**
 * Runs test files with node:test. A file that failed only because its browser died (see `LostSessionError`) is
 * run once more, with a note, and the second result counts.
 */
export async function runNodePart(options: NodePartOptions): Promise<PartResult> {
  const log = await runOnce(options);
  const notes: string[] = [];
  const again: string[] = [];
  for (const [file, fileLog] of log.files) {
    const reason = fileLog.lostBrowser();
    if (file === undefined || reason === undefined) continue;
    notes.push(rerunNote(relative(file), reason));
    again.push(file);
    log.files.delete(file);
  }
  if (again.length === 0) return log.finish();
  const second = await runOnce({ ...options, files: again });
  return joinResults([log.finish(), second.finish(), { ...emptyResult(), notes }]);
}
