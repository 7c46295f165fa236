import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** ms after which a wait needs an explanation. */
const SLOW = 8_000;

/** Updates its element when a wait takes long. */
export class SlowController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #slow = false;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  get slow(): boolean {
    return this.#slow;
  }

  /** Call it in `willUpdate`. Starts the timer when a wait begins, and stops it when the wait ends. */
  waiting(waits: boolean): void {
    if (!waits) this.hostDisconnected();
    else if (this.#timer === undefined) {
      this.#timer = setTimeout(() => {
        this.#slow = true;
        this.#host.requestUpdate();
      }, SLOW);
    }
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#slow = false;
  }
}
