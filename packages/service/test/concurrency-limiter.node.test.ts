import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, mock, test } from 'node:test';
import { ConcurrencyLimiter, TooBusyError } from '../src/support/concurrency-limiter.ts';

/** Works by name that run until they are told to end. */
function works(limiter: ConcurrencyLimiter) {
  const ends = new Map<string, () => void>();
  return {
    running: () => [...ends.keys()],
    start: (name: string, key?: string, owner?: string) =>
      limiter.run(() => new Promise<void>(resolve => void ends.set(name, resolve)), {
        key: key ?? name,
        ...(owner !== undefined && { owner }),
      }),
    end: async (name: string) => {
      ends.get(name)?.();
      ends.delete(name);
      await turn();
    },
  };
}

describe('ConcurrencyLimiter', () => {
  test('runs as many at once as allowed, in order, and one of a key', async () => {
    const { running, start, end } = works(new ConcurrencyLimiter({ atOnce: 2, waiting: 3 }));
    const all = [start('a1', 'a'), start('a2', 'a'), start('b'), start('c'), start('a3', 'a')];
    await turn();
    assert.deepEqual(running(), ['a1', 'b']);
    await end('b');
    assert.deepEqual(running(), ['a1', 'c'], 'a2 waits for a1 and lets c pass');
    await end('a1');
    assert.deepEqual(running(), ['c', 'a2']);
    await end('c');
    assert.deepEqual(running(), ['a2']);
    await end('a2');
    await end('a3');
    await Promise.all(all);
  });

  test('lets owners take turns, each with places of its own to wait', async () => {
    const { running, start, end } = works(new ConcurrencyLimiter({ atOnce: 1, waiting: 2 }));
    const all = ['a1', 'a2', 'a3', 'b1', 'b2'].map(name => start(name, name, name[0]));
    await assert.rejects(start('a4', 'a4', 'a'), TooBusyError);
    const order: (string | undefined)[] = [];
    for (let left = all.length; left > 0; left -= 1) {
      await turn();
      const [name = ''] = running();
      order.push(name);
      await end(name);
    }
    assert.deepEqual(order, ['a1', 'b1', 'a2', 'b2', 'a3']);
    await Promise.all(all);
  });

  test('refuses only works beyond the queue’s limit', async () => {
    const { start, end, running } = works(new ConcurrencyLimiter({ atOnce: 1, waiting: 1 }));
    const first = start('first');
    const second = start('second');
    await assert.rejects(start('third'), TooBusyError);
    await end('first');
    await first;
    assert.deepEqual(running(), ['second']);
    await end('second');
    await second;
  });

  test('gives up a work that waited for `waitMs`, and never starts it', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const limiter = new ConcurrencyLimiter({ atOnce: 1, waiting: 2, waitMs: 10_000 });
      const { start, end, running } = works(limiter);
      const first = start('first');
      const second = start('second');
      mock.timers.tick(6000);
      const third = start('third');
      mock.timers.tick(4000);
      await assert.rejects(second, TooBusyError);
      await end('first');
      await first;
      assert.deepEqual(running(), ['third']);
      mock.timers.tick(10_000);
      await end('third');
      await third;
    } finally {
      mock.timers.reset();
    }
  });

  test('goes on after a work that failed', async () => {
    const limiter = new ConcurrencyLimiter({ atOnce: 1, waiting: 1 });
    const broken = limiter.run(async () => {
      throw new Error('broken');
    });
    const next = limiter.run(async () => 'done');
    await assert.rejects(broken, /broken/);
    assert.equal(await next, 'done');
  });
});
