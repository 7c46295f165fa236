/** The job was not started because too many others were waiting. It may be sent again. */
export class TooBusyError extends Error {
  override readonly name = 'TooBusyError';
}

interface ConcurrencyLimits {
  /** How many jobs may run at once. */
  readonly atOnce: number;
  /** How many of each owner may wait. */
  readonly waiting: number;
  /** Milliseconds that a job may wait before it is refused. Default: no limit. */
  readonly waitMs?: number;
}

/** The job's owner, and the jobs that it must not run beside. */
interface JobOptions {
  /** Jobs with the same key run one after the other. Default: a key of its own. */
  readonly key?: unknown;
  /** Owners, such as tenants, take turns. Default: one owner for all. */
  readonly owner?: string;
}

interface Waiting {
  readonly key: unknown;
  readonly owner: string;
  readonly start: () => void;
}

/**
 * Runs a few jobs at a time that need much memory or processor time, never two with the same key together. The owner
 * who was served least recently is next, with its oldest job.
 */
export class ConcurrencyLimiter {
  readonly #limits: ConcurrencyLimits;
  readonly #running = new Set<unknown>();
  readonly #waiting: Waiting[] = [];
  /** The owners served while others waited, the most recent last. */
  readonly #served = new Set<string>();

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits;
  }

  /** How many jobs run, and how many wait for their turn. */
  get standing(): { readonly running: number; readonly waiting: number } {
    return { running: this.#running.size, waiting: this.#waiting.length };
  }

  /**
   * @throws TooBusyError at once when too many of the owner wait already, or after `waitMs`; the job is not started
   *   then
   */
  async run<T>(work: () => Promise<T>, options: JobOptions = {}): Promise<T> {
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
    if (ofOwner.length >= waiting) throw new TooBusyError('Too many jobs are waiting.');
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const entry: Waiting = { key, owner, start };
      const refuse = () => {
        this.#waiting.splice(this.#waiting.indexOf(entry), 1);
        reject(new TooBusyError('The jobs before it took too long.'));
      };
      const timer = waitMs === undefined ? undefined : setTimeout(refuse, waitMs);
      this.#waiting.push(entry);
    });
  }

  /** Takes the place before the job starts, so that no other job can take it. */
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
    // Owners who were not served come first.
    const byTurn = able.toSorted((one, other) => order.indexOf(one.owner) - order.indexOf(other.owner));
    return byTurn[0];
  }
}
