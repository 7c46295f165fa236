import type { MovableClock } from '../clock.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import type { Database } from '../storage/database.ts';

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
  await database.query(
    `TRUNCATE envelopes, evidence, steps, sessions, documents, outbox, idempotency_keys, quota_usage, messages,
       outgoing_messages, one_time_codes, webhooks, webhook_deliveries, webhook_attempts
     RESTART IDENTITY`,
  );
  await Promise.all(ids.map(row => documents.remove(row.document_id)));
  await clock.reset();
}
