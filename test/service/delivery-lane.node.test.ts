import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DeliveryLane } from '../../demo/service/src/messages/delivery-lane.ts';

describe('the rounds of a channel', () => {
  test('are over only when one that began beside them is: it may have taken what they were to find', async () => {
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

  test('have one more after them for whoever comes while all run', async () => {
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
