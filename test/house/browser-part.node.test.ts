import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import {
  RunnerEndedError,
  runBrowserPart,
  type BrowserAnswer,
  type BrowserPartRequest,
  type LostFile,
} from '../support/browser-part.ts';
import { addFailure, emptyResult } from '../support/part-result.ts';
import { repositoryRoot } from '../support/repository.ts';

const A = path.join(repositoryRoot, 'test/a.browser.test.ts');
const B = path.join(repositoryRoot, 'test/b.browser.test.ts');
const REQUEST: BrowserPartRequest = { engines: ['chromium', 'webkit'], files: [A, B], pattern: 'words' };

interface Outcome {
  passed?: number;
  failed?: number;
  lost?: LostFile[];
}

function answer({ passed = 0, failed = 0, lost = [] }: Outcome): BrowserAnswer {
  const result = emptyResult();
  result.tally.passed = passed;
  for (let index = 0; index < failed; index += 1) {
    addFailure(result, { where: `test ${String(index)}`, engines: ['Chromium'], text: 'wrong' });
  }
  return { result, lost };
}

function lostFile(file: string, engine: 'chromium' | 'webkit'): LostFile {
  return { file, engine, browser: engine, reason: 'it died' };
}

/** Answers request after request, or ends like a runner that crashed. */
function runner(...answers: (BrowserAnswer | 'ends')[]) {
  const requests: BrowserPartRequest[] = [];
  const run = (request: BrowserPartRequest): Promise<BrowserAnswer> => {
    requests.push(request);
    const next = answers.shift();
    assert(next !== undefined, 'asked too often');
    if (next === 'ends') return Promise.reject(new RunnerEndedError('It ended with code 1.\nA stack.'));
    return Promise.resolve(next);
  };
  return { requests, run };
}

describe('the browser part', () => {
  it('runs failed tests once only', async () => {
    const { run, requests } = runner(answer({ passed: 3, failed: 1 }));
    const { tally, notes } = await runBrowserPart(REQUEST, run);
    assert.deepEqual(tally, { passed: 3, failed: 1, skipped: 0 });
    assert.deepEqual(notes, []);
    assert.equal(requests.length, 1);
  });

  it('runs lost files again in the engine that lost them, and tells', async () => {
    const first = answer({
      passed: 1,
      lost: [lostFile(A, 'webkit'), lostFile(B, 'chromium'), lostFile(B, 'webkit')],
    });
    const { run, requests } = runner(first, answer({ passed: 2 }), answer({ passed: 1, failed: 1 }));
    const { tally, notes } = await runBrowserPart(REQUEST, run);
    assert.deepEqual(requests.slice(1), [
      { engines: ['webkit'], files: [A, B], pattern: 'words' },
      { engines: ['chromium'], files: [B], pattern: 'words' },
    ]);
    assert.deepEqual(tally, { passed: 4, failed: 1, skipped: 0 });
    assert.deepEqual(notes, [
      'test/a.browser.test.ts (webkit) was run again: it died',
      'test/b.browser.test.ts (webkit) was run again: it died',
      'test/b.browser.test.ts (chromium) was run again: it died',
    ]);
  });

  it('counts a file that is lost twice as one failure', async () => {
    const { run } = runner(
      answer({ lost: [lostFile(A, 'webkit')] }),
      answer({ lost: [lostFile(A, 'webkit')] }),
    );
    const { tally, failures } = await runBrowserPart(REQUEST, run);
    assert.deepEqual(tally, { passed: 0, failed: 1, skipped: 0 });
    assert.equal(failures[0]?.where, 'test/a.browser.test.ts');
    assert.match(failures[0].text, /lost in both runs: it died/);
  });

  it('starts a runner that ended without an answer once more, and tells why', async () => {
    const { run, requests } = runner('ends', answer({ passed: 5 }));
    const { tally, notes } = await runBrowserPart(REQUEST, run);
    assert.deepEqual(tally, { passed: 5, failed: 0, skipped: 0 });
    assert.deepEqual(requests, [REQUEST, REQUEST]);
    assert.match(notes.join('\n'), /were run again: It ended with code 1\.\nA stack\./);
  });

  it('fails when the runner ends twice', async () => {
    const { run } = runner('ends', 'ends');
    const { tally, failures } = await runBrowserPart(REQUEST, run);
    assert.deepEqual(tally, { passed: 0, failed: 1, skipped: 0 });
    assert.match(failures[0]?.text ?? '', /ended with code 1/);
  });
});
