import { Deadline } from './deadline.ts';
import { Poll } from './poll.ts';
import { isOthersTurn } from './screen-for.ts';
import { isEnded, type SessionView } from './view.ts';

export interface SessionSyncListener {
  /** Loads the session in the background. */
  refresh(): Promise<void>;
  /** Reads the service's event stream for as long as it lasts. */
  stream(signal: AbortSignal): Promise<void>;
  /** Whole minutes left, from 5 down to 1. */
  endsSoon(minutes: number): void;
  /** The device says that it is connected again. */
  online(): void;
}

/** ms out of sight after which the session may have changed elsewhere. */
const STALE_AFTER = 30_000;

/**
 * Keeps the view of the session up to date: reloads it at its end, when the page becomes visible again, and while
 * somebody else has to act.
 */
export class SessionSync {
  readonly #listener: SessionSyncListener;
  readonly #poll: Poll;
  readonly #deadline: Deadline;
  #page: AbortController | undefined;
  #stream: AbortController | undefined;
  #updatedAt = 0;

  constructor(listener: SessionSyncListener) {
    this.#listener = listener;
    this.#poll = new Poll(() => listener.refresh());
    this.#deadline = new Deadline({
      warn: minutes => listener.endsSoon(minutes),
      reached: () => {
        // Only the service decides that it is over; until it says so, it is asked at growing intervals.
        void listener.refresh();
        this.#poll.next();
      },
    });
  }

  /** Starts to listen to the page's lifecycle events. */
  watchPage(): void {
    this.unwatchPage();
    const { signal } = (this.#page = new AbortController());
    const shown = () => document.visibilityState === 'visible' && this.#handleShown();
    document.addEventListener('visibilitychange', shown, { signal });
    addEventListener('online', () => this.#listener.online(), { signal });
    // From the back/forward cache: nothing ran meanwhile.
    addEventListener('pageshow', event => event.persisted && this.#handleRestored(), { signal });
  }

  unwatchPage(): void {
    this.#page?.abort();
  }

  /**
   * Follows the session from this view on, until its end. Polls or streams while others have to act, while a code is
   * being delivered, while the signer may continue `elsewhere`, and while `isUncertain`.
   */
  start(view: SessionView, isUncertain: boolean, elsewhere: boolean): void {
    this.#updatedAt = Date.now();
    if (isEnded(view)) {
      this.stop();
      return;
    }
    this.#deadline.watch(view.expiresAt - view.clockOffset);
    const others = elsewhere || isOthersTurn(view);
    if (!others) this.#closeStream();
    const isCodePending = view.code?.delivery === 'pending';
    if (isUncertain || isCodePending || this.#deadline.over) this.#poll.next();
    else if (!others) this.#poll.stop();
    else if (this.#stream === undefined) void this.#openStream();
  }

  stop(): void {
    this.#deadline.stop();
    this.#poll.stop();
    this.#closeStream();
  }

  /** One stream at a time. When it breaks, or the service has none, the poll replaces it. */
  async #openStream(): Promise<void> {
    this.#poll.stop();
    const stream = (this.#stream = new AbortController());
    await this.#listener.stream(stream.signal).catch(() => undefined);
    if (!stream.signal.aborted) this.#poll.next();
  }

  #closeStream(): void {
    this.#stream?.abort();
    this.#stream = undefined;
  }

  #handleRestored(): void {
    const wasStreaming = this.#stream !== undefined;
    this.#closeStream();
    // The request below may get lost too.
    if (wasStreaming) this.#poll.next();
    this.#deadline.check();
    void this.#listener.refresh();
  }

  #handleShown(): void {
    this.#deadline.check();
    if (Date.now() - this.#updatedAt > STALE_AFTER) void this.#listener.refresh();
  }
}
