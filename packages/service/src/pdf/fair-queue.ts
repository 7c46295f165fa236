import { TooBusyError } from '../support/concurrency-limiter.ts';

export interface FairQueueLimits {
  /** How many jobs may run at once, not counting those that take longer than two seconds. */
  readonly atOnce: number;
  /** How many may run at once, counting those. The last place is for owners who have no such job. */
  readonly atMost: number;
  /** How many of one owner may run at once; one long job doesn't count. */
  readonly atOncePerOwner: number;
  /** Milliseconds that a job may wait before it is refused. */
  readonly waitMs: number;
  /** Bytes of one owner that may wait; each job counts as 256 KiB or more. */
  readonly waitingBytesPerOwner: number;
}

interface QueuedJob {
  /** Who shares the queue with others: a tenant. */
  readonly owner: string;
  /** Bytes of the file: a measure of the job's duration, and held in memory while it waits. */
  readonly size: number;
}

/** A job's result, and the processor time that it took, in milliseconds. */
interface Charged<T> {
  readonly value: T;
  readonly costMs: number;
}

/** A running job. */
interface Running {
  /** When it began, in milliseconds. */
  readonly since: number;
  /** Whether it has taken longer than `LONG_MS`. */
  isLong: boolean;
}

interface Waiting {
  /** Lower ones go first. */
  readonly rank: number;
  readonly size: number;
  readonly start: (running: Running) => void;
}

interface Owner {
  /** Processor time. A new owner starts at the least time of any busy owner. */
  usedMs: number;
  /** The number of the last turn, counted over all owners. */
  turn: number;
  /** When one of its jobs last began or ended. */
  activeAt: number;
  readonly waiting: Waiting[];
  readonly running: Set<Running>;
}

const LEAST_SIZE = 256 * 1024;

/**
 * Smaller jobs of the same owner go first if they arrive within a second for each MiB of difference. So small jobs are
 * quick, and a stream of them cannot delay a large one forever.
 */
const HEAD_START_MS_PER_BYTE = 1000 / 2 ** 20;

/** A job that takes longer frees its place; it may run until its own time limit. */
const LONG_MS = 2000;

/** An owner's lead in used time counts up to this, and only for this long after the owner's last job. */
const MOST_DEBT_MS = 10_000;
const DEBT_LIFETIME_MS = 60_000;

/**
 * Runs a few jobs of many owners at a time. The owner who has used the least processor time is next; among equals, the
 * one who was served least recently. Jobs of one owner run in order of arrival, small ones first.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  readonly #now: () => number;
  readonly #owners = new Map<string, Owner>();
  #turns = 0;

  /** @param now milliseconds, of a clock that never goes back */
  constructor(limits: FairQueueLimits, now = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  /**
   * @param work its owner is charged the cost that it returns, or if it fails, the time for which it ran
   * @throws TooBusyError at once when too much of the owner waits already, or after `waitMs`; the job is not started
   *   then
   */
  async run<T>({ owner: name, size }: QueuedJob, work: () => Promise<Charged<T>>): Promise<T> {
    const owner = this.#ownerOf(name);
    const running = await this.#wait(owner, Math.max(size, LEAST_SIZE));
    const whenLong = setTimeout(() => {
      running.isLong = true;
      this.#startAll();
    }, LONG_MS);
    let costMs: number | undefined;
    try {
      const made = await work();
      ({ costMs } = made);
      return made.value;
    } finally {
      clearTimeout(whenLong);
      owner.running.delete(running);
      owner.activeAt = this.#now();
      owner.usedMs += costMs ?? owner.activeAt - running.since;
      this.#startAll();
    }
  }

  /** An owner who was idle gets no credit for what others used meanwhile. */
  #ownerOf(name: string): Owner {
    this.#forgetIdle();
    const owner = this.#owners.get(name) ?? {
      usedMs: 0,
      turn: 0,
      activeAt: 0,
      waiting: [],
      running: new Set(),
    };
    const busy = [...this.#owners.values()].filter(isBusy);
    if (!isBusy(owner) && busy.length > 0) {
      const least = Math.min(...busy.map(({ usedMs }) => usedMs));
      owner.usedMs = Math.min(Math.max(owner.usedMs, least), least + MOST_DEBT_MS);
    }
    this.#owners.set(name, owner);
    return owner;
  }

  #forgetIdle(): void {
    const oldest = this.#now() - DEBT_LIFETIME_MS;
    for (const [name, owner] of this.#owners) {
      if (!isBusy(owner) && owner.activeAt < oldest) this.#owners.delete(name);
    }
  }

  #wait(owner: Owner, size: number): Promise<Running> {
    const { waitMs, waitingBytesPerOwner } = this.#limits;
    const held = owner.waiting.reduce((sum, entry) => sum + entry.size, 0);
    if (held + size > waitingBytesPerOwner) throw new TooBusyError('Too much is waiting already.');
    return new Promise((resolve, reject) => {
      const start = (running: Running) => {
        clearTimeout(timer);
        resolve(running);
      };
      const entry: Waiting = { rank: this.#now() + size * HEAD_START_MS_PER_BYTE, size, start };
      const timer = setTimeout(() => {
        owner.waiting.splice(owner.waiting.indexOf(entry), 1);
        reject(new TooBusyError('The jobs before it took too long.'));
      }, waitMs);
      owner.waiting.push(entry);
      this.#startAll();
    });
  }

  #startAll(): void {
    for (let owner = this.#nextOwner(); owner !== undefined; owner = this.#nextOwner()) {
      const next = owner.waiting.reduce((first, entry) => (entry.rank < first.rank ? entry : first));
      owner.waiting.splice(owner.waiting.indexOf(next), 1);
      const running = { since: this.#now(), isLong: false };
      owner.activeAt = running.since;
      owner.turn = this.#turns += 1;
      owner.running.add(running);
      next.start(running);
    }
  }

  /** The owner whose job may start now. */
  #nextOwner(): Owner | undefined {
    const owners = [...this.#owners.values()];
    const { short, long } = this.#runningOf(owners);
    const free = this.#limits.atMost - short - long;
    if (short >= this.#limits.atOnce || free <= 0) return undefined;
    return owners
      .filter(owner => owner.waiting.length > 0 && this.#hasCapacity(owner, free))
      .toSorted((one, other) => this.#usedBy(one) - this.#usedBy(other) || one.turn - other.turn)[0];
  }

  /** Including the time of the jobs that are running. */
  #usedBy({ usedMs, running }: Owner): number {
    const now = this.#now();
    return [...running].reduce((sum, { since }) => sum + now - since, usedMs);
  }

  #hasCapacity(owner: Owner, free: number): boolean {
    const { short, long } = this.#runningOf([owner]);
    const counted = short + Math.max(0, long - 1);
    return counted < this.#limits.atOncePerOwner && (long === 0 || free > 1);
  }

  /** How many jobs run, by whether they take long. */
  #runningOf(owners: readonly Owner[]): { short: number; long: number } {
    const running = owners.flatMap(owner => [...owner.running]);
    const long = running.filter(({ isLong }) => isLong).length;
    return { short: running.length - long, long };
  }
}

function isBusy({ waiting, running }: Owner): boolean {
  return waiting.length > 0 || running.size > 0;
}
