import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { severalAtOnce } from '../src/support/several-at-once.ts';

/** Works that end when they are told to. */
function controlled() {
  const running: number[] = [];
  const ends = new Map<number, { resolve: () => void; reject: (error: Error) => void }>();
  const work = (item: number) =>
    new Promise<void>((resolve, reject) => {
      running.push(item);
      ends.set(item, { resolve, reject });
    });
  return { running, work, end: (item: number) => ends.get(item)?.resolve(), ends };
}

const settled = () => new Promise(resolve => setImmediate(resolve));

describe('several at once', () => {
  test('begins the next when one has ended, and never more than it may', async () => {
    const { running, work, end } = controlled();
    const all = severalAtOnce([1, 2, 3], 2, work);
    assert.deepEqual(running, [1, 2]);
    end(2);
    await settled();
    assert.deepEqual(running, [1, 2, 3]);
    end(1);
    end(3);
    await all;
  });

  test('begins nothing after a failure, and waits for what runs', async () => {
    const { running, work, end, ends } = controlled();
    let isOver = false;
    const all = severalAtOnce([1, 2, 3, 4], 2, work).finally(() => (isOver = true));
    all.catch(() => undefined);
    ends.get(1)?.reject(new Error('first'));
    await settled();
    assert.deepEqual([running, isOver], [[1, 2], false]);
    end(2);
    await assert.rejects(all, /first/);
    assert.deepEqual(running, [1, 2]);
  });
});
