import { STRANGER } from '../pdf/inspect-pdf.ts';
import { tooMany, unavailable } from '../domain/problem.ts';
import { addressGroup } from '../http/client-address.ts';
import { WindowCounter } from '../http/window-counter.ts';
import { ConcurrencyLimiter, TooBusyError } from '../support/concurrency-limiter.ts';

/** Enough for readers of a verifier page, who check a file or two. A check takes up to a second of CPU time. */
const MOST_PER_ADDRESS = 10;

/** All who check without a token may keep two processes busy, whatever their addresses. */
const MOST_AT_ONCE = 2;
/** Of one address: one runs and one waits, so that the other process is free for somebody else. */
const MOST_OF_ADDRESS = 2;
/** Of all addresses: each holds a file in memory. */
const MOST_UNDER_WAY = 10;
/** Longer than a check may take, so that whoever is next gets a turn. */
const WAIT_MS = 20_000;
const BUSY_RETRY_S = 5;

/**
 * Limits checks without a token: how many each address (IPv6: its /64) may ask for in a minute, and how many run at
 * once. Addresses take turns, and none has two running.
 */
export class AnonymousLimit {
  readonly #checks = new WindowCounter(MOST_PER_ADDRESS);
  readonly #limiter = new ConcurrencyLimiter({
    atOnce: MOST_AT_ONCE,
    waiting: MOST_OF_ADDRESS - 1,
    waitMs: WAIT_MS,
  });
  /** How many run or wait, by address. */
  readonly #underWay = new Map<string, number>();

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
   * Runs a check in its turn. Call it when the request has arrived in full, so that a slow upload takes no place.
   * @param address undefined for callers in this process, who count as one
   * @param check is given the name under which the address shares the processes with others
   * @throws Problem `rate-limit` if two of the address are under way, `service-unavailable` if too many of all are, or
   *   those before it took too long, both with Retry-After; what the check throws
   */
  async run<T>(address: string | undefined, check: (owner: string) => Promise<T>): Promise<T> {
    const group = address === undefined ? '' : addressGroup(address);
    const ofAddress = this.#underWay.get(group) ?? 0;
    if (ofAddress >= MOST_OF_ADDRESS)
      throw tooMany('Two checks from this address are under way.', BUSY_RETRY_S);
    const all = [...this.#underWay.values()].reduce((sum, count) => sum + count, 0);
    if (all >= MOST_UNDER_WAY) throw tooBusy();
    this.#underWay.set(group, ofAddress + 1);
    try {
      // No tenant has such an id.
      return await this.#limiter.run(() => check(`${STRANGER}${group}`), { key: group, owner: group });
    } catch (error) {
      throw error instanceof TooBusyError ? tooBusy(error) : error;
    } finally {
      const left = (this.#underWay.get(group) ?? 1) - 1;
      if (left > 0) this.#underWay.set(group, left);
      else this.#underWay.delete(group);
    }
  }
}

function tooBusy(cause?: unknown) {
  return unavailable('Too many checks without a token are under way.', BUSY_RETRY_S, cause);
}
