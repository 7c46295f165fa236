import path from 'node:path';
import { run } from 'node:test';
import { inspect } from 'node:util';
import { addFailure, emptyResult, type PartResult } from './part-result.ts';
import { repositoryRoot } from './repository.ts';

export interface NodePartOptions {
  /** Absolute paths of test files. */
  files: readonly string[];
  /** How many files run at the same time, each in a process of its own. */
  concurrency: number;
  /** Only tests whose name matches. */
  pattern?: string | undefined;
  /** Longest time one file may take, in milliseconds. */
  timeout: number;
}

/** The fields of a `test:pass` or `test:fail` event that are read here. */
interface TestReport {
  name: string;
  file?: string | undefined;
  nesting: number;
  skip?: string | boolean | undefined;
  todo?: string | boolean | undefined;
  details: { type?: string | undefined; error?: Error | undefined };
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

/** Gathers the events of a run; each file's own output is shown only beside its failures. */
class NodeTestLog {
  readonly result: PartResult = emptyResult();
  readonly #output = new Map<string, string>();
  readonly #skips = new Map<string, number>();
  readonly #failedFiles = new Set<string>();
  readonly #filtered: boolean;

  constructor(filtered: boolean) {
    this.#filtered = filtered;
  }

  passed(test: TestReport): void {
    if (test.details.type === 'suite') return;
    if (test.skip !== undefined) this.#skipped(test.skip);
    else if (test.name === test.file) this.#withoutTests(test);
    else this.result.tally.passed += 1;
  }

  failed(test: TestReport): void {
    const { error } = test.details;
    // Its subtests have been counted and printed on their own.
    if (failureType(error) === 'subtestsFailed') return;
    if (test.todo !== undefined) return;
    const file = relative(test.file);
    const where = test.name === test.file ? file : `${file} › ${test.name}`;
    addFailure(this.result, { where, engines: [], text: describeError(error) });
    if (test.file !== undefined) this.#failedFiles.add(test.file);
  }

  wrote(file: string, text: string): void {
    this.#output.set(file, (this.#output.get(file) ?? '') + text);
  }

  /** An error thrown after a file's last test fails the file without a word: here is what it was. */
  remarked(message: string): void {
    if (message.includes('asynchronous activity after the test ended')) this.result.notes.push(message);
  }

  finish(): PartResult {
    for (const file of this.#failedFiles) {
      const output = this.#output.get(file);
      if (output !== undefined) this.result.notes.push(`Output of ${relative(file)}:\n${output}`);
    }
    for (const [reason, count] of this.#skips) this.result.notes.push(`${String(count)} skipped: ${reason}`);
    return this.result;
  }

  #skipped(reason: string | boolean): void {
    // Some versions report tests that a name filter leaves out as skipped.
    if (this.#filtered && String(reason).includes('does not match')) return;
    this.result.tally.skipped += 1;
    const text = typeof reason === 'string' && reason !== '' ? reason : 'no reason given';
    this.#skips.set(text, (this.#skips.get(text) ?? 0) + 1);
  }

  /** A file is reported like a test when it had none. */
  #withoutTests({ file }: TestReport): void {
    if (this.#filtered) return;
    addFailure(this.result, { where: relative(file), engines: [], text: 'This file holds no test.' });
  }
}

/** Runs test files with node:test; the processes inherit this one's `--import tsx`. */
export async function runNodePart({
  files,
  concurrency,
  pattern,
  timeout,
}: NodePartOptions): Promise<PartResult> {
  const log = new NodeTestLog(pattern !== undefined);
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
      log.wrote(file, message);
    });
  }
  await new Promise((resolve, reject) => {
    events.on('end', resolve).on('error', reject).resume();
  });
  return log.finish();
}
