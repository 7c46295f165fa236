const FIRST_INTERVAL_MS = 3_000;
const LONGEST_INTERVAL_MS = 15_000;

/** Polls at growing intervals: after 3 s, then less and less often, down to every 15 s; or every 15 s. */
export class Poll {
  readonly #ask: () => Promise<void>;
  #interval = FIRST_INTERVAL_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isCalm = false;
  /** Counts the stops, so that a request under way can tell that polling has stopped. */
  #stops = 0;

  constructor(ask: () => Promise<void>) {
    this.#ask = ask;
  }

  /** Is a request scheduled only because nothing is expected to happen? */
  get isCalm(): boolean {
    return this.#timer !== undefined && this.#isCalm;
  }

  /** Schedules the next request, unless one is scheduled. `isCalm`: nothing is expected to happen. */
  next(isCalm = false): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => void this.#tick(isCalm), isCalm ? LONGEST_INTERVAL_MS : this.#interval);
    this.#isCalm = isCalm;
    if (!isCalm) this.#interval = Math.min(LONGEST_INTERVAL_MS, this.#interval * 1.5);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#interval = FIRST_INTERVAL_MS;
    this.#stops += 1;
  }

  async #tick(isCalm: boolean): Promise<void> {
    const stops = this.#stops;
    this.#timer = undefined;
    // A hidden page asks nothing; it asks as soon as it is shown.
    if (document.visibilityState === 'visible') await this.#ask();
    if (stops === this.#stops) this.next(isCalm);
  }
}
