import { HOUR_MS } from '../domain/clock.ts';
import { CommitUncertainError, type Database } from '../storage/database.ts';
import type { DocumentStore } from './document-store.ts';

/** Longer than any transaction that a document was written for. */
const ORPHAN_AGE_MS = HOUR_MS;

/** Removes documents without a row, left by a process that ended between writing and committing. */
export async function removeOrphans(database: Database, store: DocumentStore): Promise<void> {
  for await (const stored of store.listOlderThan(ORPHAN_AGE_MS)) {
    const rows = await database.query<{ document_id: string }>(
      'SELECT document_id FROM documents WHERE document_id = ANY($1)',
      [stored],
    );
    const known = new Set(rows.map(row => row.document_id));
    await Promise.all(stored.filter(id => !known.has(id)).map(id => store.remove(id)));
  }
}

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
