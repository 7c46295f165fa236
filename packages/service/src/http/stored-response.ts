import type { Queries } from '../storage/database.ts';

/** A 2xx response in the form that is stored, without client secrets and presigned URLs. */
export interface StoredResponse {
  readonly status: 200 | 201;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Stores the response in the transaction of the change that it reports. A repeat then gets it instead of running
 * again, even if this process ends before it can answer.
 */
export type SaveResponse = (queries: Queries, answer: StoredResponse) => Promise<void>;

/** Stores no response: none can be repeated. */
export const forget: SaveResponse = async () => undefined;
