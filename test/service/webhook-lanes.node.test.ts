import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { WebhookLanes } from '../../demo/service/src/webhooks/webhook-lanes.ts';

/** Lanes with a clock that only the test moves. */
function openLanes() {
  let now = 0;
  const lanes = new WebhookLanes(() => now);
  return { lanes, wait: (milliseconds: number) => (now += milliseconds) };
}

const ids = (count: number, name = 'wh') => Array.from({ length: count }, (_, index) => `${name}${index}`);

describe('the lanes of deliveries', () => {
  test('run four of a tenant, and one more for each slow one', () => {
    const { lanes } = openLanes();
    for (const id of ids(4)) lanes.begin(id, 'a');
    assert.deepEqual(lanes.eligible().tenants, ['a']);
    assert.equal(lanes.slowDown('wh0'), true);
    assert.deepEqual(lanes.eligible().tenants, []);
    assert.deepEqual(lanes.eligible().webhooks, ids(4), 'none of them twice at once');
  });

  test('run no more than 16 slow ones of a tenant', () => {
    const { lanes } = openLanes();
    const slowed = ids(20).map(id => {
      lanes.begin(id, 'a');
      return lanes.slowDown(id);
    });
    assert.equal(slowed.filter(Boolean).length, 16);
    assert.deepEqual(lanes.eligible().tenants, ['a']);
  });

  test('run 16 of all tenants', () => {
    const { lanes } = openLanes();
    for (const id of ids(16)) lanes.begin(id, `tenant-${id}`);
    assert.equal(lanes.hasCapacity, false);
    lanes.slowDown('wh0');
    assert.equal(lanes.hasCapacity, true);
  });

  test('choose the least recently served first', () => {
    const { lanes } = openLanes();
    for (const id of ['one', 'two', 'one']) {
      lanes.begin(id, 'a');
      lanes.end(id, 'delivered');
    }
    assert.deepEqual(lanes.eligible().served, ['two', 'one']);
  });

  test('try one failing webhook of a tenant at a time, until it succeeds', () => {
    const { lanes } = openLanes();
    for (const id of ['one', 'two']) {
      lanes.begin(id, 'a');
      lanes.end(id, 'failed');
    }
    lanes.begin('other', 'b');
    lanes.end('other', 'failed');
    assert.deepEqual(lanes.eligible().webhooks, []);
    lanes.begin('one', 'a');
    assert.deepEqual(lanes.eligible().webhooks, ['one', 'two']);
    lanes.end('one', 'delivered');
    lanes.begin('two', 'a');
    assert.deepEqual(lanes.eligible().webhooks, ['two'], 'one is healthy again');
  });

  test('pause a failing webhook for as long as it took, longer each time, for a minute at most', () => {
    const { lanes, wait } = openLanes();
    const rests = () => lanes.eligible().webhooks.includes('hangs');
    for (const rest of [10_000, 20_000, 30_000, 40_000, 50_000, 60_000, 60_000]) {
      lanes.begin('hangs', 'a');
      wait(10_000);
      lanes.end('hangs', 'failed');
      wait(rest - 1);
      assert.equal(rests(), true, `${rest} ms`);
      wait(1);
      assert.equal(rests(), false, `${rest} ms`);
    }
  });

  test('do not pause a webhook whose failure took no time or was aborted', () => {
    const { lanes, wait } = openLanes();
    lanes.begin('quick', 'a');
    wait(5);
    lanes.end('quick', 'failed');
    lanes.begin('stopped', 'a');
    wait(5000);
    lanes.end('stopped', undefined);
    assert.deepEqual(lanes.eligible().webhooks, []);
  });
});
