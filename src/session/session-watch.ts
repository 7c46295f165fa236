import { Deadline } from './deadline.ts';
import { PageWatcher } from './page-watcher.ts';
import { Poll } from './poll.ts';
import { isOthersTurn } from './screen-for.ts';
import { isEnded, type SessionView } from './view.ts';

export interface SessionWatchListener {
  /** It is time to ask the service for the session, unseen. */
  ask(): Promise<void>;
  /** Listens to what the service tells of the session by itself, for as long as it does. */
  listen(signal: AbortSignal): Promise<void>;
  /** Whole minutes left, from 5 down to 1. */
  endsSoon(minutes: number): void;
  online(): void;
}

/** After so long out of sight, the session may have changed elsewhere, ms. */
const STALE_AFTER = 30_000;

/** Knows when to ask the service again: time, the page's life, or a step that somebody else has to do. */
export class SessionWatch {
  readonly #listener: SessionWatchListener;
  readonly #page: PageWatcher;
  readonly #poll: Poll;
  readonly #deadline: Deadline;
  #line: AbortController | undefined;
  #followedAt = 0;

  constructor(listener: SessionWatchListener) {
    this.#listener = listener;
    this.#poll = new Poll(() => listener.ask());
    this.#page = new PageWatcher({
      shown: () => this.#handleShown(),
      online: () => listener.online(),
      restored: () => this.#handleRestored(),
    });
    this.#deadline = new Deadline({
      warn: minutes => listener.endsSoon(minutes),
      reached: () => {
        // The service says when it is over; until it does, it is asked again, ever more slowly.
        void listener.ask();
        this.#poll.next();
      },
    });
  }

  /** Listens to the page. */
  start(): void {
    this.#page.start();
  }

  stop(): void {
    this.#page.stop();
  }

  /**
   * Follows a session: until its end, and with questions while others are at work, a code is on its way, the signer
   * may be going on `elsewhere`, or `uncertain` holds.
   */
  follow(view: SessionView, uncertain: boolean, elsewhere: boolean): void {
    this.#followedAt = Date.now();
    if (isEnded(view)) {
      this.rest();
      return;
    }
    this.#deadline.watch(view.expiresAt - view.clockOffset);
    const others = elsewhere || isOthersTurn(view);
    if (!others) this.#hangUp();
    const onItsWay = view.code?.delivery === 'pending';
    if (uncertain || onItsWay || this.#deadline.over) this.#poll.next();
    else if (!others) this.#poll.stop();
    else if (this.#line === undefined) void this.#listen();
  }

  /** Nothing more is awaited. */
  rest(): void {
    this.#deadline.stop();
    this.#poll.stop();
    this.#hangUp();
  }

  /** One line at a time. When it breaks, or this service has none, the poll takes its place. */
  async #listen(): Promise<void> {
    this.#poll.stop();
    const line = (this.#line = new AbortController());
    await this.#listener.listen(line.signal).catch(() => undefined);
    if (!line.signal.aborted) this.#poll.next();
  }

  #hangUp(): void {
    this.#line?.abort();
    this.#line = undefined;
  }

  /** Every connection was cut when the page went; nothing ran meanwhile. */
  #handleRestored(): void {
    const waited = this.#line !== undefined;
    this.#hangUp();
    // The question below may be lost too.
    if (waited) this.#poll.next();
    this.#deadline.check();
    void this.#listener.ask();
  }

  #handleShown(): void {
    this.#deadline.check();
    if (Date.now() - this.#followedAt > STALE_AFTER) void this.#listener.ask();
  }
}
