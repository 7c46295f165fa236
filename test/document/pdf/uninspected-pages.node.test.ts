import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UninspectedPages } from '../../../src/document/pdf/uninspected-pages.ts';

describe('the pages that have not been looked through', () => {
  it('are all, then fewer, then none', () => {
    const pages = new UninspectedPages(3);
    assert.deepEqual(pages.ranges, [{ first: 1, last: 3 }]);
    pages.inspect();
    assert.deepEqual(pages.ranges, [{ first: 2, last: 3 }]);
    pages.inspect();
    pages.inspect();
    assert.deepEqual(pages.ranges, []);
  });

  it('keep those that were left out, put together with their neighbours', () => {
    const pages = new UninspectedPages(9);
    pages.inspect();
    pages.miss();
    pages.miss();
    pages.inspect();
    pages.miss();
    assert.deepEqual(pages.ranges, [
      { first: 2, last: 3 },
      { first: 5, last: 9 },
    ]);
    for (let page = 6; page <= 9; page += 1) pages.inspect();
    assert.deepEqual(pages.ranges, [
      { first: 2, last: 3 },
      { first: 5, last: 5 },
    ]);
  });
});
