/**
 * Which elements of a page hold an event stream. A browser has six connections for a service by HTTP/1.1, and documents and
 * their fonts need some: of several elements two have a stream, those that the signer sees and used last. The others ask.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

const MOST_STREAMS = 2;

/** ms before an element's first stream: first its screen and its document load. */
const FIRST_WAIT_MS = 2_000;

const FIRST_INTERVAL_MS = 3_000;
const LONGEST_INTERVAL_MS = 15_000;

type Host = ReactiveControllerHost & Element;

interface Followed {
  /** Is its document still loading, which comes before a stream? */
  isLoading(): boolean;
  /** Asks for the session once. */
  refresh(): Promise<void>;
  /** Reads the stream for as long as it lasts. */
  read(signal: AbortSignal): Promise<void>;
}

/** When each element was used, counted. What is reopened, after the page was hidden for example, keeps its place. */
const lastUses = new WeakMap<Element, number>();
let uses = 0;

/** The elements that have waited before their first stream. */
const begun = new WeakSet<Element>();

/** The elements that are followed, first those that came first. */
const turns = new Set<Turn>();

/** Gives the streams to those that come first, and takes them from the others. */
function allot(): void {
  const waiting = [...turns].filter(turn => !turn.isLoading);
  const byRank = waiting.toSorted((a, b) => b.rank - a.rank);
  byRank.forEach((turn, index) => turn.give(index < MOST_STREAMS));
}

/** One element's place among those that want a stream, from `join` until it leaves. */
class Turn implements ReactiveController {
  readonly #host: Host;
  readonly #followed: Followed;
  readonly #watch = new AbortController();
  readonly #visibility: IntersectionObserver;
  #isVisible = false;
  #hasStream = false;
  /** Ends what is done with the turn as it was: the stream, or the wait for one. */
  #step = new AbortController();

  constructor(host: Host, followed: Followed) {
    this.#host = host;
    this.#followed = followed;
    this.#visibility = new IntersectionObserver(entries => {
      this.#isVisible = entries.at(-1)?.isIntersecting === true;
      allot();
    });
    const { signal } = this.#watch;
    for (const type of ['focusin', 'pointerdown']) host.addEventListener(type, () => this.#use(), { signal });
    this.#visibility.observe(host);
    host.addController(this);
    turns.add(this);
    allot();
  }

  get isLoading(): boolean {
    return this.#followed.isLoading();
  }

  get rank(): number {
    const lastUse = lastUses.get(this.#host) ?? 0;
    return this.#isVisible ? lastUse + Number.MAX_SAFE_INTEGER / 2 : lastUse;
  }

  get hasStream(): boolean {
    return this.#hasStream;
  }

  /** Is aborted once it has a stream, or has one no more. */
  get step(): AbortSignal {
    return this.#step.signal;
  }

  hostUpdated(): void {
    if (!this.#hasStream) allot();
  }

  give(hasStream: boolean): void {
    if (hasStream === this.#hasStream) return;
    this.#hasStream = hasStream;
    this.#step.abort();
    this.#step = new AbortController();
  }

  leave(): void {
    this.#watch.abort();
    this.#visibility.disconnect();
    this.#host.removeController(this);
    turns.delete(this);
    this.#step.abort();
    allot();
  }

  #use(): void {
    lastUses.set(this.#host, ++uses);
    allot();
  }
}

/** Resolves after a time, or at once when the signal is aborted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    if (signal.aborted) done();
    else signal.addEventListener('abort', done);
  });
}

/**
 * Reads an element's stream while it has one, and asks for the session while it has none.
 * @param signal ends it
 * @returns when the service has ended the stream
 * @throws what reading throws
 */
export async function followInTurn(host: Host, followed: Followed, signal: AbortSignal): Promise<void> {
  if (!begun.has(host)) await pause(FIRST_WAIT_MS, signal);
  if (signal.aborted) return;
  begun.add(host);
  const turn = new Turn(host, followed);
  signal.addEventListener('abort', () => turn.leave(), { once: true });
  let interval = FIRST_INTERVAL_MS;
  try {
    while (!signal.aborted) {
      const { step, hasStream } = turn;
      if (hasStream) {
        try {
          await followed.read(step);
          if (!step.aborted) return;
        } catch (error) {
          if (!step.aborted) throw error;
        }
        interval = FIRST_INTERVAL_MS;
      } else {
        await pause(interval, step);
        if (step.aborted) continue;
        interval = Math.min(LONGEST_INTERVAL_MS, interval * 1.5);
        await followed.refresh();
      }
    }
  } finally {
    turn.leave();
  }
}
