/** The most that counts between two frames, ms: a tab that was hidden meanwhile had no frames. */
const LONGEST_FRAME = 1000;

/**
 * Waits for a time that the page was on the screen. pdf.js paints by frames, and a hidden tab has none: its time
 * must not count against what is painted.
 *
 * @param time ms.
 * @param signal ends it; nothing comes of it then.
 * @param longest what counts at most between two frames, ms.
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

/** Limits the time that something takes while the page is on the screen. */
export class TimeLimit {
  /** Settles when the time is over. */
  readonly exceeded: Promise<void>;
  readonly #time: number;
  #exceed!: () => void;
  #counting = new AbortController();

  /** @param time ms. */
  constructor(time: number) {
    this.#time = time;
    this.exceeded = new Promise(resolve => (this.#exceed = resolve));
    this.#start();
  }

  /** The time that a person takes does not count; it begins anew after it. */
  async without<Result>(answer: Promise<Result>): Promise<Result> {
    this.end();
    try {
      return await answer;
    } finally {
      this.#start();
    }
  }

  end(): void {
    this.#counting.abort();
  }

  #start(): void {
    this.#counting = new AbortController();
    void shownTime(this.#time, this.#counting.signal).then(this.#exceed);
  }
}
