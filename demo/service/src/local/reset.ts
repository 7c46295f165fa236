import type { MovableClock } from '../storage/movable-clock.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import type { Database } from '../storage/database.ts';

/** With sessions goes whatever was made to belong to them. */
const WIPE = `
  TRUNCATE envelopes, evidence, steps, sessions, documents, outbox, idempotency_keys, quota_usage, messages,
    outgoing_messages, one_time_codes, handovers, deprecation_notices, signing_requests,
    liveness_attempts, liveness_frames, identity_checks, enrollments, webhooks, webhook_deliveries, webhook_attempts
  RESTART IDENTITY CASCADE`;

const MOST_TRIES = 10;

/** It takes all tables, and what is under way takes some in another order: of two that wait for each other one fails. */
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

/** By PostgreSQL's name for it. */
function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '40P01';
}

/**
 * Wipes webhooks and what sessions left behind, and sets the clock right. The authority, the signing keys and the
 * clients stay, so that what trusts this service goes on trusting it.
 */
export async function resetData(options: {
  database: Database;
  documents: DocumentStore;
  clock: MovableClock;
}): Promise<void> {
  const { database, documents, clock } = options;
  const ids = await database.query<{ document_id: string }>('SELECT document_id FROM documents');
  await wipe(database);
  await Promise.all(ids.map(row => documents.remove(row.document_id)));
  await clock.reset();
}
