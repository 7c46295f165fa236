import { fork } from 'node:child_process';
import path from 'node:path';
import { z } from 'zod';
import { ENGINES, type Engine } from './browsers.ts';
import {
  addFailure,
  crashedResult,
  joinResults,
  partResultSchema,
  rerunNote,
  type PartResult,
} from './part-result.ts';
import { repositoryRoot } from './repository.ts';

export const browserPartRequestSchema = z.object({
  engines: z.array(z.enum(ENGINES)),
  /** Absolute paths of test files. */
  files: z.array(z.string()),
  /** Only tests whose full name contains it. */
  pattern: z.string().optional(),
});
export type BrowserPartRequest = z.infer<typeof browserPartRequestSchema>;

/** A test file whose page never said how its tests went: the engine died, hung or did not come up. */
const lostFileSchema = z.object({
  /** Absolute path. */
  file: z.string(),
  engine: z.enum(ENGINES),
  /** The engine's name for people. */
  browser: z.string(),
  reason: z.string(),
});
export type LostFile = z.infer<typeof lostFileSchema>;

/** What the runner's process answers: the results it has, and the files it has none for. */
const browserAnswerSchema = z.object({ result: partResultSchema, lost: z.array(lostFileSchema) });
export type BrowserAnswer = z.infer<typeof browserAnswerSchema>;

/** The runner's process ended without an answer. */
export class RunnerEndedError extends Error {
  override readonly name = 'RunnerEndedError';
}

/** @throws RunnerEndedError with what the process printed. */
export type RunBrowserTests = (request: BrowserPartRequest) => Promise<BrowserAnswer>;

/** Runs element tests in a process of their own, with fresh browsers. */
async function runInProcess(request: BrowserPartRequest): Promise<BrowserAnswer> {
  const runner = fork(path.join(import.meta.dirname, 'browser-part-process.ts'), [JSON.stringify(request)], {
    cwd: repositoryRoot,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const printed: string[] = [];
  for (const stream of [runner.stdout, runner.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => printed.push(chunk));
  }
  return new Promise((resolve, reject) => {
    let answer: BrowserAnswer | undefined;
    runner.on('message', message => {
      answer = browserAnswerSchema.parse(message);
    });
    runner.on('close', (code, signal) => {
      const reason = `The browser test runner ended with ${signal ?? `code ${String(code)}`}.\n${printed.join('')}`;
      if (answer === undefined) reject(new RunnerEndedError(reason));
      else resolve(answer);
    });
  });
}

/** A runner that ends without an answer is started once more; the note says what ended the first. */
async function runDespiteRunner(
  request: BrowserPartRequest,
  runTests: RunBrowserTests,
): Promise<BrowserAnswer> {
  try {
    return await runTests(request);
  } catch (first) {
    if (!(first instanceof RunnerEndedError)) throw first;
    const answer = await runTests(request).catch((second: unknown) => ({
      result: crashedResult('browser tests', second instanceof RunnerEndedError ? second.message : second),
      lost: [],
    }));
    answer.result.notes.push(`The browser tests were run again: ${first.message}`);
    return answer;
  }
}

function placeOf({ file }: LostFile): string {
  return path.relative(repositoryRoot, file);
}

/** What the second run of an engine's lost files brought; a file lost again is a failure. */
function secondResult(first: readonly LostFile[], { result, lost }: BrowserAnswer): PartResult {
  const second = joinResults([result]);
  for (const file of first) second.notes.push(rerunNote(`${placeOf(file)} (${file.browser})`, file.reason));
  for (const file of lost) {
    const text = `The page was lost in both runs: ${file.reason}`;
    addFailure(second, { where: placeOf(file), file: placeOf(file), engines: [file.browser], text });
  }
  return second;
}

/**
 * Runs the element tests. An engine that dies is not a failed test, nor a passed one: a file whose page was lost
 * is run once more in a fresh browser, and the second result counts.
 *
 * @param runTests runs a request once.
 * @returns the results, with a note for everything that was run twice.
 */
export async function runBrowserPart(
  request: BrowserPartRequest,
  runTests: RunBrowserTests = runInProcess,
): Promise<PartResult> {
  const { result, lost } = await runDespiteRunner(request, runTests);
  const results = [result];
  const engines = new Set<Engine>(lost.map(({ engine }) => engine));
  for (const engine of engines) {
    const again = lost.filter(file => file.engine === engine);
    const files = again.map(({ file }) => file);
    const answer = await runDespiteRunner({ ...request, engines: [engine], files }, runTests);
    results.push(secondResult(again, answer));
  }
  return joinResults(results);
}
