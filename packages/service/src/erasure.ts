import { DAY_MS } from './domain/clock.ts';
import { eraseEnvelopes, lockDueEnvelopes } from './envelopes/erase-envelopes.ts';
import type { Database, Queries } from './storage/database.ts';
import { lockWebhooksOf } from './webhooks/delivery-store.ts';

/** Messages hold signers' addresses and credentials, so they are kept as long as sandbox sessions. */
const MESSAGE_RETENTION_MS = 7 * DAY_MS;
/** Longer than a sandbox session can exist before it is erased. */
const SANDBOX_EVENTS_MS = 21 * DAY_MS;

/**
 * Sessions that are still active this long after their erasure was due could not be read to expire; they are erased
 * anyway.
 */
const EXPIRED_BY_MS = DAY_MS;

type ErasedRow = { transaction_id: string; document_id: string | null; other_documents: (string | null)[] };

/**
 * Erases the rows of all sessions and envelopes that are due, and of old messages and events, in one transaction.
 * @param now by the service's clock
 * @returns the ids of the documents whose bytes must be removed afterwards
 */
export async function eraseDue(database: Database, now: Date): Promise<string[]> {
  return database.transaction(async queries => {
    const held = await lockDueEnvelopes(queries, now);
    const sessions = await eraseSessions(queries, now);
    const { envelopes, documents } = await eraseEnvelopes(queries, held);
    await eraseEvents(queries, { transactions: sessions.transactions, envelopes, now });
    const sentBefore = new Date(now.getTime() - MESSAGE_RETENTION_MS);
    await queries.query('DELETE FROM messages WHERE sent_at <= $1', [sentBefore]);
    const ids = [...sessions.documents, ...documents];
    if (ids.length > 0) await queries.query('DELETE FROM documents WHERE document_id = ANY($1)', [ids]);
    return ids;
  });
}

async function eraseSessions(
  queries: Queries,
  now: Date,
): Promise<{ transactions: string[]; documents: string[] }> {
  const due = await queries.query<{ session_id: string }>(
    `SELECT session_id FROM sessions WHERE erase_at <= $1 AND (status <> 'ACTIVE' OR erase_at <= $2)
     ORDER BY session_id FOR UPDATE`,
    [now, new Date(now.getTime() - EXPIRED_BY_MS)],
  );
  await noteErased(
    queries,
    due.map(row => row.session_id),
    now,
  );
  const gone = await queries.query<ErasedRow>(
    `DELETE FROM sessions WHERE session_id = ANY($1) RETURNING transaction_id,
       CASE WHEN envelope_id IS NULL THEN document_id END AS document_id,
       ARRAY(SELECT unnest(ARRAY[pack_document_id, signed_document_id, evidence_page_id])
         FROM evidence WHERE evidence.session_id = sessions.session_id
         UNION SELECT document_id FROM batch_documents WHERE batch_documents.session_id = sessions.session_id
       ) AS other_documents`,
    [due.map(row => row.session_id)],
  );
  return {
    transactions: gone.map(row => row.transaction_id),
    documents: gone.flatMap(row => [row.document_id, ...row.other_documents].filter(id => id !== null)),
  };
}

/**
 * Notes what is erased outside the sandbox: ids and hashes, by which somebody who has the document or the evidence can
 * still be answered, and nothing of the signer.
 */
async function noteErased(queries: Queries, sessionIds: readonly string[], now: Date): Promise<void> {
  await queries.query(
    `INSERT INTO erased_sessions (session_id, transaction_id, tenant_id, evidence, by_request, erased_at)
     SELECT session_id, transaction_id, tenant_id, coalesce((
         SELECT jsonb_agg(jsonb_strip_nulls(jsonb_build_object('evidenceId', evidence_id, 'evidenceHash', evidence_hash,
           'signedHash', hash)) ORDER BY document_position)
         FROM evidence LEFT JOIN documents ON document_id = signed_document_id
         WHERE evidence.session_id = sessions.session_id AND released), '[]'), erased_by_request, $2
     FROM sessions JOIN tenants USING (tenant_id)
     WHERE session_id = ANY($1) AND environment = 'production'`,
    [sessionIds, now],
  );
}

/**
 * Erases events, which name the signer and hold the integrator's metadata. Events without a session, such as those
 * about reference photos, are erased later by age. Deleting an event deletes its deliveries; their webhooks are
 * locked first.
 */
async function eraseEvents(
  queries: Queries,
  of: { readonly transactions: readonly string[]; readonly envelopes: readonly string[]; readonly now: Date },
): Promise<void> {
  const sandboxes = await queries.query<{ tenant_id: string }>(
    `SELECT tenant_id FROM tenants WHERE environment = 'sandbox'`,
  );
  const held = await queries.query<{ event_id: string }>(
    `SELECT event_id FROM outbox
     WHERE transaction_id = ANY($1) OR data->>'envelopeId' = ANY($2)
       OR (tenant_id = ANY($3) AND occurred_at <= $4)
     ORDER BY event_id FOR UPDATE`,
    [
      of.transactions,
      of.envelopes,
      sandboxes.map(row => row.tenant_id),
      new Date(of.now.getTime() - SANDBOX_EVENTS_MS),
    ],
  );
  if (held.length === 0) return;
  const events = held.map(row => row.event_id);
  await lockWebhooksOf(queries, events);
  await queries.query('DELETE FROM outbox WHERE event_id = ANY($1)', [events]);
}
