/** Lets work that needs much memory or processor time wait for its turn, fairly among its owners. */

/** The job was not started because too many others were waiting. It may be sent again. */
export class TooBusyError extends Error {
  override readonly name = 'TooBusyError';
  /** Whether it is its owner's own jobs that wait. */
  readonly isOfOwner: boolean;

  constructor(message: string, isOfOwner = false) {
    super(message);
    this.isOfOwner = isOfOwner;
  }
}

/** Of the clock, for which a job may run until it frees its place, where there are places for such jobs. */
const LONG_MS = 2000;

export interface Limits {
  /** How many jobs may run at once, not counting long ones where there is `atMost`. */
  readonly atOnce: number;
  /**
   * How many may run at once, counting those that take longer than two seconds. The last place is for owners who have no
   * such job. Default: a long job is as any other.
   */
  readonly atMost?: number;
  /** How many of one owner may run at once; one long job doesn't count. Default: any number. */
  readonly atOncePerOwner?: number;
  /** How many of each owner may wait. Default: any number. */
  readonly waiting?: number;
  /** Bytes of one owner that may wait; each job counts as 256 KiB or more. Default: any number. */
  readonly waitingBytes?: number;
  /** How many of all owners may wait. Default: any number. */
  readonly waitingOfAll?: number;
  /** Milliseconds that a job may wait before it is refused. Default: no limit. */
  readonly waitMs?: number;
  /**
   * Who is next. `turn`: the owner who was served least recently. `time`: who has used the least of it, and among equals
   * the one whose turn it is. Default: `turn`.
   */
  readonly fairBy?: 'turn' | 'time';
}

/** The job's owner, what it costs, and the jobs that it must not run beside. */
interface JobOptions<T> {
  /** Who shares the places with others, such as a tenant. Default: one owner for all. */
  readonly owner?: string;
  /** Jobs with the same key run one after the other. Default: a key of its own. */
  readonly key?: unknown;
  /** Bytes that are held in memory while it waits: a measure of its duration, too. Default: 0. */
  readonly size?: number;
  /** The milliseconds that its owner is charged. Default, and for a job that fails: those for which it ran. */
  readonly costOf?: (made: T) => number;
}

interface Running {
  readonly key: unknown;
  /** When it began, in milliseconds. */
  readonly since: number;
  isLong: boolean;
}

interface Waiting {
  readonly key: unknown;
  /** Lower ones go first. */
  readonly rank: number;
  readonly size: number;
  readonly start: (running: Running) => void;
}

interface Owner {
  /** Milliseconds. A new owner starts at the least time of any busy owner. */
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

/** An owner's lead in used time counts up to this, and only for this long after the owner's last job. */
const MOST_DEBT_MS = 10_000;
const DEBT_LIFETIME_MS = 60_000;

/** Runs a few jobs of many owners at a time, never two with the same key. An owner's jobs run in order of arrival, small ones first. */
export class Limiter {
  readonly #limits: Limits;
  readonly #now: () => number;
  readonly #owners = new Map<string, Owner>();
  /** Of the jobs that run. */
  readonly #keys = new Set<unknown>();
  #turns = 0;

