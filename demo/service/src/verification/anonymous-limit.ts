import { Problem } from '../domain/problem.ts';

const WINDOW_MS = 60_000;

/** A reader of a verifier page checks a file or two; each costs a second of the processor at worst. */
const MOST_PER_ADDRESS = 10;

/** Beyond it the oldest are forgotten. */
const MOST_ADDRESSES = 10_000;

/** Counts the checks of callers without a token, by address, in windows of a minute. Each process counts for itself. */
export class AnonymousLimit {
  readonly #windows = new Map<string, { readonly startedAt: number; count: number }>();

  /**
   * @param address undefined for callers in this process, who are not counted
   * @throws Problem `rate-limit` with Retry-After
   */
  take(address: string | undefined): void {
    if (address === undefined) return;
    const now = performance.now();
    const open = this.#windows.get(address);
    if (open === undefined || open.startedAt + WINDOW_MS <= now) {
      this.#windows.delete(address);
      this.#windows.set(address, { startedAt: now, count: 1 });
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
