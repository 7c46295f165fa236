import { shownTime } from './shown-time.ts';

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
