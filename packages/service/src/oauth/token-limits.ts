import { tooMany } from '../domain/problem.ts';
import { addressGroup } from '../http/client-address.ts';
import { WindowCounter } from '../http/window-counter.ts';
import { ConcurrencyLimiter } from '../support/concurrency-limiter.ts';

/**
 * Token requests per minute, client and address. A client that caches tokens, as the interface asks, needs only a
 * few.
 */
const REQUESTS_PER_CLIENT = 600;
/**
 * Wrong secrets per minute, client and address. Not per address alone: a proxy's address is shared, and one guesser
 * would lock everyone out.
 */
const REFUSALS_PER_CLIENT = 10;

/** Each check takes one of Node's four pool threads; keep the others free for file system and DNS. */
const CHECKS_AT_ONCE = 2;
/** Of each address, so that one with many made-up names does not keep others waiting. */
const CHECKS_WAITING = 16;
const CHECK_WITHIN_MS = 10_000;

/** Slows down guessing of client secrets, per client and address (IPv6: its /64). Each process counts separately. */
export class TokenLimits {
  readonly #requests = new WindowCounter(REQUESTS_PER_CLIENT);
  readonly #refusals = new WindowCounter(REFUSALS_PER_CLIENT);
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
    throw tooMany('Too many token requests. Keep a token until it expires.', wait);
  }
}
