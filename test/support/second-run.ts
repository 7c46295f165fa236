import { addTallies, joinResults, testName, type Failure, type PartResult } from './part-result.ts';

/** As many files of a part may fail by accident, out of some three hundred. More of them are no accident. */
const MOST_FILES = 6;

/**
 * Runs each file that has failures once more, alone, when everything else is done. Where each test that failed then
 * passes, and no other fails, they count as passed and are told as flaky, with the failure of the first run: a race to
 * be looked for. All else stays as it was.
 *
 * @param first the result of all files; failures that belong to no file stay as they are.
 * @param runAlone runs one file.
 * @param runAlone.file path, relative to the repository.
 * @param runAlone.engines the names of the browsers, or else, in which it failed; empty for tests in Node.
 */
export async function withSecondRun(
  first: PartResult,
  runAlone: (file: string, engines: readonly string[]) => Promise<PartResult>,
): Promise<PartResult> {
  const files = new Set(first.failures.flatMap(({ file }) => file ?? []));
  if (files.size > MOST_FILES) return first;
  const result = joinResults([first]);
  for (const file of files) {
    const failures = first.failures.filter(failure => failure.file === file);
    const engines = [...new Set(failures.flatMap(failure => failure.engines))];
    try {
      // oxlint-disable-next-line no-await-in-loop -- alone is the purpose
      const second = await runAlone(file, engines);
      result.notes.push(...second.notes);
      if (holds(second, failures)) forgive(result, failures);
      else result.failures.push(...second.failures.map(asSecond));
    } catch (error) {
      result.notes.push(`${file} could not be run again: ${String(error)}`);
    }
  }
  return result;
}

/** A test that was skipped, or did not run at all, has not held. */
function holds({ tally, passed }: PartResult, failures: readonly Failure[]): boolean {
  const names = new Set(passed);
  return (
    tally.failed === 0 &&
    tally.passed > 0 &&
    failures.every(({ where, file, engines }) => {
      // What is about the file as a whole has no name that could pass.
      if (where === file) return true;
      return engines.length === 0
        ? names.has(testName(where))
        : engines.every(engine => names.has(testName(where, engine)));
    })
  );
}

function forgive(result: PartResult, failures: readonly Failure[]): void {
  const times = failures.reduce((sum, failure) => sum + failure.times, 0);
  result.tally = addTallies([result.tally, { passed: times, failed: -times, skipped: 0 }]);
  result.failures = result.failures.filter(failure => !failures.includes(failure));
  result.flaky.push(...failures);
}

function asSecond(failure: Failure): Failure {
  return { ...failure, where: `${failure.where} (second run)` };
}
