const FIRST = 3_000;
const LONGEST = 15_000;

/** Asks again and again while others are at work: after 3 s, then ever later, up to every 15 s. */
export class Poll {
  readonly #ask: () => Promise<void>;
  #wait = FIRST;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts the stops, so that a question under way can tell that it was the last. */
  #stops = 0;

  constructor(ask: () => Promise<void>) {
    this.#ask = ask;
  }

  /** Plans the next question, unless one is planned. */
  next(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => void this.#tick(), this.#wait);
    this.#wait = Math.min(LONGEST, this.#wait * 1.5);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#wait = FIRST;
    this.#stops += 1;
  }

  async #tick(): Promise<void> {
    const stops = this.#stops;
    this.#timer = undefined;
    // Nobody looks at a hidden page; it asks as soon as it is shown.
    if (document.visibilityState === 'visible') await this.#ask();
    if (stops === this.#stops) this.next();
  }
}
