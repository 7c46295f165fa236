import { measured, type Metrics } from '../metrics/metrics.ts';
import type { DocumentStore } from './document-store.ts';

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
  };
}
