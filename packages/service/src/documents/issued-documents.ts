/** The ids that this database has issued: documents that are missing in the store, and bytes that no longer belong to any. */
import * as z from 'zod';
import { HOUR_MS } from '../domain/clock.ts';
import { documentWarningSchema, type StoredDocument } from '../domain/document.ts';
import { type Problem, unavailable } from '../domain/problem.ts';
import { hashOf } from '../domain/sha256.ts';
import type { Metrics } from '../metrics/metrics.ts';
import {
  CommitUncertainError,
  type Database,
  insertRow,
  nullable,
  type Queries,
  rowSchema,
} from '../storage/database.ts';
import { DocumentMissingError } from '../support/errors.ts';
import type { Log } from '../support/logs.ts';
import type { ByteRange, DocumentStore } from '../storage/document-store.ts';
import { RecentBytes } from './recent-bytes.ts';

/**
 * Runs work that uses newly written documents, and removes them if it fails. If the commit may have happened they
 * stay, and `removeOrphans` decides later.
 */
export async function removingOnFailure<T>(
  store: DocumentStore,
  documentIds: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // Ignore failed removals: `removeOrphans` removes them later.
    if (!(error instanceof CommitUncertainError)) {
      await Promise.allSettled(documentIds.map(id => store.remove(id)));
    }
    throw error;
  }
}

/*
 * An id is committed here before its bytes are written, and taken out by the transaction that writes its row, or once
 * its bytes are removed. So what a process that was killed left behind is known, and nothing else is ever removed: not
 * the files of another database, and not those that were signed since a backup that was restored.
 */

/** Bytes whose row is still missing after this time are removed. */
const KEPT_HOURS = 24;

/** More at once are no leftovers of a crash: something else is wrong, such as a database that was restored. */
const MOST_AT_ONCE = 20;
const MOST_OF_ALL = 0.01;

/** How many are removed in a run. */
const RUN = 500;

/** Notes documents whose rows are being deleted, until their bytes are removed. */
export async function noteRemoved(queries: Queries, documentIds: readonly string[]): Promise<void> {
  await queries.query(
    `INSERT INTO issued_documents (document_id, removed) SELECT DISTINCT unnest($1::text[]), true
     ON CONFLICT (document_id) DO UPDATE SET removed = true, issued_at = now()`,
    [documentIds],
  );
}

/** In the transaction that writes the document's row. */
export async function forgetIssued(queries: Queries, documentId: string): Promise<void> {
  await queries.query('DELETE FROM issued_documents WHERE document_id = $1', [documentId]);
}

/**
 * A page reads the document that was sent a moment before, and its acceptance the same again: up to 16 MB in a process,
 * each up to a quarter of that, for a minute.
 */
const RECENT = { most: 16 * 1024 * 1024, lifetimeMs: 60_000 };
const MOST_RECENT = RECENT.most / 4;

/** For how long a document that was missing is told by the store's check. */
const TOLD_MS = HOUR_MS;

/** A copy of it, or of a part. */
const partOf = (bytes: Uint8Array, range: ByteRange | undefined): Uint8Array<ArrayBuffer> =>
  new Uint8Array(range === undefined ? bytes : bytes.subarray(range.start, range.end + 1));

/** Notes of ids: those that are made without waiting in between are one statement. */
class Notes {
  readonly #database: Database;
  /** By whether there will be no row for them. */
  readonly #waiting = new Map<boolean, { readonly ids: string[]; readonly written: Promise<unknown> }>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** @param removed whether there will be no row for it: it goes after a day, and is no sign of a mistake */
  async add(documentId: string, removed: boolean): Promise<void> {
    let waiting = this.#waiting.get(removed);
    if (waiting === undefined) {
      const ids: string[] = [];
      waiting = { ids, written: this.#write(ids, removed) };
      this.#waiting.set(removed, waiting);
    }
    waiting.ids.push(documentId);
    await waiting.written;
  }

  async #write(ids: readonly string[], removed: boolean): Promise<void> {
    await Promise.resolve();
    this.#waiting.delete(removed);
    await this.#database.query(
      `INSERT INTO issued_documents (document_id, removed) SELECT DISTINCT unnest($1::text[]), $2::boolean
       ON CONFLICT (document_id) DO UPDATE SET removed = EXCLUDED.removed, issued_at = now()`,
      [ids, removed],
    );
  }
}

/**
 * The store, which notes each id before its bytes are written, and forgets it once they are removed. A document that the
 * database has and the store has not, or has with other bytes, is counted and reported; its reader is told to come back.
 * What was written or read last is not read again for those who know its hash.
 */
