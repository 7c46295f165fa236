/** ms before the end at which the signer is first told how long is left. */
const WARNING = 5 * 60_000;

/** ms by which two answers about the same end may differ, because of latency. */
const SAME_END = 5_000;

export interface DeadlineListener {
  /** Whole minutes left, from 5 down to 1. */
  warn(minutes: number): void;
  reached(): void;
}

/**
 * Watches the end of a session: reports each of the last five minutes, then the end, each once. Call `check` when
 * the device may have slept.
 */
export class Deadline {
  readonly #listener: DeadlineListener;
  #at = Number.POSITIVE_INFINITY;
  #warnedAt = Number.POSITIVE_INFINITY;
  #over = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(listener: DeadlineListener) {
    this.#listener = listener;
  }

  /** Has the end been reached? */
  get over(): boolean {
    return this.#over;
  }

  /** Sets the end, by the device's clock in ms since the epoch. */
  watch(at: number): void {
    if (!(Math.abs(at - this.#at) < SAME_END)) this.#reset(at);
    this.check();
  }

  stop(): void {
    this.#reset(Number.POSITIVE_INFINITY);
  }

  /** Reports what is due, and sets the timer for the next report. */
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
    if (left <= WARNING && minutes < this.#warnedAt) {
      this.#warnedAt = minutes;
      this.#listener.warn(minutes);
    }
    const next = left > WARNING ? left - WARNING : left - (minutes - 1) * 60_000;
    // A timer can't be longer than 2^31 ms; the minimum keeps one that fires early from looping.
    this.#timer = setTimeout(() => this.check(), Math.min(Math.max(next, 50), 2 ** 31 - 1));
  }

  #reset(at: number): void {
    clearTimeout(this.#timer);
    this.#at = at;
    this.#warnedAt = Number.POSITIVE_INFINITY;
    this.#over = false;
  }
}
