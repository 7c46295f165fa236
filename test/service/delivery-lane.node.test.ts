import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DeliveryLane } from '../../demo/service/src/messages/delivery-lane.ts';

describe('the rounds of a channel', () => {
  test('end only when a concurrent round has ended, because it may have claimed their messages', async () => {
    const ends: (() => void)[] = [];
    const lane = new DeliveryLane(() => new Promise(resolve => ends.push(resolve)));
    let isOver = false;
    const first = lane.run().then(() => (isOver = true));
    const second = lane.run();
    ends[0]?.();
    await new Promise(resolve => setImmediate(resolve));
    assert.equal(isOver, false);
    ends[1]?.();
    await Promise.all([first, second]);
  });

  test('are followed by one more for callers who come while all are running', async () => {
    const ends: (() => void)[] = [];
    const lane = new DeliveryLane(() => new Promise(resolve => ends.push(resolve)));
    const runs = [lane.run(), lane.run(), lane.run(), lane.run()];
    assert.equal(ends.length, 2);
    ends[0]?.();
    await new Promise(resolve => setImmediate(resolve));
    assert.equal(ends.length, 3);
    for (const end of ends) end();
    await Promise.all(runs);
    assert.equal(ends.length, 3);
  });
});
