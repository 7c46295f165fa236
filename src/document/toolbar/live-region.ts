import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** How long a reader stays somewhere before it is worth saying, ms. */
const STAYS = 700;

/** What the viewer's live region says. Pages that are only scrolled past are not said. */
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

  /** Says something now. */
  announce(text: string): void {
    this.hostDisconnected();
    this.#text = text;
    this.#host.requestUpdate();
  }

  /** Says where the reader is, once they stay there; call it in `willUpdate`. */
  announcePosition(text: string): void {
    if (text === this.#where) return;
    this.#where = text;
    this.announceDebounced(text);
  }

  /** Says what a change has come to, once it is the last one. */
  announceDebounced(text: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.announce(text), STAYS);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
