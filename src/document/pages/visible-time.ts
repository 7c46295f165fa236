/** The most that counts between two frames, ms: a hidden tab has no frames. */
const LONGEST_FRAME = 1000;

/**
 * Waits until the page has been visible for a time. pdf.js paints in animation frames, which a hidden tab doesn't have,
 * so hidden time must not count.
 *
 * @param time ms.
 * @param signal stops waiting; the promise then never settles.
 * @param longest the most that counts between two frames, ms.
 */
export function shownTime(time: number, signal: AbortSignal, longest = LONGEST_FRAME): Promise<void> {
  return new Promise(resolve => {
    let spent = 0;
    let last: number | undefined;
    const count = (now: number): void => {
      spent += Math.min(now - (last ?? now), longest);
      last = now;
      if (spent >= time) resolve();
      else frame = requestAnimationFrame(count);
    };
    let frame = requestAnimationFrame(count);
    signal.addEventListener('abort', () => cancelAnimationFrame(frame), { once: true });
  });
}

/** A time limit that counts only while the page is visible. */
export class TimeLimit {
  /** Settles when the time is up. */
  readonly exceeded: Promise<void>;
  readonly #time: number;
  #exceed!: () => void;
  #counting = new AbortController();
  /** How many waits are under way that do not count. */
  #waits = 0;
  #isOver = false;

  /** @param time ms. */
  constructor(time: number) {
    this.#time = time;
    this.exceeded = new Promise(resolve => (this.#exceed = resolve));
    this.#start();
  }

  /** Restarts the limit after the work: time that a person or a download takes does not count. */
  async without<Result>(answer: Promise<Result>): Promise<Result> {
    this.#waits += 1;
    this.#counting.abort();
    try {
      return await answer;
    } finally {
      this.#waits -= 1;
      this.#start();
    }
  }

  end(): void {
    this.#isOver = true;
    this.#counting.abort();
  }

  #start(): void {
    if (this.#isOver || this.#waits > 0) return;
    this.#counting = new AbortController();
    void shownTime(this.#time, this.#counting.signal).then(this.#exceed);
  }
}
