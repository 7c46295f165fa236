import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { explain } from './http/service-errors.ts';

/** Something a panel loads: only the latest call may write, and none once the panel is gone. */
export class Latest<Value> implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #call = new AbortController();
  #value: Value | undefined;
  #problem: string | undefined;
  #pending = false;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  /** The last good answer; it stays while the next one is on its way. */
  get value(): Value | undefined {
    return this.#value;
  }

  /** Why the latest call failed, in a sentence. */
  get problem(): string | undefined {
    return this.#problem;
  }

  get pending(): boolean {
    return this.#pending;
  }

  /** Runs `work`; its failure is kept in `problem`, never thrown. */
  async load(work: (signal: AbortSignal) => Promise<Value>): Promise<void> {
    this.#call.abort();
    const { signal } = (this.#call = new AbortController());
    this.#pending = true;
    this.#host.requestUpdate();
    try {
      const value = await work(signal);
      if (signal.aborted) return;
      this.#value = value;
      this.#problem = undefined;
    } catch (error) {
      if (signal.aborted) return;
      this.#problem = explain(error);
    }
    this.#pending = false;
    this.#host.requestUpdate();
  }

  /** Forgets everything. */
  clear(): void {
    this.#call.abort();
    this.#value = undefined;
    this.#problem = undefined;
    this.#pending = false;
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#call.abort();
    this.#pending = false;
  }
}
