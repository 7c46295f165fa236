import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DeliverySlots } from '../src/webhooks/webhook-delivery.ts';

/** Slots with a clock that only the test moves. */
function openSlots() {
  let now = 0;
  const slots = new DeliverySlots(() => now);
  return { slots, wait: (milliseconds: number) => (now += milliseconds) };
}

const ids = (count: number, name = 'wh') => Array.from({ length: count }, (_, index) => `${name}${index}`);

describe('the slots of deliveries', () => {
  test('run four of a tenant, and one more for each slow one', () => {
    const { slots } = openSlots();
    for (const id of ids(4)) slots.begin(id, 'a');
    assert.deepEqual(slots.eligible().tenants, ['a']);
    assert.equal(slots.slowDown('wh0'), true);
    assert.deepEqual(slots.eligible().tenants, []);
    assert.deepEqual(slots.eligible().webhooks, ids(4), 'none of them twice at once');
  });

  test('run no more than 16 slow ones of a tenant', () => {
    const { slots } = openSlots();
    const slowed = ids(20).map(id => {
      slots.begin(id, 'a');
      return slots.slowDown(id);
    });
    assert.equal(slowed.filter(Boolean).length, 16);
    assert.deepEqual(slots.eligible().tenants, ['a']);
  });

  test('run 16 of all tenants', () => {
    const { slots } = openSlots();
    for (const id of ids(16)) slots.begin(id, `tenant-${id}`);
    assert.equal(slots.hasCapacity, false);
    slots.slowDown('wh0');
    assert.equal(slots.hasCapacity, true);
  });

  test('choose the least recently served first', () => {
    const { slots } = openSlots();
    for (const id of ['one', 'two', 'one']) {
      slots.begin(id, 'a');
      slots.end(id, 'delivered');
    }
    assert.deepEqual(slots.eligible().served, ['two', 'one']);
  });

  test('try one failing webhook of a tenant at a time, until it succeeds', () => {
    const { slots } = openSlots();
    for (const id of ['one', 'two']) {
      slots.begin(id, 'a');
      slots.end(id, 'failed');
    }
    slots.begin('other', 'b');
    slots.end('other', 'failed');
    assert.deepEqual(slots.eligible().webhooks, []);
    slots.begin('one', 'a');
    assert.deepEqual(slots.eligible().webhooks, ['one', 'two']);
    slots.end('one', 'delivered');
    slots.begin('two', 'a');
    assert.deepEqual(slots.eligible().webhooks, ['two'], 'one is healthy again');
  });

  test('pause a failing webhook for as long as it took, longer each time, for a minute at most', () => {
    const { slots, wait } = openSlots();
    const rests = () => slots.eligible().webhooks.includes('hangs');
    for (const rest of [10_000, 20_000, 30_000, 40_000, 50_000, 60_000, 60_000]) {
      slots.begin('hangs', 'a');
      wait(10_000);
      slots.end('hangs', 'failed');
      wait(rest - 1);
      assert.equal(rests(), true, `${rest} ms`);
      wait(1);
      assert.equal(rests(), false, `${rest} ms`);
    }
  });

  test('do not pause a webhook whose failure took no time or was aborted', () => {
    const { slots, wait } = openSlots();
    slots.begin('quick', 'a');
    wait(5);
    slots.end('quick', 'failed');
    slots.begin('stopped', 'a');
    wait(5000);
    slots.end('stopped', undefined);
    assert.deepEqual(slots.eligible().webhooks, []);
  });
});
