import { Problem } from '../domain/problem.ts';
import { addressGroup } from '../http/client-address.ts';

const WINDOW_MS = 60_000;

/** Enough for readers of a verifier page, who check a file or two. A check takes up to a second of CPU time. */
const MOST_PER_ADDRESS = 10;

/** Beyond this number the oldest entries are dropped. */
const MOST_ADDRESSES = 10_000;

/** Limits checks without a token, per address (IPv6: its /64) and minute. Each process counts separately. */
export class AnonymousLimit {
  readonly #windows = new Map<string, { readonly startedAt: number; count: number }>();

  /**
   * @param address undefined for callers in this process, who are not counted
   * @throws Problem `rate-limit` with Retry-After
   */
  take(address: string | undefined): void {
    if (address === undefined) return;
    const now = performance.now();
    const group = addressGroup(address);
    const open = this.#windows.get(group);
    if (open === undefined || open.startedAt + WINDOW_MS <= now) {
      this.#windows.delete(group);
      this.#windows.set(group, { startedAt: now, count: 1 });
      const [oldest] = this.#windows.keys();
      if (this.#windows.size > MOST_ADDRESSES && oldest !== undefined) this.#windows.delete(oldest);
      return;
    }
    open.count += 1;
    if (open.count <= MOST_PER_ADDRESS) return;
    const seconds = Math.ceil((open.startedAt + WINDOW_MS - now) / 1000);
    throw new Problem('rate-limit', 'Too many checks from this address.', {
      headers: { 'Retry-After': String(seconds) },
    });
  }
}
