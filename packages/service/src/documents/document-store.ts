import type { Database } from '../storage/database.ts';

/**
 * Stores the bytes of documents. Their metadata are rows in the database (stored-documents.ts). A store on another
 * machine rejects with DocumentsAwayError while that cannot be reached.
 */
export interface DocumentStore {
  /** Resolves when the bytes are durable, even after a power cut. An id is written only once. */
  write(documentId: string, bytes: Uint8Array): Promise<void>;
  /** Like `write`, for an id that may have been written. Who reads meanwhile gets the old bytes or the new, whole. */
  replace(documentId: string, bytes: Uint8Array): Promise<void>;
  /** The bytes, or the part from `start` to `end` (both inclusive), or undefined for an unknown id. */
  read(documentId: string, range?: ByteRange): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Ignores an unknown id. */
  remove(documentId: string): Promise<void>;
  /**
   * The ids of everything written more than this many milliseconds ago, by this machine's own time, some hundreds at
   * a time: a store may hold millions.
   */
  listOlderThan(milliseconds: number): AsyncIterable<readonly string[]>;
  /** Rejects while documents cannot be stored. */
  check(): Promise<void>;
  /**
   * Makes sure that the store is this database's alone; the schema must be up to date. Absent where nobody else can reach it.
   * @throws SettingsError
   */
  claim?(database: Database): Promise<void>;
  /** An address of the store's own for one document. Absent, or undefined, if the service sends the bytes. */
  address?(documentId: string, download: Download): Promise<string | undefined>;
}

/** How a document is sent from the store's own address. */
export interface Download {
  readonly mediaType: string;
  /** The value of `Content-Disposition`. */
  readonly disposition: string;
  /** For how long the address is valid. */
  readonly seconds: number;
}

/** How many ids are listed at a time. */
export const LIST_PAGE = 500;

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}
