/** Where the bytes of documents lie. What is known about a document is a row beside it (document.ts). */
export interface DocumentStore {
  /** The bytes are safe, also against a power cut, once this resolves. An id is written once. */
  write(documentId: string, bytes: Uint8Array): Promise<void>;
  /**
   * The bytes, or the part from `start` to `end` (both counted in), or undefined for an unknown id.
   */
  read(documentId: string, range?: ByteRange): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** An unknown id is no error. */
  remove(documentId: string): Promise<void>;
  /** The ids of everything that was written more than this many milliseconds ago, by this machine's own time. */
  listOlderThan(milliseconds: number): Promise<string[]>;
  /** Rejects where documents can't be kept at the moment. */
  check(): Promise<void>;
}

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}
