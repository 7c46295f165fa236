/** Simulated network state. */
export const NETWORK_MODES = [
  ['normal', 'Normal'],
  ['slow', 'Slow: 3 s a request'],
  ['offline', 'Offline'],
] as const;
export type NetworkMode = (typeof NETWORK_MODES)[number][0];

const SLOW_MS = 3_000;

/** Simulates the widget's connection on this page. The console's own requests are not affected. */
export class SimulatedNetwork extends EventTarget {
  #mode: NetworkMode = 'normal';
  #cut = new AbortController();

  get mode(): NetworkMode {
    return this.#mode;
  }

  /** Changes the state; going offline aborts pending requests. Dispatches `change`. */
  set(mode: NetworkMode): void {
    if (mode === this.#mode) return;
    const wasOffline = this.#mode === 'offline';
    this.#mode = mode;
    if (mode === 'offline') {
      this.#cut.abort();
      Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false });
      dispatchEvent(new Event('offline'));
    } else if (wasOffline) {
      this.#cut = new AbortController();
      Reflect.deleteProperty(navigator, 'onLine');
      dispatchEvent(new Event('online'));
    }
    this.dispatchEvent(new Event('change'));
  }

  /** Wraps a `fetch`, so that it uses this connection. */
  through(send: typeof fetch): typeof fetch {
    return async (input, init) => {
      if (this.#mode === 'slow') await new Promise(resolve => setTimeout(resolve, SLOW_MS));
      const cut = this.#cut.signal;
      const signal = init?.signal ? AbortSignal.any([init.signal, cut]) : cut;
      try {
        if (this.#mode === 'offline') throw new TypeError('Failed to fetch');
        return await send(input, { ...init, signal });
      } catch (error) {
        // As browsers report a lost connection; an AbortError would mean that the caller aborted.
        if (cut.aborted && init?.signal?.aborted !== true)
          throw new TypeError('Failed to fetch', { cause: error });
        throw error;
      }
    };
  }
}
