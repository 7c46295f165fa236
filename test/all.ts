/**
 * `npm test`: every runner by its own command, one after the other; what each took, the slowest files, and at the end
 * one line for all. `npm run test:full` names more of them.
 *
 * Arguments: the package scripts to run, `test:node` and so on. Each leaves its results in `.data/test-results`.
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { readResults, RESULTS_FOLDER, type TestResult } from './support/test-results.ts';

const SLOWEST = 10;

const count = (results: readonly TestResult[], status: TestResult['status']): number =>
  results.filter(result => result.status === status).length;

const counts = (results: readonly TestResult[], failures = count(results, 'failed')): string =>
  `${count(results, 'passed')} passed, ${failures} failed, ${count(results, 'skipped')} skipped`;

function slowestFiles(results: readonly TestResult[]): string[] {
  const seconds = new Map<string, number>();
  for (const { file, milliseconds } of results) {
    seconds.set(file, (seconds.get(file) ?? 0) + milliseconds / 1000);
  }
  return Array.from(seconds)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, SLOWEST)
    .map(([file, time]) => `${time.toFixed(1).padStart(8)} s  ${file}`);
}

rmSync(RESULTS_FOLDER, { recursive: true, force: true });
const scripts = process.argv.slice(2);
const lines: string[] = [];
let silentFailures = 0;
for (const script of scripts) {
  console.log(`\n== ${script}`);
  const startedAt = performance.now();
  const { status } = spawnSync('npm', ['run', '--silent', script], { stdio: 'inherit' });
  const results = readResults(script);
  // A runner that failed without a failed test, or that ran none.
  const broken = results.length === 0 || (status !== 0 && count(results, 'failed') === 0);
  if (broken) silentFailures += 1;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  lines.push(
    `${script.padEnd(16)}${seconds.padStart(5)} s  ${broken ? 'did not run to its end' : counts(results)}`,
  );
}
const results = scripts.flatMap(readResults);
const failures = count(results, 'failed') + silentFailures;
console.log(`\nSlowest files:\n${slowestFiles(results).join('\n')}\n\n${lines.join('\n')}\n`);
for (const { file, name } of results.filter(({ status }) => status === 'failed'))
  console.log(`FAILED ${file}: ${name}`);
console.log(counts(results, failures));
process.exitCode = failures === 0 ? 0 : 1;
