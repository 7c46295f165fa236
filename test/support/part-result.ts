import { z } from 'zod';

/** How many tests a part of the run had, by outcome; a browser test counts once in each engine. */
const tallySchema = z.object({ passed: z.number(), failed: z.number(), skipped: z.number() });

const failureSchema = z.object({
  /** Test file, relative to the repository, then the names of suites and test. */
  where: z.string(),
  /** The test file alone; what belongs to none has none. */
  file: z.string().optional(),
  /** Engines it failed in; empty for tests that run in Node alone. */
  engines: z.array(z.string()),
  /** How many tests, in one engine each, failed like this. */
  times: z.number(),
  /** Message, stack, output: whatever helps. */
  text: z.string(),
});

/** What a part of the run hands back; the same shape for Node tests and browser tests. */
export const partResultSchema = z.object({
  tally: tallySchema,
  failures: z.array(failureSchema),
  /** The names of what passed, see `testName`. */
  passed: z.array(z.string()),
  /** What failed at first and then, by itself, did not: see `withSecondRun`. */
  flaky: z.array(failureSchema),
  /** Lines worth printing although nothing failed, such as an unexpected console warning. */
  notes: z.array(z.string()),
  /** How long each test file's tests took, by its path, ms; browser tests in all engines together. */
  times: z.record(z.string(), z.number()),
});

export type Tally = z.infer<typeof tallySchema>;
export type Failure = z.infer<typeof failureSchema>;
export type PartResult = z.infer<typeof partResultSchema>;

const NAMED_FILES = 12;

export function emptyResult(): PartResult {
  return {
    tally: { passed: 0, failed: 0, skipped: 0 },
    failures: [],
    passed: [],
    flaky: [],
    notes: [],
    times: {},
  };
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

/** A test by its file, suites and name, in one engine or, in Node, in none. */
export function testName(where: string, engine = ''): string {
  return `${where} ${engine}`;
}

export function addPassed(result: PartResult, name: string): void {
  result.tally.passed += 1;
  result.passed.push(name);
}

/** Counts a failure and keeps its text; the same message in another engine is not listed twice. */
export function addFailure(result: PartResult, failure: Omit<Failure, 'times'>): void {
  result.tally.failed += 1;
  const same = result.failures.find(
    ({ where, text }) => where === failure.where && firstLine(text) === firstLine(failure.text),
  );
  if (same === undefined) {
    result.failures.push({ ...failure, times: 1 });
    return;
  }
  same.engines.push(...failure.engines);
  same.times += 1;
}

export function addTime({ times }: PartResult, file: string, milliseconds: number): void {
  times[file] = (times[file] ?? 0) + milliseconds;
}

/** The test files that took longest, for whoever wants the run to be shorter. */
export function formatSlowest({ times }: PartResult): string {
  const slowest = Object.entries(times).toSorted(([, one], [, other]) => other - one);
  const named = slowest.slice(0, NAMED_FILES);
  return named.map(([file, milliseconds]) => `${(milliseconds / 1000).toFixed(0)} s ${file}`).join('\n  ');
}

/** The same line from several engines or tests stands once. */
export function formatNotes({ notes }: PartResult): string[] {
  const counts = new Map<string, number>();
  for (const note of notes) counts.set(note, (counts.get(note) ?? 0) + 1);
  return Array.from(counts, ([note, count]) => (count === 1 ? note : `${String(count)} × ${note}`));
}

/** Counts and texts of several runs as if they had been one. */
export function joinResults(results: readonly PartResult[]): PartResult {
  const joined = emptyResult();
  joined.tally = addTallies(results.map(({ tally }) => tally));
  for (const { failures, passed, flaky, notes, times } of results) {
    joined.failures.push(...failures);
    joined.passed.push(...passed);
    joined.flaky.push(...flaky);
    joined.notes.push(...notes);
    for (const [file, milliseconds] of Object.entries(times)) addTime(joined, file, milliseconds);
  }
  return joined;
}

/** The line that tells of a second run: a green run must not hide that it needed one. */
export function rerunNote(where: string, reason: string): string {
  return `${where} was run again: ${reason}`;
}

/** A part that could not run or ended by itself counts as one failed test, so that the run can't be green. */
export function crashedResult(where: string, error: unknown): PartResult {
  const result = emptyResult();
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  addFailure(result, { where, engines: [], text });
  return result;
}

export function addTallies(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

/** The line a run ends with. */
export function formatTally({ passed, failed, skipped }: Tally): string {
  return `${String(passed)} passed, ${String(failed)} failed, ${String(skipped)} skipped`;
}

/** @param verdict the word in front: that it failed, or that it did so once in two runs */
export function formatFailure(
  { where, engines, text }: Failure,
  verdict: 'FAILED' | 'FLAKY' = 'FAILED',
): string {
  const inEngines = engines.length === 0 ? '' : ` (${engines.join(', ')})`;
  const indented = text
    .trimEnd()
    .split('\n')
    .map(line => `    ${line}`);
  return [`${verdict} ${where}${inEngines}`, ...indented, ''].join('\n');
}
