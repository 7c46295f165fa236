/** More works wait than may: nothing is wrong with this one, and later there will be room. */
export class TooBusyError extends Error {
  override readonly name = 'TooBusyError';
}

interface Waiting {
  readonly key: unknown;
  readonly start: () => void;
}

export interface TurnLimits {
  /** How many may run at once. */
  readonly atOnce: number;
  /** How many more may wait. */
  readonly waiting: number;
  /** How long each may wait. Default: as long as it takes. */
  readonly waitMs?: number;
}

/**
 * Lets works that need much memory or processor run a few at a time, first come first served, and never two of
 * the same key together.
 */
export class Turns {
  readonly #limits: TurnLimits;
  readonly #running = new Set<unknown>();
  readonly #waiting: Waiting[] = [];

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /**
   * @param key works of the same key run one after the other; without one, a work is alone with its key
   * @throws TooBusyError at once when too many wait already, and to who has waited too long
   */
  async run<T>(work: () => Promise<T>, key: unknown = Symbol('alone')): Promise<T> {
    if (!this.#mayStart(key)) await this.#wait(key);
    else this.#running.add(key);
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

  #wait(key: unknown): Promise<void> {
    if (this.#waiting.length >= this.#limits.waiting) throw new TooBusyError('Too many are waiting already.');
    const { waitMs } = this.#limits;
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(new TooBusyError('No turn came in time.'));
      };
      const timer = waitMs === undefined ? undefined : setTimeout(leave, waitMs);
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const waiting = { key, start };
      this.#waiting.push(waiting);
    });
  }

  /** The turn is the next one's before it runs, so that nobody slips in between. */
  #startNext(): void {
    const index = this.#waiting.findIndex(({ key }) => this.#mayStart(key));
    const [next] = index < 0 ? [] : this.#waiting.splice(index, 1);
    if (next === undefined) return;
    this.#running.add(next.key);
    next.start();
  }
}
