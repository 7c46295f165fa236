import { CommitUncertainError, type Database } from '../storage/database.ts';
import type { DocumentStore } from './document-store.ts';

/** Long enough for every transaction that a document was written for to have ended. */
const ORPHAN_AGE_MS = 3_600_000;

/**
 * Removes bytes that no row knows of: a process that ends between writing them and committing leaves them
 * behind.
 */
export async function removeOrphans(database: Database, store: DocumentStore): Promise<void> {
  const stored = await store.listOlderThan(ORPHAN_AGE_MS);
  const rows = await database.query<{ document_id: string }>('SELECT document_id FROM documents');
  const known = new Set(rows.map(row => row.document_id));
  await Promise.all(stored.filter(id => !known.has(id)).map(id => store.remove(id)));
}

/**
 * Does what needs bytes that were just written, and removes them when it fails: a refused request leaves nothing.
 * After a commit that may have happened they stay, for `removeOrphans` to decide.
 */
export async function removingOnFailure<T>(
  store: DocumentStore,
  documentIds: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // What cannot be removed now is an orphan like any other.
    if (!(error instanceof CommitUncertainError)) {
      await Promise.allSettled(documentIds.map(id => store.remove(id)));
    }
    throw error;
  }
}
