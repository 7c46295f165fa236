/** The work was not started, because others had to come first. Nothing is wrong with it: it may be sent again. */
export class TooBusyError extends Error {
  override readonly name = 'TooBusyError';
}

export interface ConcurrencyLimits {
  /** How many works may run at once. */
  readonly atOnce: number;
  /** How many more may wait. */
  readonly waiting: number;
  /** How many of them may be of one group. Without it, all. */
  readonly waitingPerGroup?: number;
  /** How long a work may wait before it is given up, in milliseconds. Without it, until it is its turn. */
  readonly waitMs?: number;
}

interface Waiting {
  readonly key: unknown;
  readonly group: unknown;
  readonly start: () => void;
}

/**
 * Runs works that need much memory or processor time a few at a time, first come first served, and never two of the
 * same key together.
 */
export class ConcurrencyLimiter {
  readonly #limits: ConcurrencyLimits;
  readonly #running = new Set<unknown>();
  readonly #waiting: Waiting[] = [];

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits;
  }

  /**
   * @param key works of the same key run one after the other; without one, a work is alone with its key
   * @param group whose works share `waitingPerGroup` places; without one, those of its key
   * @throws TooBusyError at once when too many wait already, or after `waitMs`; the work is not started then
   */
  async run<T>(work: () => Promise<T>, key: unknown = Symbol('alone'), group: unknown = key): Promise<T> {
    if (!this.#mayStart(key)) await this.#wait(key, group);
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

  #wait(key: unknown, group: unknown): Promise<void> {
    const { waiting, waitingPerGroup = waiting, waitMs } = this.#limits;
    const ofGroup = this.#waiting.filter(entry => entry.group === group).length;
    if (this.#waiting.length >= waiting || ofGroup >= waitingPerGroup)
      throw new TooBusyError('Too many are waiting already.');
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const entry: Waiting = { key, group, start };
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
    const index = this.#waiting.findIndex(({ key }) => this.#mayStart(key));
    const [next] = index < 0 ? [] : this.#waiting.splice(index, 1);
    if (next === undefined) return;
    this.#running.add(next.key);
    next.start();
  }
}
