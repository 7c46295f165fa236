/**
 * `npm test`: every runner by its own command; what each took, the slowest files, and at the end one line for all.
 *
 * Arguments: package scripts, `test:node` and so on. Those joined by commas run one after the other, and the arguments side
 * by side, since each script leaves a processor idle for part of its time. What the first argument's scripts print is shown
 * as it comes, of the others at each script's end. Each script adds its results to a file of its own, `TEST_RESULTS`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from './support/repository.ts';
import type { TestResult } from './support/test-results.ts';

const FOLDER = path.join(repositoryRoot, '.data/test-results');
const SLOWEST = 10;

interface Run {
  readonly script: string;
  readonly seconds: number;
  readonly results: readonly TestResult[];
  /** It failed without a failed test, or ran none. */
  readonly isBroken: boolean;
}

const count = (results: readonly TestResult[], status: TestResult['status']): number =>
  results.filter(result => result.status === status).length;

const counts = (results: readonly TestResult[], failures = count(results, 'failed')): string =>
  `${count(results, 'passed')} passed, ${failures} failed, ${count(results, 'skipped')} skipped`;

/** @param isShown what it prints is shown as it comes, not at its end */
async function run(script: string, isShown: boolean): Promise<Run> {
  const startedAt = performance.now();
  console.log(`\n== ${script}`);
  const file = path.join(FOLDER, `${script.replaceAll(':', '-')}.jsonl`);
  const child = spawn('npm', ['run', '--silent', script], {
    stdio: isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TEST_RESULTS: file },
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => output.push(text));
  const [status] = await once(child, 'close');
  if (!isShown) console.log(`\n== ${script} printed\n${output.join('')}`);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  const results = lines.map((line): TestResult => JSON.parse(line));
  const isBroken = results.length === 0 || (status !== 0 && count(results, 'failed') === 0);
  return { script, seconds: (performance.now() - startedAt) / 1000, results, isBroken };
}

function slowestFiles(results: readonly TestResult[]): string[] {
  const seconds = new Map<string, number>();
  for (const { file, milliseconds } of results)
    seconds.set(file, (seconds.get(file) ?? 0) + milliseconds / 1000);
  const slowest = Array.from(seconds).toSorted(([, one], [, other]) => other - one);
  return slowest.slice(0, SLOWEST).map(([file, time]) => `${time.toFixed(1).padStart(8)} s  ${file}`);
}

function lineOf({ script, seconds, results, isBroken }: Run): string {
  const said = isBroken ? 'did not run to its end' : counts(results);
  return `${script.padEnd(16)}${seconds.toFixed(0).padStart(5)} s  ${said}`;
}

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });

async function runInTurn(scripts: readonly string[], isShown: boolean): Promise<Run[]> {
  const runs: Run[] = [];
  for (const script of scripts) runs.push(await run(script, isShown));
  return runs;
}

const sequences = process.argv.slice(2).map(argument => argument.split(','));
const runs = (await Promise.all(sequences.map((scripts, index) => runInTurn(scripts, index === 0)))).flat();
const results = runs.flatMap(each => each.results);
const failures = count(results, 'failed') + runs.filter(({ isBroken }) => isBroken).length;
console.log(`\nSlowest files:\n${slowestFiles(results).join('\n')}\n\n${runs.map(lineOf).join('\n')}\n`);
for (const { file, name } of results.filter(({ status }) => status === 'failed'))
  console.log(`FAILED ${file}: ${name}`);
console.log(counts(results, failures));
process.exitCode = failures === 0 ? 0 : 1;
