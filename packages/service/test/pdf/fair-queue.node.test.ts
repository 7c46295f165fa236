import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { setImmediate as settled } from 'node:timers/promises';
import { TooBusyError } from '../../src/support/concurrency-limiter.ts';
import { FairQueue, type FairQueueLimits } from '../../src/pdf/fair-queue.ts';

const MIB = 1024 * 1024;
const LIMITS = { atOnce: 1, atMost: 3, atOncePerOwner: 1, waitMs: 10_000, waitingBytesPerOwner: 64 * MIB };

type Outcome = number | Promise<never>;

/** Works by name, such as `a1` of the owner `a`, that run until they are told to end, on a clock of their own. */
class TestQueue {
  #now = 1000;
  readonly #queue: FairQueue;
  readonly #ends = new Map<string, (outcome: Outcome) => void>();
  readonly #started: Promise<string>[] = [];

  constructor(limits: Partial<FairQueueLimits> = {}) {
    this.#queue = new FairQueue({ ...LIMITS, ...limits }, () => this.#now);
  }

  get running(): string[] {
    return [...this.#ends.keys()];
  }

  start(name: string, size = 0): Promise<string> {
    const work = () => new Promise<Outcome>(resolve => void this.#ends.set(name, resolve));
    const ended = this.#queue.run({ owner: name.slice(0, 1), size }, async () => {
      return { value: name, costMs: await work() };
    });
    this.#started.push(ended);
    return ended;
  }

  async startAll(...names: string[]): Promise<void> {
    for (const name of names) void this.start(name);
    await settled();
  }

  async end(name: string, outcome: Outcome = 0): Promise<void> {
    this.#ends.get(name)?.(outcome);
    this.#ends.delete(name);
    await settled();
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
    await settled();
    this.#now += milliseconds - early;
    mock.timers.tick(milliseconds);
    await settled();
  }
}

describe('FairQueue', () => {
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
    const queue = new TestQueue({ waitingBytesPerOwner: 2 * MIB });
    await queue.startAll('a1');
    for (const name of ['a2', 'a3', 'b1']) void queue.start(name, MIB);
    await assert.rejects(queue.start('a4'), TooBusyError);
    assert.equal(await queue.endAll(), 'a1 b1 a2 a3');
  });
});
