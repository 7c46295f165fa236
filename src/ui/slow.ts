import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** After so long a wait needs a sentence, ms. */
const SLOW = 8_000;

/** Tells its element when something it waits for takes long. */
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

  /** Call it in `willUpdate`: starts the clock when a wait begins, stops it when it ends. */
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
