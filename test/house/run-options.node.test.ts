import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readRunOptions, UsageError } from '../support/run-options.ts';

describe('the test command line', () => {
  it('runs everything in every engine when nothing is said', () => {
    assert.deepEqual(readRunOptions([]), {
      parts: ['unit', 'browser', 'e2e'],
      engines: ['chromium', 'firefox', 'webkit'],
      files: [],
      pattern: undefined,
    });
  });

  it('tells a part, files, engines and test names apart', () => {
    assert.deepEqual(
      readRunOptions([
        'browser',
        'test/screens/',
        'accept.browser.test.ts',
        '--browser=firefox',
        'two',
        'words',
      ]),
      {
        parts: ['browser'],
        engines: ['firefox'],
        files: ['test/screens/', 'accept.browser.test.ts'],
        pattern: 'two words',
      },
    );
    assert.deepEqual(readRunOptions(['--browser', 'webkit', '--browser', 'chromium']).engines, [
      'webkit',
      'chromium',
    ]);
  });

  it('refuses engines and options that do not exist', () => {
    assert.throws(() => readRunOptions(['--browser', 'netscape']), UsageError);
    assert.throws(() => readRunOptions(['--browser']), UsageError);
    assert.throws(() => readRunOptions(['--watch']), UsageError);
  });
});
