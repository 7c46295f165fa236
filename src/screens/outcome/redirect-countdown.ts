import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Counts down to the return to the integrator's site. The signer can stop it. */
export class RedirectCountdown implements ReactiveController {
  /** How long it is, in seconds. */
  readonly seconds = 5;
  readonly #host: ReactiveControllerHost;
  readonly #leave: () => void;
  #left: number | undefined = this.seconds;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** Starts at once, or once the host is connected. */
  constructor(host: ReactiveControllerHost, leave: () => void) {
    this.#host = host;
    this.#leave = leave;
    host.addController(this);
    host.requestUpdate();
  }

  /** Whole seconds left; undefined when the countdown is not running. */
  get left(): number | undefined {
    return this.#left;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#left = undefined;
    this.#host.requestUpdate();
  }

  /** Continues after the element was moved. */
  hostConnected(): void {
    if (this.#left === undefined) return;
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#tick(), 1000);
  }

  hostDisconnected(): void {
    clearInterval(this.#timer);
  }

  #tick(): void {
    this.#left = (this.#left ?? 1) - 1;
    if (this.#left > 0) return this.#host.requestUpdate();
    this.stop();
    this.#leave();
  }
}
