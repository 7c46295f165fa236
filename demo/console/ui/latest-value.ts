import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { explain } from '../http/service-client.ts';

/** A value that an element loads. A newer call aborts the one before, and so does removing the element. */
export class LatestValue<Value> implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #call = new AbortController();
  #value: Value | undefined;
  #problem: string | undefined;
  #pending = false;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  /** The last loaded value; kept while the next one is loading. */
  get value(): Value | undefined {
    return this.#value;
  }

  /** Why the latest call failed, as a sentence. */
  get problem(): string | undefined {
    return this.#problem;
  }

  get pending(): boolean {
    return this.#pending;
  }

  /** Calls `read`. A failure is kept in `problem`, never thrown. */
  async load(read: (signal: AbortSignal) => Promise<Value>): Promise<void> {
    this.#call.abort();
    const { signal } = (this.#call = new AbortController());
    this.#pending = true;
    this.#host.requestUpdate();
    try {
      const value = await read(signal);
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

  /** Removes the value and aborts the call. */
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
