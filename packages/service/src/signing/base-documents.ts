import type { DocumentStore } from '../documents/document-store.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Of what was read last: a batch of usual contracts, or four of the largest documents. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Nothing is kept longer after the last was read. A batch takes less between two of its documents. */
const KEPT_MS = 60_000;

/**
 * Reads the revisions that are signed. Each is read to be prepared and, mostly seconds later, to be completed: what was
 * read last is kept, up to 32 MB in a process and for a minute. The bytes of an id never change.
 */
export class BaseDocuments {
  readonly #documents: Pick<DocumentStore, 'read'>;
  /** The least recently read first. */
  readonly #recent = new Map<string, Bytes>();
  #size = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(documents: Pick<DocumentStore, 'read'>) {
    this.#documents = documents;
  }

  /** @throws Error for an id that is not in the store */
  async read(documentId: string): Promise<Bytes> {
    const bytes = this.#recent.get(documentId) ?? (await this.#documents.read(documentId));
    if (bytes === undefined) throw new Error('The document to sign is not in the store.');
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#clear(), KEPT_MS).unref();
    this.forget(documentId);
    this.#recent.set(documentId, bytes);
    this.#size += bytes.length;
    for (const [oldest] of this.#recent) {
      if (this.#size <= MOST_BYTES) break;
      this.forget(oldest);
    }
    return bytes;
  }

  #clear(): void {
    this.#recent.clear();
    this.#size = 0;
  }

  /** It is signed. */
  forget(documentId: string): void {
    const known = this.#recent.get(documentId);
    if (known === undefined) return;
    this.#recent.delete(documentId);
    this.#size -= known.length;
  }
}
