import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, it, mock, test } from 'node:test';
import { Limiter, type Limits, TooBusyError } from '../src/support/limiter.ts';

/** Works by name that run until they are told to end. */
function works(limiter: Limiter) {
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

describe('a limiter', () => {
  test('runs as many at once as allowed, in order, and one of a key', async () => {
    const { running, start, end } = works(new Limiter({ atOnce: 2, waiting: 3 }));
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
    const { running, start, end } = works(new Limiter({ atOnce: 1, waiting: 2 }));
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

  test('lets no more wait than may of all owners, nor of one, and says which', async () => {
    const { start, end } = works(new Limiter({ atOnce: 1, waiting: 1, waitingOfAll: 2 }));
    const all = [start('a1', 'a1', 'a'), start('a2', 'a2', 'a'), start('b1', 'b1', 'b')];
    await assert.rejects(start('a3', 'a3', 'a'), { name: 'TooBusyError', isOfOwner: true });
    await assert.rejects(start('c1', 'c1', 'c'), { name: 'TooBusyError', isOfOwner: false });
    for (const name of ['a1', 'b1', 'a2']) await end(name);
    await Promise.all(all);
  });

  test('refuses only works beyond the queue’s limit', async () => {
    const { start, end, running } = works(new Limiter({ atOnce: 1, waiting: 1 }));
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
      const limiter = new Limiter({ atOnce: 1, waiting: 2, waitMs: 10_000 });
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
    const limiter = new Limiter({ atOnce: 1, waiting: 1 });
    const broken = limiter.run(async () => {
      throw new Error('broken');
    });
    const next = limiter.run(async () => 'done');
    await assert.rejects(broken, /broken/);
    assert.equal(await next, 'done');
  });
});

const MIB = 1024 * 1024;
const LIMITS: Limits = {
  atOnce: 1,
  atMost: 3,
  atOncePerOwner: 1,
  waitMs: 10_000,
  waitingBytes: 64 * MIB,
  fairBy: 'time',
};

type Outcome = number | Promise<never>;

/** Works by name, such as `a1` of the owner `a`, that run until they are told to end, on a clock of their own. */
class TestQueue {
  #now = 1000;
  readonly #queue: Limiter;
  readonly #ends = new Map<string, (outcome: Outcome) => void>();
  readonly #started: Promise<string>[] = [];

  constructor(limits: Partial<Limits> = {}) {
    this.#queue = new Limiter({ ...LIMITS, ...limits }, () => this.#now);
  }

  get running(): string[] {
    return [...this.#ends.keys()];
  }

  start(name: string, size = 0): Promise<string> {
    const work = () => new Promise<Outcome>(resolve => void this.#ends.set(name, resolve));
    let cost = 0;
    const act = async () => {
      cost = await work();
      return name;
    };
    const ended = this.#queue.run(act, { owner: name.slice(0, 1), size, costOf: () => cost });
    this.#started.push(ended);
    return ended;
  }

  async startAll(...names: string[]): Promise<void> {
    for (const name of names) void this.start(name);
    await turn();
  }

  async end(name: string, outcome: Outcome = 0): Promise<void> {
    this.#ends.get(name)?.(outcome);
    this.#ends.delete(name);
    await turn();
  }

  /** Ends one after the other what runs then. @returns in which order */
  async endAll(costOf: (name: string) => number = () => 0): Promise<string> {
    const order: string[] = [];
    for (let [name] = this.running; name !== undefined; [name] = this.running) {
      order.push(name);
      await this.end(name, costOf(name));
    }
    await Promise.allSettled(this.#started);
    return order.join(' ');
  }

  /** @param early by how much the timers run before the clock has come so far, as those of Node may */
  async pass(milliseconds: number, early = 0): Promise<void> {
    await turn();
    this.#now += milliseconds - early;
    mock.timers.tick(milliseconds);
    await turn();
  }
}

describe('a limiter that is fair by time', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  it('lets owners take turns, whoever came first with how many', async () => {
    const queue = new TestQueue();
    await queue.startAll('a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1');
    assert.equal(await queue.endAll(), 'a1 b1 c1 a2 b2 a3 a4');
  });

  it('lets an owner wait who has used more processor time than the others', async () => {
    const queue = new TestQueue();
    await queue.startAll('a1', 'a2', 'b1', 'b2', 'b3', 'b4');
    assert.equal(await queue.endAll(name => (name === 'a1' ? 2500 : 1000)), 'a1 b1 b2 b3 a2 b4');
  });

  it('charges a work that fails with the time for which it ran', async () => {
    const queue = new TestQueue();
    const failed = assert.rejects(queue.start('a1'), /broken/);
    await queue.startAll('a2', 'b1', 'b2', 'b3');
    await queue.pass(1500);
    await queue.end('a1', Promise.reject(new Error('broken')));
    assert.equal(await queue.endAll(() => 1000), 'b1 b2 a2 b3');
    await failed;
  });

  it('charges a work that runs with the time for which it has run', async () => {
    const queue = new TestQueue({ atOnce: 2, atOncePerOwner: 2 });
    await queue.startAll('b0');
    await queue.end('b0', 500);
    await queue.startAll('a1', 'c1', 'a2', 'b1');
    await queue.pass(1000);
    await queue.end('c1');
    assert.deepEqual(queue.running, ['a1', 'b1']);
    await queue.endAll();
  });

  it('lets nobody who comes late make up for what the others used', async () => {
    const queue = new TestQueue();
    await queue.startAll('a1');
    await queue.end('a1', 60_000);
    await queue.startAll('a2', 'a3', 'b1', 'b2', 'b3');
    assert.equal(await queue.endAll(() => 1000), 'a2 b1 a3 b2 b3');
  });

  it('takes small works of an owner first, but for a large one that has waited long enough', async () => {
    const queue = new TestQueue();
    await queue.startAll('a0');
    void queue.start('a-large', 5 * MIB);
    await queue.startAll('a-small');
    await queue.pass(6000);
    await queue.startAll('a-late');
    await queue.end('a0');
    assert.equal(await queue.endAll(), 'a-small a-large a-late');
  });

  it('leaves a place to other owners', async () => {
    const queue = new TestQueue({ atOnce: 3, atMost: 5, atOncePerOwner: 2 });
    await queue.startAll('a1', 'a2', 'a3', 'b1');
    assert.deepEqual(queue.running, ['a1', 'a2', 'b1']);
    await queue.endAll();
  });

  it('lets nobody wait for works that take long, as long as there are places', async () => {
    const queue = new TestQueue();
    await queue.startAll('a1', 'b1', 'c1', 'd1');
    await queue.pass(1999);
    assert.deepEqual(queue.running, ['a1']);
    await queue.pass(1);
    assert.deepEqual(queue.running, ['a1', 'b1']);
    await queue.pass(2000);
    assert.deepEqual(queue.running, ['a1', 'b1', 'c1']);
    await queue.pass(2000);
    assert.deepEqual(queue.running, ['a1', 'b1', 'c1']);
    await queue.endAll();
  });

  it('takes a work for long also when its timer runs before the clock says so', async () => {
    const queue = new TestQueue();
    await queue.startAll('a1', 'b1');
    await queue.pass(2000, 1);
    assert.deepEqual(queue.running, ['a1', 'b1']);
    await queue.endAll();
  });

  it('starts one more work of an owner beside one that takes long, and leaves the last place to others', async () => {
    const queue = new TestQueue();
    await queue.startAll('a1', 'a2', 'a3');
    await queue.pass(2000);
    assert.deepEqual(queue.running, ['a1', 'a2']);
    await queue.pass(2000);
    assert.deepEqual(queue.running, ['a1', 'a2']);
    await queue.startAll('b1');
    assert.deepEqual(queue.running, ['a1', 'a2', 'b1']);
    await queue.endAll();
  });

  it('gives up a work that waited too long, and never starts it', async () => {
    const queue = new TestQueue({ atOnce: 2, atOncePerOwner: 1 });
    await queue.startAll('a1', 'b1', 'b2');
    const waited = assert.rejects(queue.start('b3'), TooBusyError);
    await queue.pass(1000);
    await queue.startAll('b4');
    await queue.pass(8999);
    await queue.end('b1');
    await queue.pass(1);
    await waited;
    assert.equal(await queue.endAll(), 'a1 b2 b4');
  });

  it('sends away at once what is too much of one owner, and nobody else', async () => {
    const queue = new TestQueue({ waitingBytes: 2 * MIB });
    await queue.startAll('a1');
    for (const name of ['a2', 'a3', 'b1']) void queue.start(name, MIB);
    await assert.rejects(queue.start('a4'), TooBusyError);
    assert.equal(await queue.endAll(), 'a1 b1 a2 a3');
  });
});
