/**
 * `npm test`: every runner by its own command; what each took, the slowest files, and at the end one line for all.
 * `npm run test:full` names more of them.
 *
 * Arguments: the package scripts to run one after the other, `test:node` and so on; those joined by a `+` run side by
 * side. Each leaves its results in `.data/test-results`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
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

interface Run {
  readonly script: string;
  readonly seconds: number;
  readonly results: readonly TestResult[];
  /** It failed without a failed test, or ran none. */
  readonly isBroken: boolean;
  /** What it printed and was not shown. */
  readonly output: string;
}

/** @param isShown what it prints is shown as it comes */
async function run(script: string, isShown: boolean): Promise<Run> {
  const startedAt = performance.now();
  const child = spawn('npm', ['run', '--silent', script], {
    stdio: isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => output.push(text));
  }
  const [status] = await once(child, 'close');
  const results = readResults(script);
  return {
    script,
    seconds: (performance.now() - startedAt) / 1000,
    results,
    isBroken: results.length === 0 || (status !== 0 && count(results, 'failed') === 0),
    output: output.join(''),
  };
}

/** What the first prints is shown as it comes, then that of the others. */
async function runSideBySide([first = '', ...others]: readonly string[]): Promise<Run[]> {
  console.log(`\n== ${[first, ...others].join(', beside it ')}`);
  const runs = await Promise.all([run(first, true), ...others.map(async script => run(script, false))]);
  for (const { script, output } of runs.slice(1)) console.log(`\n== ${script}\n${output}`);
  return runs;
}

function lineOf({ script, seconds, results, isBroken }: Run): string {
  const said = isBroken ? 'did not run to its end' : counts(results);
  return `${script.padEnd(16)}${seconds.toFixed(0).padStart(5)} s  ${said}`;
}

rmSync(RESULTS_FOLDER, { recursive: true, force: true });
const runs: Run[] = [];
for (const group of process.argv.slice(2)) runs.push(...(await runSideBySide(group.split('+'))));
const results = runs.flatMap(each => each.results);
const failures = count(results, 'failed') + runs.filter(({ isBroken }) => isBroken).length;
console.log(`\nSlowest files:\n${slowestFiles(results).join('\n')}\n\n${runs.map(lineOf).join('\n')}\n`);
for (const { file, name } of results.filter(({ status }) => status === 'failed'))
  console.log(`FAILED ${file}: ${name}`);
console.log(counts(results, failures));
process.exitCode = failures === 0 ? 0 : 1;