export function notingStore(
  database: Database,
  store: DocumentStore,
  {
    metrics,
    reportError = line => void process.stderr.write(`${line}\n`),
  }: {
    metrics: Pick<Metrics, 'missingDocuments'>;
    reportError: Log | undefined;
  },
): DocumentStore {
  let missedAt = -Infinity;
  const recent = new RecentBytes(RECENT);
  /** A copy: whoever gets the other may give its memory away. */
  const keep = (documentId: string, bytes: Uint8Array) => {
    if (bytes.length <= MOST_RECENT) recent.keep(documentId, new Uint8Array(bytes));
  };
  const notes = new Notes(database);
  const miss = (what: string): Problem => {
    missedAt = performance.now();
    metrics.missingDocuments.inc();
    reportError(`DocumentMissingError: ${what}`);
    return unavailable('The document is not in the store at the moment.', 60);
  };
  return {
    ...store,
    async write(documentId, bytes) {
      await notes.add(documentId, false);
      await store.write(documentId, bytes);
      keep(documentId, bytes);
    },
    // Only uploads that wait to be confirmed are replaced, and many are never confirmed.
    async replace(documentId, bytes) {
      await notes.add(documentId, true);
      await store.replace(documentId, bytes);
    },
    async read(documentId, range, hash) {
      const kept = hash === undefined ? undefined : recent.get(documentId);
      if (kept !== undefined && hash === hashOf(kept)) return partOf(kept, range);
      const bytes = await store.read(documentId, range);
      if (bytes !== undefined && range === undefined && hash === hashOf(bytes)) {
        keep(documentId, bytes);
        return bytes;
      }
      // A part has no hash of its own.
      if (bytes !== undefined && range !== undefined) return bytes;
      const [row] = await database.query<{ hash: string }>(
        'SELECT hash FROM documents WHERE document_id = $1',
        [documentId],
      );
      if (row === undefined) return bytes;
      if (bytes === undefined) throw miss(`${documentId} is in the database, but not in the store`);
      if (hashOf(bytes) !== row.hash) throw miss(`${documentId} has other bytes in the store`);
      return bytes;
    },
    async check() {
      await store.check();
      if (performance.now() - missedAt < TOLD_MS)
        throw new DocumentMissingError('Documents are missing from the store.');
    },
    async remove(documentId) {
      recent.forget(documentId);
      await store.remove(documentId);
      await forgetIssued(database, documentId);
    },
    async removeAll(documentIds, signal) {
      for (const documentId of documentIds) recent.forget(documentId);
      await store.removeAll(documentIds, signal);
      await database.query('DELETE FROM issued_documents WHERE document_id = ANY($1)', [documentIds]);
    },
  };
}

/** There are far more leftovers than crashes explain, and nothing was removed. */
export class TooManyOrphansError extends Error {
  override readonly name = 'TooManyOrphansError';
}

/** @throws TooManyOrphansError */
async function requireFew(database: Database, due: string): Promise<void> {
  const [row] = await database.query<{ orphans: number }>(
    `SELECT count(*)::int AS orphans FROM issued_documents WHERE ${due} AND NOT removed`,
  );
  const orphans = row?.orphans ?? 0;
  if (orphans <= MOST_AT_ONCE) return;
  // Reads them all, which is why it comes last.
  const [counted] = await database.query<{ documents: number }>(
    'SELECT count(*)::int AS documents FROM documents',
  );
  const documents = counted?.documents ?? 0;
  if (orphans > documents * MOST_OF_ALL)
    throw new TooManyOrphansError(
      `${orphans} documents without a row would be removed, beside ${documents} with one: nothing was removed.`,
    );
}

/**
 * Removes bytes that no row was written for within a day, and what was left of an erasure, until the signal says that it is
 * enough.
 * @throws TooManyOrphansError
 */
export async function removeOrphans(
  database: Database,
  store: DocumentStore,
  signal?: AbortSignal,
): Promise<void> {
  const due = `issued_at < now() - interval '${KEPT_HOURS} hours'`;
  // Written by an older version that doesn't know the table.
  await database.query(
    `DELETE FROM issued_documents AS issued WHERE ${due}
     AND EXISTS (SELECT 1 FROM documents WHERE documents.document_id = issued.document_id)`,
  );
  const removeFound = async (which: string) => {
    const found = await database.query<{ document_id: string }>(
      `SELECT document_id FROM issued_documents WHERE ${due} AND ${which} ORDER BY issued_at LIMIT ${RUN}`,
    );
    const ids = found.map(row => row.document_id);
    if (ids.length > 0) await store.removeAll(ids, signal);
  };
  // These were promised to be gone, however many others there are.
  await removeFound('removed');
  await requireFew(database, due);
  await removeFound('NOT removed');
}

const documentRow = rowSchema({
  documentId: z.string(),
  tenantId: z.string(),
  filename: z.string(),
  mediaType: z.enum(['application/pdf', 'application/pkcs7-mime']),
  hash: z.string(),
  sizeBytes: z.number(),
  pages: nullable(z.number()),
  warnings: z.array(documentWarningSchema),
});

export async function insertDocument(queries: Queries, document: StoredDocument, at: Date): Promise<void> {
  const { documentId, tenantId, filename, mediaType, hash, sizeBytes, pages } = document;
  const { warnings = [], isSigned = false } = document;
  const file = { documentId, tenantId, filename, mediaType, hash, sizeBytes, pages, createdAt: at };
  const forgotten = 'DELETE FROM issued_documents WHERE document_id = $1';
  await insertRow(queries, 'documents', { ...file, warnings, isSigned }, `WITH forgotten AS (${forgotten})`);
}

export async function findDocument(
  queries: Queries,
  documentId: string,
): Promise<StoredDocument | undefined> {
  const [found] = await queries.query('SELECT * FROM documents WHERE document_id = $1', [documentId]);
  return found && documentRow.parse(found);
}
