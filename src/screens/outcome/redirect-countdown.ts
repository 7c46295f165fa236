import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Seconds before the page goes by itself. */
export const SECONDS = 5;

/** Counts down to going back to the integrator's site. The signer can stop it. */
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

  /** Whole seconds left; undefined when nothing is counted. */
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

  /** A host that was moved counts on. */
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
