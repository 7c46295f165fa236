import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addFailure, addPassed, emptyResult, testName, type PartResult } from '../support/part-result.ts';
import { withSecondRun } from '../support/second-run.ts';

interface Failing {
  file?: string;
  engine?: string;
}

function outcome(passed: readonly Failing[] | number, ...failures: Failing[]): PartResult {
  const result = emptyResult();
  if (typeof passed === 'number') result.tally.passed = passed;
  else for (const { file, engine } of passed) addPassed(result, testName(`${file} › a test`, engine));
  for (const { file, engine } of failures) {
    const where = `${file ?? 'nowhere'} › a test`;
    addFailure(result, { where, file, engines: engine === undefined ? [] : [engine], text: 'wrong' });
  }
  return result;
}

/** Answers run after run, and keeps what was asked. */
function second(...answers: PartResult[]) {
  const asked: [string, readonly string[]][] = [];
  const run = async (file: string, browsers: readonly string[]): Promise<PartResult> => {
    asked.push([file, browsers]);
    const answer = answers.shift();
    assert(answer !== undefined, 'asked too often');
    return Promise.resolve(answer);
  };
  return { asked, run };
}

describe('a second run', () => {
  it('is not asked of what passed', async () => {
    const { run, asked } = second();
    const first = outcome(5);
    assert.deepEqual(await withSecondRun(first, run), first);
    assert.deepEqual(asked, []);
  });

  it('has each file that failed, alone and where it failed, and calls what then holds flaky', async () => {
    const { run, asked } = second(
      outcome([
        { file: 'a.ts', engine: 'Firefox' },
        { file: 'a.ts', engine: 'Chromium' },
      ]),
      outcome([{ file: 'b.ts' }]),
    );
    const first = outcome(
      7,
      { file: 'a.ts', engine: 'Firefox' },
      { file: 'a.ts', engine: 'Chromium' },
      { file: 'b.ts' },
    );
    const { tally, failures, flaky } = await withSecondRun(first, run);
    assert.deepEqual(asked, [
      ['a.ts', ['Firefox', 'Chromium']],
      ['b.ts', []],
    ]);
    assert.deepEqual(tally, { passed: 10, failed: 0, skipped: 0 });
    assert.deepEqual(failures, []);
    assert.deepEqual(
      flaky.map(({ where, times }) => [where, times]),
      [
        ['a.ts › a test', 2],
        ['b.ts › a test', 1],
      ],
    );
  });

  it('fails a file that fails again, in whatever test, or that then has no test', async () => {
    const { run } = second(outcome(1, { file: 'a.ts' }), outcome(0));
    const { tally, failures, flaky } = await withSecondRun(
      outcome(1, { file: 'a.ts' }, { file: 'b.ts' }),
      run,
    );
    assert.deepEqual(tally, { passed: 1, failed: 2, skipped: 0 });
    assert.deepEqual(
      failures.map(({ where }) => where),
      ['a.ts › a test', 'b.ts › a test', 'a.ts › a test (second run)'],
    );
    assert.deepEqual(flaky, []);
  });

  it('forgives nothing that was skipped in it, or held in one engine alone', async () => {
    const first = outcome(
      3,
      { file: 'a.ts' },
      { file: 'b.ts', engine: 'Firefox' },
      { file: 'b.ts', engine: 'WebKitGTK' },
    );
    const { run } = second(outcome(4), outcome([{ file: 'b.ts', engine: 'WebKitGTK' }]));
    assert.deepEqual((await withSecondRun(first, run)).tally, { passed: 3, failed: 3, skipped: 0 });
  });

  it('leaves the first as it was where it can’t be had', async () => {
    const first = outcome(3, { file: 'a.ts' });
    const { tally, failures, notes } = await withSecondRun(first, () =>
      Promise.reject(new Error('No browser.')),
    );
    assert.deepEqual([tally, failures], [first.tally, first.failures]);
    assert.deepEqual(notes, ['a.ts could not be run again: Error: No browser.']);
  });

  it('is for accidents: there is none for many files, nor for what belongs to no file', async () => {
    const { run, asked } = second();
    const many = Array.from({ length: 7 }, (_, index) => ({ file: `${index}.ts` }));
    assert.equal((await withSecondRun(outcome(1, ...many), run)).tally.failed, 7);
    assert.equal((await withSecondRun(outcome(1, {}), run)).tally.failed, 1);
    assert.deepEqual(asked, []);
  });
});
