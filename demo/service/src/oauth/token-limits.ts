import { Problem } from '../domain/problem.ts';
import { addressGroup } from '../http/client-address.ts';
import { ConcurrencyLimiter } from '../support/concurrency-limiter.ts';

const WINDOW_MS = 60_000;

/**
 * Token requests per window, client and address. A client that caches tokens, as the interface asks, needs only a
 * few.
 */
const REQUESTS_PER_CLIENT = 600;
/**
 * Wrong secrets per window, client and address. Not per address alone: a proxy's address is shared, and one guesser
 * would lock everyone out.
 */
const REFUSALS_PER_CLIENT = 10;

/** Each check takes one of Node's four pool threads; keep the others free for file system and DNS. */
const CHECKS_AT_ONCE = 2;
/** Of each address, so that one with many made-up names does not keep others waiting. */
const CHECKS_WAITING = 16;
const CHECK_WITHIN_MS = 10_000;

/** Beyond this number the oldest are dropped, so that made-up names cannot fill the memory. */
const MOST_KEPT = 10_000;

interface Window {
  readonly startedAt: number;
  count: number;
}

/** Counts within one-minute windows of real time. */
class Counter {
  readonly #most: number;
  readonly #windows = new Map<string, Window>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Milliseconds until another request is allowed; 0 if it is now. */
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

/** Slows down guessing of client secrets, per client and address (IPv6: its /64). Each process counts separately. */
export class TokenLimits {
  readonly #requests = new Counter(REQUESTS_PER_CLIENT);
  readonly #refusals = new Counter(REFUSALS_PER_CLIENT);
  readonly #checks = new ConcurrencyLimiter({
    atOnce: CHECKS_AT_ONCE,
    waiting: CHECKS_WAITING,
    waitMs: CHECK_WITHIN_MS,
  });

  /**
   * Runs the checks of one client and address one after the other, so that parallel requests get no extra guesses
   * and valid ones only wait. A check that throws is not counted as a wrong secret.
   * @param address undefined for callers in this process, who are not limited
   * @param authenticate returns undefined for wrong credentials
   * @throws Problem `rate-limit` with Retry-After; TooBusyError; what `authenticate` throws
   */
  async check<T>(
    clientId: string,
    address: string | undefined,
    authenticate: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    if (address === undefined) return authenticate();
    const group = addressGroup(address);
    const key = `${group} ${clientId}`;
    this.#requireWithinLimit(key);
    return this.#checks.run(
      async () => {
        // Check again: the requests before this one may have been wrong guesses.
        this.#requireWithinLimit(key);
        this.#requests.add(key);
        const client = await authenticate();
        if (client === undefined) this.#refusals.add(key);
        return client;
      },
      { key, owner: group },
    );
  }

  #requireWithinLimit(key: string): void {
    const wait = Math.max(this.#requests.waitFor(key), this.#refusals.waitFor(key));
    if (wait === 0) return;
    throw new Problem('rate-limit', 'Too many token requests. Keep a token until it expires.', {
      headers: { 'Retry-After': String(Math.ceil(wait / 1000)) },
    });
  }
}
