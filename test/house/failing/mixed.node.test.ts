/** Fails on purpose; see ../runner.node.test.ts. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

describe('outcomes', () => {
  it('passes', () => undefined);
  it('fails', () => {
    assert.equal(1, 2);
  });
  it('skips', { skip: 'needs another planet' }, () => undefined);
});
