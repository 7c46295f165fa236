import { addTallies, joinResults, type Failure, type PartResult } from './part-result.ts';

/** As many files may fail by accident, out of some three hundred. More of them are no accident. */
const MOST_FILES = 6;

/**
 * Runs each file that has failures once more, alone, when everything else is done. What then holds counts as passed
 * and is told as flaky, with the failure of the first run: a race to be looked for. What fails again, in whatever
 * test of the file, fails.
 *
 * @param first the result of all files; failures that belong to no file stay as they are.
 * @param runAlone runs one file.
 * @param runAlone.file path, relative to the repository.
 * @param runAlone.browsers the names of the browsers in which it failed; empty for tests in Node.
 */
export async function withSecondRun(
  first: PartResult,
  runAlone: (file: string, browsers: readonly string[]) => Promise<PartResult>,
): Promise<PartResult> {
  const files = new Set(first.failures.flatMap(({ file }) => file ?? []));
  if (files.size > MOST_FILES) return first;
  const result = joinResults([first]);
  for (const file of files) {
    const failures = first.failures.filter(failure => failure.file === file);
    const browsers = [...new Set(failures.flatMap(({ engines }) => engines))];
    // oxlint-disable-next-line no-await-in-loop -- alone is the purpose
    const second = await runAlone(file, browsers);
    result.notes.push(...second.notes);
    if (second.tally.failed === 0 && second.tally.passed > 0) forgive(result, failures);
    else result.failures.push(...second.failures.map(asSecond));
  }
  return result;
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
