import { Problem } from '../domain/problem.ts';
import { Turns } from '../support/turns.ts';

const WINDOW_MS = 60_000;

/** In a window, from one address: whoever caches tokens, as the interface asks, needs a few. */
const REQUESTS_PER_CLIENT = 600;
/**
 * Wrong secrets of one client, in a window, from one address. Not of an address alone: behind a proxy it is
 * everybody's, and one guesser would lock all out.
 */
const REFUSALS_PER_CLIENT = 10;

/** Checks take a thread of Node's four each: the others are for files and names. */
const CHECKS_AT_ONCE = 2;
const CHECKS_WAITING = 256;

/** Beyond it the oldest are forgotten: nobody fills the memory by making up names. */
const MOST_KEPT = 10_000;

interface Window {
  readonly startedAt: number;
  count: number;
}

/** Counts within windows of a minute of true time. */
class Counter {
  readonly #most: number;
  readonly #windows = new Map<string, Window>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Milliseconds until there is room again; 0 while there is. */
  waitFor(key: string): number {
    const window = this.#windows.get(key);
    if (window === undefined || window.count < this.#most) return 0;
    return Math.max(0, window.startedAt + WINDOW_MS - performance.now());
  }

  add(key: string): void {
    const now = performance.now();
    const open = this.#windows.get(key);
    if (open !== undefined && open.startedAt + WINDOW_MS > now) {
      open.count += 1;
      return;
    }
    this.#windows.delete(key);
    this.#windows.set(key, { startedAt: now, count: 1 });
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > MOST_KEPT && oldest !== undefined) this.#windows.delete(oldest);
  }
}

/** Keeps guessers of client secrets slow, by client and address. Each process counts for itself. */
export class TokenLimits {
  readonly #requests = new Counter(REQUESTS_PER_CLIENT);
  readonly #refusals = new Counter(REFUSALS_PER_CLIENT);
  readonly #checks = new Turns({ atOnce: CHECKS_AT_ONCE, waiting: CHECKS_WAITING });

  /**
   * One check of a client and address after the other: many at once get no more guesses than one by one, and those
   * with the right secret only wait for each other. A check that fails to give an answer counts for nothing.
   * @param address undefined for callers in this process, who are not counted
   * @param authenticate answers undefined to wrong credentials
   * @throws Problem `rate-limit` with Retry-After; TooBusyError; what `authenticate` throws
   */
  async check<T>(
    clientId: string,
    address: string | undefined,
    authenticate: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    if (address === undefined) return authenticate();
    const key = `${address} ${clientId}`;
    this.#requireRoom(key);
    return this.#checks.run(async () => {
      // Those before it may have been guesses.
      this.#requireRoom(key);
      this.#requests.add(key);
      const client = await authenticate();
      if (client === undefined) this.#refusals.add(key);
      return client;
    }, key);
  }

  #requireRoom(key: string): void {
    const wait = Math.max(this.#requests.waitFor(key), this.#refusals.waitFor(key));
    if (wait === 0) return;
    throw new Problem('rate-limit', 'Too many token requests. Keep a token until it expires.', {
      headers: { 'Retry-After': String(Math.ceil(wait / 1000)) },
    });
  }
}
