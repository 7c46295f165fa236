/** The test command must be able to fail: it is run on files that fail on purpose. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { isInstalled } from '../support/browsers.ts';
import { repositoryRoot } from '../support/repository.ts';

function runTests(...words: string[]): { code: number | null; output: string; lastLine: string | undefined } {
  // node:test refuses to run tests inside a test, unless it does not know.
  const { NODE_TEST_CONTEXT: _context, ...outside } = process.env;
  const env = { ...outside, CI: 'false', REQUIRE_ALL: '0' };
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'test/run.ts', ...words],
    { cwd: repositoryRoot, encoding: 'utf8', env },
  );
  return { code: status, output: stdout + stderr, lastLine: stdout.trimEnd().split('\n').at(-1) };
}

describe('the test command', () => {
  it('fails for a failing test, an error after the last test and a file without tests', () => {
    const { code, output, lastLine } = runTests('unit', 'test/house/failing/');
    assert.equal(code, 1);
    assert.equal(lastLine, '2 passed, 3 failed, 1 skipped', output);
    assert.match(output, /FAILED test\/house\/failing\/mixed\.node\.test\.ts › fails/);
    assert.match(output, /FAILED test\/house\/failing\/late-error/);
    assert.match(output, /FAILED test\/house\/failing\/no-test/);
    assert.match(output, /1 skipped: needs another planet/);
  });

  it(
    'fails for a policy violation, a rejection left behind and a module that does not load',
    { skip: isInstalled('chromium') ? false : 'Chromium is not installed' },
    () => {
      const { code, output, lastLine } = runTests('browser', 'test/house/failing/', '--browser', 'chromium');
      assert.equal(code, 1);
      assert.equal(lastLine, '2 passed, 4 failed, 0 skipped', output);
      assert.match(output, /FAILED .*policy-violation.*\n.*img-src refused/);
      assert.match(output, /FAILED .*late-rejection.*\n.*left behind/);
      assert.match(output, /FAILED .*does-not-load/);
      assert.match(output, /FAILED .*no-test\.browser\.test\.ts \(Chromium\)\n.*ran no test/);
      assert.doesNotMatch(output, /was run again/);
    },
  );

  it('fails when there is nothing to run, and refuses an unknown engine', () => {
    const nothing = runTests('unit', 'no/such/file.ts');
    assert.equal(nothing.code, 1);
    assert.equal(nothing.lastLine, '0 passed, 0 failed, 0 skipped');
    assert.equal(runTests('browser', '--browser', 'netscape').code, 2);
  });
});
