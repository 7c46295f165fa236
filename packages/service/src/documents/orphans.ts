import { CommitUncertainError } from '../storage/database.ts';
import type { DocumentStore } from './document-store.ts';

/** A store on another machine would refuse more requests at once, or slow down what signers wait for. */
const AT_ONCE = 8;

/**
 * Removes documents, a few at a time.
 * @param isOver whether to leave the rest to `removeOrphans`
 * @throws the first error, after which some are left
 */
export async function removeAll(
  store: DocumentStore,
  documentIds: readonly string[],
  isOver = () => false,
): Promise<void> {
  const left = documentIds.values();
  const removeSome = async (): Promise<void> => {
    for (const documentId of left) if (!isOver()) await store.remove(documentId);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, removeSome));
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
