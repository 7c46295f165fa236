/** Keeps the session as the service has it: polling, deadlines, the event stream. */
import { ServiceError } from '../api/errors.ts';
import { isOthersTurn } from './screen-for.ts';
import { isEnded, type SessionView } from './view.ts';

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

/** ms before the end at which the signer is first told how long is left. */
const WARNING = 5 * 60_000;

/** ms by which two answers about the same end may differ, because of latency. */
const SAME_END = 5_000;

interface DeadlineListener {
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

interface SessionSyncListener {
  /** Loads the session in the background. */
  refresh(): Promise<void>;
  /** Reads the service's event stream for as long as it lasts. */
  stream(signal: AbortSignal): Promise<void>;
  /** Whole minutes left, from 5 down to 1. */
  endsSoon(minutes: number): void;
  /** The device says that it is connected again. */
  online(): void;
}

/** ms without news after which the session may have changed elsewhere. */
const STALE_AFTER_MS = 5_000;

/** Timers that come this late, in ms, mean that the device slept. */
const TICK_MS = 5_000;
const SLEPT_MS = 15_000;

/**
 * Keeps the view of the session up to date. While the page is visible, the service reports changes by its event stream;
 * where it has none, or while a stream is broken, it is asked: often while somebody else has to act, else every 15 s.
 * Asks again at the session's end, when the page becomes visible, and after the device slept.
 */
export class SessionSync {
  readonly #listener: SessionSyncListener;
  readonly #poll: Poll;
  readonly #deadline: Deadline;
  #page: AbortController | undefined;
  #stream: AbortController | undefined;
  /** Has the service shown that it has no event stream? */
  #hasNoStream = false;
  /** What is followed; undefined: nothing is. */
  #followed: { readonly isOthersTurn: boolean } | undefined;
  #updatedAt = 0;

  constructor(listener: SessionSyncListener) {
    this.#listener = listener;
    this.#poll = new Poll(() => listener.refresh());
    this.#deadline = new Deadline({
      warn: minutes => listener.endsSoon(minutes),
      reached: () => {
        // Only the service decides that it is over; until it says so, it is asked at growing intervals.
        void listener.refresh();
        this.#askOften();
      },
    });
  }

  /** Starts to listen to the page's lifecycle events. */
  watchPage(): void {
    this.unwatchPage();
    const { signal } = (this.#page = new AbortController());
    document.addEventListener('visibilitychange', () => this.#handleVisibility(), { signal });
    addEventListener('online', () => this.#listener.online(), { signal });
    // From the back/forward cache: nothing ran meanwhile.
    addEventListener('pageshow', event => event.persisted && this.#handleRestored(), { signal });
    let last = Date.now();
    const timer = setInterval(() => {
      const slept = Date.now() - last > SLEPT_MS;
      last = Date.now();
      if (slept && document.visibilityState === 'visible') this.#handleRestored();
    }, TICK_MS);
    signal.addEventListener('abort', () => clearInterval(timer));
  }

  unwatchPage(): void {
    this.#page?.abort();
  }

  /**
   * Follows the session from this view on, until its end. Also asks often while a code is being delivered, and while
   * `isUncertain`. `elsewhere`: the signer may continue on another device.
   */
  start(view: SessionView, isUncertain: boolean, elsewhere: boolean): void {
    this.#updatedAt = Date.now();
    if (isEnded(view)) {
      this.stop();
      return;
    }
    this.#deadline.watch(view.expiresAt - view.clockOffset);
    this.#followed = { isOthersTurn: elsewhere || isOthersTurn(view) };
    this.#openStream();
    if (isUncertain || view.code?.delivery === 'pending' || this.#deadline.over) this.#askOften();
    else if (this.#stream !== undefined) this.#poll.stop();
    else if (this.#followed.isOthersTurn) this.#askOften();
    else this.#poll.next(true);
  }

  stop(): void {
    this.#followed = undefined;
    this.#hasNoStream = false;
    this.#deadline.stop();
    this.#poll.stop();
    this.#closeStream();
  }

  /** A request that is due in 15 s must not delay one that is due sooner. */
  #askOften(): void {
    if (this.#poll.isCalm) this.#poll.stop();
    this.#poll.next();
  }

  /** One stream at a time. It waits for the first screen and the document by itself (stream-turns.ts). */
  #openStream(): void {
    if (this.#stream !== undefined || this.#hasNoStream || document.visibilityState !== 'visible') return;
    void this.#readStream((this.#stream = new AbortController()));
  }

  /** Reads until the stream breaks; the poll replaces it until the next view opens another. */
  async #readStream({ signal }: AbortController): Promise<void> {
    const error: unknown = await this.#listener.stream(signal).catch((cause: unknown) => cause);
    if (signal.aborted) return;
    this.#closeStream();
    this.#hasNoStream = error instanceof ServiceError && !error.retryable;
    if (this.#followed?.isOthersTurn === false) this.#poll.next(true);
    else if (this.#followed !== undefined) this.#askOften();
  }

  #closeStream(): void {
    this.#stream?.abort();
    this.#stream = undefined;
  }

  #handleRestored(): void {
    const wasStreaming = this.#stream !== undefined;
    this.#closeStream();
    this.#deadline.check();
    // The request below may get lost too.
    if (wasStreaming) this.#askOften();
    void this.#listener.refresh();
  }

  /** A hidden page holds no connection. */
  #handleVisibility(): void {
    if (document.visibilityState !== 'visible') {
      this.#closeStream();
      return;
    }
    this.#deadline.check();
    // Opened whether or not the request below succeeds; where it breaks, the poll follows.
    if (this.#followed !== undefined) this.#openStream();
    if (Date.now() - this.#updatedAt > STALE_AFTER_MS) void this.#listener.refresh();
  }
}
