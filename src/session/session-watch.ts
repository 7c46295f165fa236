import { Deadline } from './deadline.ts';
import { PageWatcher } from './page-watcher.ts';
import { Poll } from './poll.ts';
import { currentStep, isEnded, type SessionView } from './view.ts';

export interface SessionWatchListener {
  /** It is time to ask the service for the session, unseen. */
  ask(): Promise<void>;
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
  #followedAt = 0;

  constructor(listener: SessionWatchListener) {
    this.#listener = listener;
    this.#poll = new Poll(() => listener.ask());
    this.#page = new PageWatcher({
      shown: () => this.#handleShown(),
      online: () => listener.online(),
      restored: () => void listener.ask(),
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

  /** Follows a session: until its end, and with questions while others are at work or `uncertain` holds. */
  follow(view: SessionView, uncertain: boolean): void {
    this.#followedAt = Date.now();
    if (isEnded(view)) {
      this.rest();
      return;
    }
    this.#deadline.watch(view.expiresAt - view.clockOffset);
    const signersTurn = currentStep(view)?.type === 'CLICK_ACCEPT';
    if (signersTurn && !uncertain && !this.#deadline.over) this.#poll.stop();
    else this.#poll.next();
  }

  /** Nothing more is awaited. */
  rest(): void {
    this.#deadline.stop();
    this.#poll.stop();
  }

  #handleShown(): void {
    this.#deadline.check();
    if (Date.now() - this.#followedAt > STALE_AFTER) void this.#listener.ask();
  }
}
