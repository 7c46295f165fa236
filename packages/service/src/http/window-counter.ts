import { BoundedMap } from '../support/bounded-map.ts';

const WINDOW_MS = 60_000;

/** Beyond this number the oldest are dropped, so that made-up names cannot fill the memory. */
const MOST_KEPT = 10_000;

interface Window {
  readonly startedAt: number;
  count: number;
}

/** Counts within one-minute windows of real time, each key's from its first count. Each process counts separately. */
export class WindowCounter {
  readonly #most: number;
  readonly #windows = new BoundedMap<string, Window>(MOST_KEPT);

  /** @param most the number allowed within a window */
  constructor(most: number) {
    this.#most = most;
  }

  /** Seconds until another one is allowed; 0 if it is now. */
  waitFor(key: string): number {
    const window = this.#windows.get(key);
    if (window === undefined || window.count < this.#most) return 0;
    return Math.max(0, Math.ceil((window.startedAt + WINDOW_MS - performance.now()) / 1000));
  }

  add(key: string): void {
    const now = performance.now();
    const open = this.#windows.get(key);
    if (open !== undefined && open.startedAt + WINDOW_MS > now) open.count += 1;
    else this.#windows.set(key, { startedAt: now, count: 1 });
  }
}
