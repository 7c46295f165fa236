import type { MovableClock } from '../storage/movable-clock.ts';
import { removeAll } from '../documents/orphans.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import type { Database } from '../storage/database.ts';

/** Deletes sessions and everything that belongs to them. */
const WIPE = `
  TRUNCATE envelopes, evidence, steps, sessions, documents, outbox, idempotency_keys, quota_usage, messages,
    outgoing_messages, one_time_codes, handovers, cloud_authorizations, deprecation_notices, signing_requests,
    liveness_attempts, liveness_frames, identity_checks, batch_documents, batch_sealings, enrollments, webhooks, webhook_deliveries, webhook_attempts
  RESTART IDENTITY CASCADE`;

const MOST_TRIES = 10;

/**
 * Truncates all tables. Concurrent requests lock some of them in another order, so a deadlock is possible; retries
 * then.
 */
async function wipe(database: Database): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await database.query(WIPE);
      return;
    } catch (error) {
      if (tries === MOST_TRIES || !isDeadlock(error)) throw error;
    }
  }
}

/** By PostgreSQL's error code. */
function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '40P01';
}

/**
 * Deletes webhooks and all data of sessions, and resets the clock. Keeps the authority, the signing keys and the
 * clients, so that whoever trusts this service still can.
 */
export async function resetData(options: {
  database: Database;
  documents: DocumentStore;
  clock: MovableClock;
}): Promise<void> {
  const { database, documents, clock } = options;
  const ids = await database.query<{ document_id: string }>('SELECT document_id FROM documents');
  await wipe(database);
  await removeAll(
    documents,
    ids.map(row => row.document_id),
  );
  await clock.reset();
}
