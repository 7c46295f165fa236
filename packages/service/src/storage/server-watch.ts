import { DatabaseAwayError } from './database.ts';

export interface ServerWatchOptions {
  /** Whether the server answers a new connection; never rejects, and takes a few seconds at most. */
  readonly answers: () => Promise<boolean>;
  /** Called when it does not: gives up the connections, on which answers might still arrive. */
  readonly onSilent: () => void;
  /** For how long something may be unanswered before the server is asked whether it is there at all. */
  readonly unansweredMs: number;
}

const silence = (): DatabaseAwayError => new DatabaseAwayError('The database server does not answer.');

/** How often a silent server is asked again. */
const AGAIN_MS = 1000;

/**
 * Notices a server that says nothing any more, not even that it refuses: its machine or the way to it is gone. Then
 * nothing waits for it, and what is asked meanwhile fails at once. A long statement alone is no reason: a server that
 * takes a new connection is there.
 */
export class ServerWatch {
  readonly #options: ServerWatchOptions;
  /** Fail what is waited for. */
  readonly #waiting = new Set<() => void>();
  #isSilent = false;
  #isClosed = false;
  #isLooking = false;
  #again: NodeJS.Timeout | undefined;

  constructor(options: ServerWatchOptions) {
    this.#options = options;
  }

  /**
   * Waits for what the server has to answer, which may go on when this has failed.
   * @throws DatabaseAwayError while the server is silent, at once
   */
  async during<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isSilent) throw silence();
    const timer = setInterval(() => this.#look(), this.#options.unansweredMs).unref();
    let fail: (() => void) | undefined;
    try {
      const unanswered = new Promise<never>((_, reject) => {
        fail = () => reject(silence());
        this.#waiting.add(fail);
      });
      return await Promise.race([work(), unanswered]);
    } finally {
      clearInterval(timer);
      if (fail !== undefined) this.#waiting.delete(fail);
    }
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#again);
  }

  #look(): void {
    if (this.#isLooking) return;
    this.#isLooking = true;
    void this.#ask().finally(() => {
      this.#isLooking = false;
    });
  }

  async #ask(): Promise<void> {
    this.#isSilent = !(await this.#options.answers());
    if (!this.#isSilent || this.#isClosed) return;
    for (const fail of this.#waiting) fail();
    this.#options.onSilent();
    this.#again = setTimeout(() => this.#look(), AGAIN_MS).unref();
  }
}
