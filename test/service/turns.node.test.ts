import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, test } from 'node:test';
import { TooBusyError, Turns } from '../../demo/service/src/support/turns.ts';

/** Works by name that run until they are told to end. */
function works(turns: Turns) {
  const ends = new Map<string, () => void>();
  return {
    running: () => [...ends.keys()],
    start: (name: string, key?: string) =>
      turns.run(() => new Promise<void>(resolve => void ends.set(name, resolve)), key),
    end: async (name: string) => {
      ends.get(name)?.();
      ends.delete(name);
      await turn();
    },
  };
}

describe('taking turns', () => {
  test('runs as many at once as allowed, in order, and one of a key', async () => {
    const { running, start, end } = works(new Turns({ atOnce: 2, waiting: 3 }));
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

  test('sends away who would have to wait too long, and nobody else', async () => {
    const { start, end, running } = works(new Turns({ atOnce: 1, waiting: 1 }));
    const first = start('first');
    const second = start('second');
    await assert.rejects(start('third'), TooBusyError);
    await end('first');
    await first;
    assert.deepEqual(running(), ['second']);
    await end('second');
    await second;
  });

  test('lets nobody wait for longer than they may', async t => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { start, end, running } = works(new Turns({ atOnce: 1, waiting: 2, waitMs: 10_000 }));
    const first = start('first');
    const second = start('second');
    t.mock.timers.tick(9000);
    const third = start('third');
    t.mock.timers.tick(1000);
    await assert.rejects(second, TooBusyError);
    await end('first');
    await first;
    assert.deepEqual(running(), ['third']);
    t.mock.timers.tick(10_000);
    await end('third');
    await third;
  });

  test('goes on after a work that failed', async () => {
    const turns = new Turns({ atOnce: 1, waiting: 1 });
    const broken = turns.run(async () => {
      throw new Error('broken');
    });
    const next = turns.run(async () => 'done');
    await assert.rejects(broken, /broken/);
    assert.equal(await next, 'done');
  });
});
