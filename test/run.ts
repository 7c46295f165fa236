/**
 * The test command: `node --import tsx test/run.ts [unit|browser|e2e] [file or name…] [--browser <engine>]…`
 *
 * Finds the installed browsers and tools (on Debian as root it installs the missing ones), runs what it
 * can and ends with `N passed, N failed, N skipped`. With `CI=true` or `REQUIRE_ALL=1` anything missing is
 * a failure, the service's tests run on a PostgreSQL server as well, and what failed has a second run.
 */
import os from 'node:os';
import path from 'node:path';
import { runBrowserPart } from './support/browser-part.ts';
import { engineOf } from './support/browser-report.ts';
import { ensureBuild } from './support/builds.ts';
import { canInstall, describeMissing, installPrograms, missingPrograms } from './support/missing-programs.ts';
import { runNodePart } from './support/node-part.ts';
import { runPostgresPart } from './support/postgres-part.ts';
import {
  addFailure,
  addTallies,
  crashedResult,
  emptyResult,
  formatFailure,
  formatNotes,
  formatSlowest,
  formatTally,
  joinResults,
  type PartResult,
  type Tally,
} from './support/part-result.ts';
import { readRunOptions, UsageError, type Part, type RunOptions } from './support/run-options.ts';
import { repositoryRoot } from './support/repository.ts';
import { withSecondRun } from './support/second-run.ts';
import { testFiles } from './support/test-files.ts';
import { isInstalled } from './support/browsers.ts';

/** For a machine that does other things, too. */
const NODE_FILE_TIMEOUT_MS = 600_000;
const E2E_FILE_TIMEOUT_MS = 600_000;

const everythingRequired = process.env['CI'] === 'true' || process.env['REQUIRE_ALL'] === '1';

/** Installs what it may, says what is missing and answers what that means for the run. */
function checkPrograms({ engines, parts }: RunOptions): PartResult {
  const result = emptyResult();
  const wanted = parts.includes('browser') || parts.includes('e2e') ? engines : [];
  if (canInstall() && missingPrograms(wanted).length > 0) installPrograms(missingPrograms(wanted));
  const missing = missingPrograms(wanted);
  if (missing.length === 0) return result;
  const line = describeMissing(missing);
  if (everythingRequired) addFailure(result, { where: 'programs', engines: [], text: line });
  else console.log(`Skipped in part. ${line}`);
  return result;
}

type RunAlone = (file: string, engines: readonly string[]) => Promise<PartResult>;

/** What failed is run again only where a whole run is asked for: whoever writes a test wants to see it fail. */
function secondRunFor({ files, pattern }: RunOptions) {
  const whole = everythingRequired && files.length === 0 && pattern === undefined;
  return async (first: Promise<PartResult>, runAlone: RunAlone): Promise<PartResult> =>
    whole ? withSecondRun(await first, runAlone) : first;
}

function alone(file: string): { files: string[]; concurrency: number } {
  return { files: [path.join(repositoryRoot, file)], concurrency: 1 };
}

async function runPart(part: Part, options: RunOptions): Promise<PartResult | undefined> {
  const files = testFiles(part, options.files);
  const { pattern } = options;
  const runTwice = secondRunFor(options);
  if (files.length === 0) return undefined;
  switch (part) {
    case 'unit': {
      const node = { pattern, timeout: NODE_FILE_TIMEOUT_MS };
      const all = { ...node, files, concurrency: os.availableParallelism() };
      const result = await runTwice(runNodePart(all), file => runNodePart({ ...node, ...alone(file) }));
      if (!everythingRequired) return result;
      const onPostgres = runTwice(runPostgresPart(all), file => runPostgresPart({ ...node, ...alone(file) }));
      return joinResults([result, await onPostgres]);
    }
    case 'browser': {
      const engines = options.engines.filter(isInstalled);
      if (engines.length === 0) return undefined;
      return runTwice(runBrowserPart({ engines, files, pattern }), (file, browsers) =>
        runBrowserPart({ engines: browsers.map(engineOf), files: alone(file).files, pattern }),
      );
    }
    case 'e2e': {
      await ensureBuild('script-tag');
      await ensureBuild('pages');
      process.env['TEST_ENGINES'] = options.engines.filter(isInstalled).join(',');
      const node = { pattern, timeout: E2E_FILE_TIMEOUT_MS };
      return runTwice(runNodePart({ ...node, files, concurrency: 1 }), file =>
        runNodePart({ ...node, ...alone(file) }),
      );
    }
  }
}

function print(part: Part, result: PartResult, milliseconds: number): void {
  for (const failure of result.failures) console.log(`\n${formatFailure(failure)}`);
  for (const failure of result.flaky) console.log(`\n${formatFailure(failure, 'FLAKY')}`);
  for (const note of formatNotes(result)) console.log(`  ${note}`);
  if (everythingRequired) console.log(`  longest:\n  ${formatSlowest(result)}`);
  const seconds = (milliseconds / 1000).toFixed(1);
  const flaky = result.flaky.reduce((sum, { times }) => sum + times, 0);
  const unsure = flaky === 0 ? '' : `; ${String(flaky)} passed in the second run only`;
  console.log(`${part.padEnd(8)}${formatTally(result.tally)} in ${seconds} s${unsure}`);
}

async function runAll(options: RunOptions): Promise<Tally> {
  const programs = checkPrograms(options);
  for (const failure of programs.failures) console.log(formatFailure(failure));
  const tallies = [programs.tally];
  for (const part of options.parts) {
    const startedAt = performance.now();
    const result = await runPart(part, options).catch((error: unknown) => crashedResult(part, error));
    if (result === undefined) continue;
    print(part, result, performance.now() - startedAt);
    tallies.push(result.tally);
  }
  return addTallies(tallies);
}

/** A run of nothing is no proof of anything. */
function isGreen({ passed, failed }: Tally): boolean {
  return failed === 0 && passed > 0;
}

try {
  const tally = await runAll(readRunOptions(process.argv.slice(2)));
  if (tally.passed + tally.failed === 0) console.log('No test was run.');
  console.log(formatTally(tally));
  process.exitCode = isGreen(tally) ? 0 : 1;
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
