/** Bytes that were read or written last, kept for a moment. */

type Bytes = Uint8Array<ArrayBuffer>;

interface Kept {
  readonly bytes: Bytes;
  /** In milliseconds, by a clock that never goes back. */
  readonly until: number;
}

/** What is kept, by a document's id, up to a size and for a time. The bytes of an id never change. */
export class RecentBytes {
  readonly #most: number;
  readonly #lifetimeMs: number;
  /** The least recently used first. */
  readonly #kept = new Map<string, Kept>();
  #size = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param options.most in bytes, of all together */
  constructor({ most, lifetimeMs }: { readonly most: number; readonly lifetimeMs: number }) {
    this.#most = most;
    this.#lifetimeMs = lifetimeMs;
  }

  get(documentId: string): Bytes | undefined {
    const kept = this.#kept.get(documentId);
    return kept !== undefined && kept.until > performance.now() ? kept.bytes : undefined;
  }

  /** One that is larger than all may be is not kept. */
  keep(documentId: string, bytes: Bytes): void {
    this.forget(documentId);
    if (bytes.length > this.#most) return;
    this.#kept.set(documentId, { bytes, until: performance.now() + this.#lifetimeMs });
    this.#size += bytes.length;
    for (const [oldest] of this.#kept) {
      if (this.#size <= this.#most) break;
      this.forget(oldest);
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#clear(), this.#lifetimeMs).unref();
  }

  forget(documentId: string): void {
    const known = this.#kept.get(documentId);
    if (known === undefined) return;
    this.#kept.delete(documentId);
    this.#size -= known.bytes.length;
  }

  #clear(): void {
    this.#kept.clear();
    this.#size = 0;
  }
}
