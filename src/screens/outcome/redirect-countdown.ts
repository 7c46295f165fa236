import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Seconds before the automatic redirect. */
export const SECONDS = 5;

/** Counts down to the return to the integrator's site. The signer can stop it. */
export class RedirectCountdown implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #leave: () => void;
  #left: number | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(host: ReactiveControllerHost, leave: () => void) {
    this.#host = host;
    this.#leave = leave;
    host.addController(this);
  }

  /** Whole seconds left; undefined when the countdown is not running. */
  get left(): number | undefined {
    return this.#left;
  }

  start(): void {
    this.#left = SECONDS;
    this.#run();
    this.#host.requestUpdate();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#left = undefined;
    this.#host.requestUpdate();
  }

  /** Continues after the element was moved. */
  hostConnected(): void {
    if (this.#left !== undefined) this.#run();
  }

  hostDisconnected(): void {
    clearInterval(this.#timer);
  }

  #run(): void {
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#tick(), 1000);
  }

  #tick(): void {
    this.#left = (this.#left ?? 1) - 1;
    if (this.#left <= 0) {
      this.stop();
      this.#leave();
      return;
    }
    this.#host.requestUpdate();
  }
}
