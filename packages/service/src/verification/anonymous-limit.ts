import { tooMany, unavailable } from '../domain/problem.ts';
import { addressGroup } from '../http/client-address.ts';
import { WindowCounter } from '../http/window-counter.ts';

/** Enough for readers of a verifier page, who check a file or two. A check takes up to a second of CPU time. */
const MOST_PER_ADDRESS = 10;

/** All who check without a token may keep two processes busy, whatever their addresses. */
const MOST_AT_ONCE = 2;
const BUSY_RETRY_S = 5;

/** Limits checks without a token, per address (IPv6: its /64) and minute, and how many run at once. */
export class AnonymousLimit {
  readonly #checks = new WindowCounter(MOST_PER_ADDRESS);
  #running = 0;

  /**
   * @param address undefined for callers in this process, who are not counted
   * @throws Problem `rate-limit` with Retry-After
   */
  take(address: string | undefined): void {
    if (address === undefined) return;
    const group = addressGroup(address);
    const wait = this.#checks.waitFor(group);
    if (wait > 0) throw tooMany('Too many checks from this address.', wait);
    this.#checks.add(group);
  }

  /**
   * Runs a check, unless two others without a token are running. Call it when the request has arrived in full, so that
   * a slow upload takes no place.
   * @throws Problem `service-unavailable` with Retry-After; what the check throws
   */
  async run<T>(check: () => Promise<T>): Promise<T> {
    if (this.#running >= MOST_AT_ONCE) {
      throw unavailable('Too many checks without a token are under way.', BUSY_RETRY_S);
    }
    this.#running += 1;
    try {
      return await check();
    } finally {
      this.#running -= 1;
    }
  }
}
