/** The work was not started, because others had to come first. Nothing is wrong with it: it may be sent again. */
export class TooBusyError extends Error {
  override readonly name = 'TooBusyError';
}

export interface ConcurrencyLimits {
  /** How many works may run at once. */
  readonly atOnce: number;
  /** How many more may wait, of each owner. */
  readonly waiting: number;
  /** How long a work may wait before it is given up, in milliseconds. Without it, until it is its turn. */
  readonly waitMs?: number;
}

/** Whose work it is, and what it must not run beside. */
export interface WorkOptions {
  /** Works of the same key run one after the other; without one, a work is alone with its key. */
  readonly key?: unknown;
  /** Owners take turns, such as tenants; without one, works share an owner. */
  readonly owner?: string;
}

interface Waiting {
  readonly key: unknown;
  readonly owner: string;
  readonly start: () => void;
}

/**
 * Runs works that need much memory or processor time a few at a time, and never two of the same key together. The next
 * is of the owner who was served the longest time ago, and of that owner the first.
 */
export class ConcurrencyLimiter {
  readonly #limits: ConcurrencyLimits;
  readonly #running = new Set<unknown>();
  readonly #waiting: Waiting[] = [];
  /** The owners who were served while others waited, the last one at the end. */
  readonly #served = new Set<string>();

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits;
  }

  /**
   * @throws TooBusyError at once when too many of the owner wait already, or after `waitMs`; the work is not started
   *   then
   */
  async run<T>(work: () => Promise<T>, options: WorkOptions = {}): Promise<T> {
    const { key = Symbol('alone'), owner = '' } = options;
    if (!this.#mayStart(key)) await this.#wait(key, owner);
    else this.#start(key, owner);
    try {
      return await work();
    } finally {
      this.#running.delete(key);
      this.#startNext();
    }
  }

  #mayStart(key: unknown): boolean {
    return this.#running.size < this.#limits.atOnce && !this.#running.has(key);
  }

  #start(key: unknown, owner: string): void {
    this.#running.add(key);
    this.#served.delete(owner);
    this.#served.add(owner);
  }

  #wait(key: unknown, owner: string): Promise<void> {
    const { waiting, waitMs } = this.#limits;
    const ofOwner = this.#waiting.filter(entry => entry.owner === owner);
    if (ofOwner.length >= waiting) throw new TooBusyError('Too many are waiting already.');
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const entry: Waiting = { key, owner, start };
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(entry), 1);
        reject(new TooBusyError('The others took too long.'));
      };
      const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs);
      this.#waiting.push(entry);
    });
  }

  /** Takes the place before the work starts, so that nobody slips in between. */
  #startNext(): void {
    const next = this.#next();
    if (this.#waiting.length === 0) this.#served.clear();
    if (next === undefined) return;
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    this.#start(next.key, next.owner);
    next.start();
  }

  #next(): Waiting | undefined {
    const able = this.#waiting.filter(({ key }) => this.#mayStart(key));
    const order = [...this.#served];
    // An owner who was not served stands before all others.
    const byTurn = able.toSorted((one, other) => order.indexOf(one.owner) - order.indexOf(other.owner));
    return byTurn[0];
  }
}