  /** @param now milliseconds, of a clock that never goes back */
  constructor(limits: Limits, now = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  /** How many jobs run, and how many wait for their turn. */
  get standing(): { readonly running: number; readonly waiting: number } {
    const owners = [...this.#owners.values()];
    return {
      running: sum(owners, ({ running }) => running.size),
      waiting: sum(owners, ({ waiting }) => waiting.length),
    };
  }

  /**
   * @throws TooBusyError at once when too much waits already, or after `waitMs`; the job is not started then. What the work
   *   throws
   */
  async run<T>(work: () => Promise<T>, options: JobOptions<T> = {}): Promise<T> {
    const owner = this.#ownerOf(options.owner ?? '');
    const running = await this.#wait(owner, options);
    const becomeLong = (): void => {
      running.isLong = true;
      this.#startAll();
    };
    const whenLong = this.#limits.atMost === undefined ? undefined : setTimeout(becomeLong, LONG_MS);
    let costMs: number | undefined;
    try {
      const made = await work();
      costMs = options.costOf?.(made);
      return made;
    } finally {
      clearTimeout(whenLong);
      owner.running.delete(running);
      this.#keys.delete(running.key);
      owner.activeAt = this.#now();
      owner.usedMs += costMs ?? owner.activeAt - running.since;
      this.#startAll();
    }
  }

  /** An owner who was idle gets no credit for what others used meanwhile. */
  #ownerOf(name: string): Owner {
    this.#forgetIdle();
    const known = this.#owners.get(name);
    const owner = known ?? { usedMs: 0, turn: 0, activeAt: 0, waiting: [], running: new Set<Running>() };
    const busy = [...this.#owners.values()].filter(isBusy);
    if (!isBusy(owner) && busy.length > 0) {
      const least = Math.min(...busy.map(({ usedMs }) => usedMs));
      owner.usedMs = Math.min(Math.max(owner.usedMs, least), least + MOST_DEBT_MS);
    }
    this.#owners.set(name, owner);
    return owner;
  }

  /** Whose turn it is matters only while somebody waits, and who used how much for some time longer. */
  #forgetIdle(): void {
    if (this.#limits.fairBy !== 'time' && this.standing.waiting > 0) return;
    const lifetime = this.#limits.fairBy === 'time' ? DEBT_LIFETIME_MS : 0;
    const oldest = this.#now() - lifetime;
    for (const [name, owner] of this.#owners) {
      if (!isBusy(owner) && owner.activeAt <= oldest) this.#owners.delete(name);
    }
  }

  #wait<T>(owner: Owner, { key = Symbol('alone'), size = 0 }: JobOptions<T>): Promise<Running> {
    const { waitMs } = this.#limits;
    return new Promise((resolve, reject) => {
      const start = (running: Running): void => {
        clearTimeout(timer);
        resolve(running);
      };
      const rank = this.#now() + size * HEAD_START_MS_PER_BYTE;
      const entry: Waiting = { key, rank, size: Math.max(size, LEAST_SIZE), start };
      const refuse = (error: TooBusyError): void => {
        clearTimeout(timer);
        owner.waiting.splice(owner.waiting.indexOf(entry), 1);
        reject(error);
      };
      const late = (): void => refuse(new TooBusyError('The jobs before it took too long.'));
      const timer = waitMs === undefined ? undefined : setTimeout(late, waitMs);
      owner.waiting.push(entry);
      this.#startAll();
      const excess = owner.waiting.includes(entry) ? this.#excessOf(owner) : undefined;
      if (excess !== undefined) refuse(excess);
    });
  }

  /** Whether the last one that came to wait is too much. */
  #excessOf({ waiting }: Owner): TooBusyError | undefined {
    const { waiting: ofOwner = Infinity, waitingBytes = Infinity, waitingOfAll = Infinity } = this.#limits;
    if (waiting.length > ofOwner || sum(waiting, ({ size }) => size) > waitingBytes)
      return new TooBusyError('Too many jobs of its owner are waiting.', true);
    if (this.standing.waiting > waitingOfAll) return new TooBusyError('Too many jobs are waiting.');
    return undefined;
  }

  /** Takes the places before the jobs start, so that no other job can take them. */
  #startAll(): void {
    for (let owner = this.#nextOwner(); owner !== undefined; owner = this.#nextOwner()) {
      const next = this.#ableOf(owner).reduce((first, entry) => (entry.rank < first.rank ? entry : first));
      owner.waiting.splice(owner.waiting.indexOf(next), 1);
      const running = { key: next.key, since: this.#now(), isLong: false };
      owner.activeAt = running.since;
      owner.turn = this.#turns += 1;
      owner.running.add(running);
      this.#keys.add(running.key);
      next.start(running);
    }
  }

  /** The owner whose job may start now. */
  #nextOwner(): Owner | undefined {
    const owners = [...this.#owners.values()];
    const { short, long } = runningOf(owners);
    const { atOnce, atMost = Infinity } = this.#limits;
    const free = atMost - short - long;
    if (short >= atOnce || free <= 0) return undefined;
    return owners
      .filter(owner => this.#ableOf(owner).length > 0 && this.#hasCapacity(owner, free))
      .toSorted((one, other) => this.#usedBy(one) - this.#usedBy(other) || one.turn - other.turn)[0];
  }

  #ableOf({ waiting }: Owner): Waiting[] {
    return waiting.filter(({ key }) => !this.#keys.has(key));
  }

  /** Including the time of the jobs that are running. */
  #usedBy({ usedMs, running }: Owner): number {
    if (this.#limits.fairBy !== 'time') return 0;
    const now = this.#now();
    return usedMs + sum([...running], ({ since }) => now - since);
  }

  #hasCapacity(owner: Owner, free: number): boolean {
    const { short, long } = runningOf([owner]);
    const counted = short + Math.max(0, long - 1);
    return counted < (this.#limits.atOncePerOwner ?? Infinity) && (long === 0 || free > 1);
  }
}

function isBusy({ waiting, running }: Owner): boolean {
  return waiting.length > 0 || running.size > 0;
}

function sum<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((total, one) => total + of(one), 0);
}

/** How many jobs run, by whether they take long. */
function runningOf(owners: readonly Owner[]): { short: number; long: number } {
  const running = owners.flatMap(owner => [...owner.running]);
  const long = running.filter(({ isLong }) => isLong).length;
  return { short: running.length - long, long };
}
