import type { DocumentStore } from '../../src/storage/document-store.ts';

/** The ids of all documents in a store that were written so many milliseconds ago. */
export async function storedIds(store: DocumentStore, olderThan = 0): Promise<string[]> {
  const ids: string[] = [];
  for await (const page of store.listOlderThan(olderThan)) ids.push(...page);
  return ids;
}
