import type { DocumentStore } from './document-store.ts';

/**
 * A store for all new documents, beside the one that was used before: what is not in the new one is read from there,
 * so that changing the store needs no stop.
 */
export function movedStore(store: DocumentStore, earlier: DocumentStore): DocumentStore {
  return {
    ...store,
    async read(documentId, range) {
      return (await store.read(documentId, range)) ?? earlier.read(documentId, range);
    },
    async remove(documentId) {
      await store.remove(documentId);
      await earlier.remove(documentId);
    },
    async *listOlderThan(milliseconds) {
      yield* store.listOlderThan(milliseconds);
      yield* earlier.listOlderThan(milliseconds);
    },
    async check() {
      await Promise.all([store.check(), earlier.check()]);
    },
    async address(documentId, download) {
      const isEarlier = (await earlier.read(documentId, { start: 0, end: 0 })) !== undefined;
      return isEarlier ? undefined : store.address?.(documentId, download);
    },
  };
}
