export interface PageListener {
  /** The page is before the signer's eyes again. */
  shown(): void;
  /** The device says that it is connected again. */
  online(): void;
  /** The page came back from the back/forward cache: nothing ran meanwhile. */
  restored(): void;
}

/** Tells when the page wakes up, in whichever way. */
export class PageWatcher {
  readonly #listener: PageListener;
  #abort: AbortController | undefined;

  constructor(listener: PageListener) {
    this.#listener = listener;
  }

  start(): void {
    this.stop();
    const { signal } = (this.#abort = new AbortController());
    const shown = () => document.visibilityState === 'visible' && this.#listener.shown();
    document.addEventListener('visibilitychange', shown, { signal });
    addEventListener('online', () => this.#listener.online(), { signal });
    addEventListener('pageshow', event => event.persisted && this.#listener.restored(), { signal });
  }

  stop(): void {
    this.#abort?.abort();
  }
}
