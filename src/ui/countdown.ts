import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Counts down to a point in time, and updates its element each second until then. */
export class Countdown implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #reached: () => void;
  #at = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost, reached: () => void) {
    this.#host = host;
    this.#reached = reached;
    host.addController(this);
  }

  /** Whole seconds left, 0 when the time is reached. */
  get seconds(): number {
    return Math.max(0, Math.ceil((this.#at - Date.now()) / 1000));
  }

  /** Counts down to a time of the device's clock, in ms since the epoch. The same time again changes nothing. */
  to(at: number): void {
    if (at === this.#at) return;
    this.#at = at;
    this.#tick();
  }

  hostConnected(): void {
    if (this.seconds > 0) this.#tick();
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
  }

  #tick(): void {
    clearTimeout(this.#timer);
    const left = this.#at - Date.now();
    if (left <= 0 || !Number.isFinite(left)) return;
    // At the next whole second, not before.
    this.#timer = setTimeout(() => this.#handleSecond(), (left % 1000) + 20);
  }

  #handleSecond(): void {
    this.#host.requestUpdate();
    if (this.seconds === 0) this.#reached();
    else this.#tick();
  }
}

/** Minutes and seconds as on a clock: `0:24`. */
export function clockTime(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
