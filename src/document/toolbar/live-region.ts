import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** ms for which the reader has to stay at a position before it is announced. */
const STAYS = 700;

/** The text of the viewer's live region. Pages that are only scrolled past are not announced. */
export class LiveRegion implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #text = '';
  #where = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  get text(): string {
    return this.#text;
  }

  /** Announces a text now. */
  announce(text: string): void {
    this.hostDisconnected();
    this.#text = text;
    this.#host.requestUpdate();
  }

  /** Announces the reader's position once they stay there. Call it in `willUpdate`. */
  announcePosition(text: string): void {
    if (text === this.#where) return;
    this.#where = text;
    this.announceDebounced(text);
  }

  /** Announces the last of a series of changes. */
  announceDebounced(text: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.announce(text), STAYS);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
