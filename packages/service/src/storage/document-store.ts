/** Where documents' bytes are kept: the interface, the store in the database, and stores that wrap another. */
import { measured, type Metrics } from '../metrics/metrics.ts';
import type { Database } from './database.ts';

/**
 * Stores the bytes of documents. Their metadata are rows in the database (issued-documents.ts). A store on another
 * machine rejects with DocumentsAwayError while that cannot be reached.
 */
export interface DocumentStore {
  /** Resolves when the bytes are durable, even after a power cut. An id is written only once. */
  write(documentId: string, bytes: Uint8Array): Promise<void>;
  /** Like `write`, for an id that may have been written. Who reads meanwhile gets the old bytes or the new, whole. */
  replace(documentId: string, bytes: Uint8Array): Promise<void>;
  /**
   * The bytes, or the part from `start` to `end` (both inclusive), or undefined for an unknown id.
   * @param hash of the whole document as its row says, where the caller has read that: nobody has to look it up
   */
  read(documentId: string, range?: ByteRange, hash?: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Ignores an unknown id. */
  remove(documentId: string): Promise<void>;
  /**
   * Removes up to `MOST_REMOVED` documents; unknown ids are ignored.
   * @param signal ends it early @throws the signal's reason, or the first error, after which some may be left
   */
  removeAll(documentIds: readonly string[], signal?: AbortSignal): Promise<void>;
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
  /**
   * A number that the store keeps beside the documents, 0 at first, from which a database sees that the store is ahead of it.
   * Absent where they are restored together.
   */
  readonly counter?: { read(): Promise<number>; write(count: number): Promise<void> };
  /** An address of the store's own for one document. Absent, or undefined, if the service sends the bytes. */
  address?(documentId: string, download: Download): Promise<string | undefined>;
}

/** How a document is sent from the store's own address. */
interface Download {
  readonly mediaType: string;
  /** The value of `Content-Disposition`. */
  readonly disposition: string;
  /** For how long the address is valid. */
  readonly seconds: number;
}

/** How many documents are removed by one request at the most. */
export const MOST_REMOVED = 1000;

/** A store on another machine would refuse more requests at once, or slow down what signers wait for. */
const AT_ONCE = 8;

/** Removes documents one by one, a few at a time, for a store that can't remove many at once. */
export async function removeEach(
  store: Pick<DocumentStore, 'remove'>,
  documentIds: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  const left = documentIds.values();
  const removeSome = async (): Promise<void> => {
    for (const documentId of left) {
      signal?.throwIfAborted();
      await store.remove(documentId);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, removeSome));
}

/** How many ids are listed at a time. */
export const LIST_PAGE = 500;

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

const OPERATIONS = ['write', 'read', 'remove'] as const;

/** The store, with its work measured. */
export function measuredStore(store: DocumentStore, { documents }: Metrics): DocumentStore {
  // An alert sees a counter grow only if it was there before.
  for (const operation of OPERATIONS) documents.zero({ operation, outcome: 'failed' });
  const measure = async <T>(operation: (typeof OPERATIONS)[number], work: () => Promise<T>): Promise<T> => {
    const done = await measured(
      {
        histogram: documents,
        span: `document ${operation}`,
        labels: result => ({ operation, outcome: result === undefined ? 'failed' : 'done' }),
      },
      async () => ({ value: await work() }),
    );
    return done.value;
  };
  return {
    ...store,
    write: (...given) => measure('write', () => store.write(...given)),
    replace: (...given) => measure('write', () => store.replace(...given)),
    read: (...given) => measure('read', () => store.read(...given)),
    remove: (...given) => measure('remove', () => store.remove(...given)),
    removeAll: (...given) => measure('remove', () => store.removeAll(...given)),
  };
}

/**
 * A store for all new documents, beside the one that was used before: what is not in the new one is read from there,
 * so that changing the store needs no stop.
 */
export function storeWithFallback(store: DocumentStore, earlier: DocumentStore): DocumentStore {
  return {
    ...store,
    async read(documentId, range, hash) {
      return (await store.read(documentId, range, hash)) ?? earlier.read(documentId, range, hash);
    },
    async remove(documentId) {
      await store.remove(documentId);
      await earlier.remove(documentId);
    },
    async removeAll(documentIds, signal) {
      await store.removeAll(documentIds, signal);
      await earlier.removeAll(documentIds, signal);
    },
    async *listOlderThan(milliseconds) {
      yield* store.listOlderThan(milliseconds);
      yield* earlier.listOlderThan(milliseconds);
    },
    async check() {
      await Promise.all([store.check(), earlier.check()]);
    },
    ...(store.address && {
      async address(documentId, download) {
        const isEarlier = (await earlier.read(documentId, { start: 0, end: 0 })) !== undefined;
        return isEarlier ? undefined : store.address?.(documentId, download);
      },
    }),
  };
}

/** Stores documents as rows of a PostgreSQL server, for several instances. */
export function openTableStore(database: Database): DocumentStore {
  return {
    async write(documentId, bytes) {
      await database.query('INSERT INTO document_bytes (document_id, bytes) VALUES ($1, $2)', [
        documentId,
        bytes,
      ]);
    },
    async replace(documentId, bytes) {
      await database.query(
        `INSERT INTO document_bytes (document_id, bytes) VALUES ($1, $2)
         ON CONFLICT (document_id) DO UPDATE SET bytes = EXCLUDED.bytes, written_at = EXCLUDED.written_at`,
        [documentId, bytes],
      );
    },
    async read(documentId, range) {
      const part = range === undefined ? 'bytes' : 'substring(bytes FROM $2::int FOR $3::int) AS bytes';
      const bounds = range === undefined ? [] : [range.start + 1, range.end - range.start + 1];
      const [row] = await database.query<{ bytes: Uint8Array }>(
        `SELECT ${part} FROM document_bytes WHERE document_id = $1`,
        [documentId, ...bounds],
      );
      return row === undefined ? undefined : new Uint8Array(row.bytes);
    },
    async remove(documentId) {
      await database.query('DELETE FROM document_bytes WHERE document_id = $1', [documentId]);
    },
    async removeAll(documentIds) {
      await database.query('DELETE FROM document_bytes WHERE document_id = ANY($1)', [documentIds]);
    },
    async *listOlderThan(milliseconds) {
      for (let last: string | undefined = ''; last !== undefined;) {
        const rows: { document_id: string }[] = await database.query(
          `SELECT document_id FROM document_bytes
           WHERE document_id > $2 AND written_at <= now() - $1::int * interval '1 millisecond'
           ORDER BY document_id LIMIT ${LIST_PAGE}`,
          [milliseconds, last],
        );
        last = rows.at(-1)?.document_id;
        yield rows.map(row => row.document_id);
      }
    },
    async check() {
      await database.query('SELECT 1 FROM document_bytes LIMIT 1');
    },
  };
}
