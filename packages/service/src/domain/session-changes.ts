type Listener = () => void;

/** Notifies subscribers in this process that a session has changed, after the commit. */
export class SessionChanges {
  readonly #listeners = new Map<string, Set<Listener>>();

  announce(sessionId: string): void {
    for (const listener of this.#listeners.get(sessionId) ?? []) listener();
  }

  /** @returns a function that ends the subscription */
  subscribe(sessionId: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(sessionId) ?? new Set();
    listeners.add(listener);
    this.#listeners.set(sessionId, listeners);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(sessionId);
    };
  }
}
