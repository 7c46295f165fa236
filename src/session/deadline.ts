/** From here on the signer is told how long is left, in ms. */
const WARNING = 5 * 60_000;

/** Two answers about the same end differ by what their ways took, in ms. */
const SAME_END = 5_000;

export interface DeadlineListener {
  /** Whole minutes left, from 5 down to 1. */
  warn(minutes: number): void;
  reached(): void;
}

/**
 * Watches the end of a session by the service's clock: says each of the last five minutes, then the end, each
 * once. A device that slept catches up when `check` is called.
 */
export class Deadline {
  readonly #listener: DeadlineListener;
  #at = Number.POSITIVE_INFINITY;
  #said = Number.POSITIVE_INFINITY;
  #over = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(listener: DeadlineListener) {
    this.#listener = listener;
  }

  /** Has the end that is watched been reached? */
  get over(): boolean {
    return this.#over;
  }

  /** Watches a moment of the device's clock, in ms since the epoch. */
  watch(at: number): void {
    if (!(Math.abs(at - this.#at) < SAME_END)) this.#reset(at);
    this.check();
  }

  stop(): void {
    this.#reset(Number.POSITIVE_INFINITY);
  }

  /** Says what is due, and sleeps until the next thing to say. */
  check(): void {
    clearTimeout(this.#timer);
    if (!Number.isFinite(this.#at) || this.#over) return;
    const left = this.#at - Date.now();
    if (left <= 0) {
      this.#over = true;
      this.#listener.reached();
      return;
    }
    const minutes = Math.ceil(left / 60_000);
    if (left <= WARNING && minutes < this.#said) {
      this.#said = minutes;
      this.#listener.warn(minutes);
    }
    const next = left > WARNING ? left - WARNING : left - (minutes - 1) * 60_000;
    // A timer can't be longer than 2^31 ms, and one that fires early must not spin.
    this.#timer = setTimeout(() => this.check(), Math.min(Math.max(next, 50), 2 ** 31 - 1));
  }

  #reset(at: number): void {
    clearTimeout(this.#timer);
    this.#at = at;
    this.#said = Number.POSITIVE_INFINITY;
    this.#over = false;
  }
}
