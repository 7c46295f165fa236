import { TooBusyError } from '../support/concurrency-limiter.ts';

export interface FairQueueLimits {
  /** How many works may run at once, without those that take longer than two seconds. */
  readonly atOnce: number;
  /** How many may run at once with those. The last place is for owners of whom no such work runs. */
  readonly atMost: number;
  /** How many may be of one owner; one that takes long doesn't count. */
  readonly atOncePerOwner: number;
  /** How long a work may wait before it is given up, in milliseconds. */
  readonly waitMs: number;
  /** How much of one owner may wait, in bytes; a work counts as 256 KiB at least. */
  readonly waitingBytesPerOwner: number;
}

export interface QueuedWork {
  /** Who is to have no more than a fair share: a tenant. */
  readonly owner: string;
  /** Bytes: by how much the work is expected to take, and what is held while it waits. */
  readonly size: number;
}

/** What a work has made, and the processor time that it took, in milliseconds. */
export interface Charged<T> {
  readonly value: T;
  readonly costMs: number;
}

/** A work that runs. */
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
  /** Processor time. A new owner starts at the least that a busy one has used. */
  usedMs: number;
  /** The number of the last turn, counted over all owners. */
  turn: number;
  /** When a work began or ended last. */
  activeAt: number;
  readonly waiting: Waiting[];
  readonly running: Set<Running>;
}

const LEAST_SIZE = 256 * 1024;

/**
 * A work lets smaller ones of its owner pass that arrive up to a second later for each MiB by which it is larger:
 * small ones go first, and no stream of small ones keeps a large one waiting for ever.
 */
const HEAD_START_MS_PER_BYTE = 1000 / 2 ** 20;

/** A work that takes longer no longer keeps a place from others: it may run until its limit of time. */
const LONG_MS = 2000;

/** What an owner has used beyond the others counts up to this, and for so long after the owner's last work. */
const MOST_DEBT_MS = 10_000;
const DEBT_LIFETIME_MS = 60_000;

/**
 * Runs works of many owners a few at a time. The next is of the owner who has used the least processor time; of those
 * who have used the same, of the one who was served the longest time ago. Works of one owner run in the order of
 * their arrival, small ones first.
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
   * @param work is charged with what it says that it cost, and where it fails, with the time for which it ran
   * @throws TooBusyError at once when too much of the owner waits already, or after `waitMs`; the work is not started
   *   then
   */
  async run<T>({ owner: name, size }: QueuedWork, work: () => Promise<Charged<T>>): Promise<T> {
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
        reject(new TooBusyError('The others took too long.'));
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

  /** Whose work may start now. */
  #nextOwner(): Owner | undefined {
    const owners = [...this.#owners.values()];
    const { short, long } = this.#runningOf(owners);
    const free = this.#limits.atMost - short - long;
    if (short >= this.#limits.atOnce || free <= 0) return undefined;
    return owners
      .filter(owner => owner.waiting.length > 0 && this.#hasCapacity(owner, free))
      .toSorted((one, other) => this.#usedBy(one) - this.#usedBy(other) || one.turn - other.turn)[0];
  }

  /** With what the running works may have used until now. */
  #usedBy({ usedMs, running }: Owner): number {
    const now = this.#now();
    return [...running].reduce((sum, { since }) => sum + now - since, usedMs);
  }

  #hasCapacity(owner: Owner, free: number): boolean {
    const { short, long } = this.#runningOf([owner]);
    const counted = short + Math.max(0, long - 1);
    return counted < this.#limits.atOncePerOwner && (long === 0 || free > 1);
  }

  /** How many works run, and how many of them take long. */
  #runningOf(owners: readonly Owner[]): { short: number; long: number } {
    const running = owners.flatMap(owner => [...owner.running]);
    const long = running.filter(({ isLong }) => isLong).length;
    return { short: running.length - long, long };
  }
}

function isBusy({ waiting, running }: Owner): boolean {
  return waiting.length > 0 || running.size > 0;
}
