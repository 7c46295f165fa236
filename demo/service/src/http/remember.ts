import type { Queries } from '../storage/database.ts';

/** A 2xx answer as it may be kept: no client secret, no presigned address. */
export interface KeptAnswer {
  readonly status: 200 | 201;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Keeps the answer in the transaction of the change that it reports, so that a repeat of the request is
 * answered and not done again, even when this process ends before it could answer.
 */
export type Remember = (queries: Queries, answer: KeptAnswer) => Promise<void>;
