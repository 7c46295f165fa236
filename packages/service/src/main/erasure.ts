/** Erasure of sessions, envelopes and what belongs to them, and retention by tenant. */
import { noteRemoved } from '../documents/issued-documents.ts';
import { queueRemovals } from '../documents/removals.ts';
import { DAY_MS } from '../domain/clock.ts';
import { eraseEnvelopes, lockDueEnvelopes } from '../envelopes/envelope-store.ts';
import type { Database, Queries } from '../storage/database.ts';
import { eraseEvents } from '../webhooks/delivery-store.ts';

/**
 * Marks what has ended longer ago than its tenant keeps it, to be erased: sessions, and envelopes with all their
 * sessions. A setting that changes holds for what has ended before, too.
 */
export async function markKeptTooLong(database: Database, now: Date): Promise<void> {
  const tenants = await database.query<{ tenant_id: string; retention_days: number }>(
    'SELECT tenant_id, retention_days FROM tenants WHERE retention_days IS NOT NULL',
  );
  for (const { tenant_id: tenantId, retention_days: days } of tenants) {
    const of = { tenantId, endedBefore: new Date(now.getTime() - days * DAY_MS), now };
    await database.transaction(async queries => {
      await markEnvelopes(queries, of);
      await queries.query(
        `UPDATE sessions SET erase_at = $3
         WHERE tenant_id = $1 AND ended_at <= $2 AND erase_at IS NULL AND envelope_id IS NULL`,
        [of.tenantId, of.endedBefore, of.now],
      );
    });
  }
}

/** An envelope is erased as a whole, when its last signer's session has ended for long enough. */
async function markEnvelopes(
  queries: Queries,
  of: { readonly tenantId: string; readonly endedBefore: Date; readonly now: Date },
): Promise<void> {
  const rows = await queries.query<{ envelope_id: string }>(
    `UPDATE envelopes SET erase_at = $3
     WHERE tenant_id = $1 AND updated_at <= $2 AND erase_at IS NULL AND status NOT IN ('CREATED', 'ACTIVE')
       AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.envelope_id = envelopes.envelope_id
         AND (status = 'ACTIVE' OR ended_at > $2))
     RETURNING envelope_id`,
    [of.tenantId, of.endedBefore, of.now],
  );
  if (rows.length === 0) return;
  await queries.query('UPDATE sessions SET erase_at = $2 WHERE envelope_id = ANY($1)', [
    rows.map(row => row.envelope_id),
    of.now,
  ]);
}

/** Messages hold signers' addresses and credentials, so they are kept as long as sandbox sessions. */
const MESSAGE_RETENTION_MS = 7 * DAY_MS;
/** Longer than a sandbox session can exist before it is erased. */
const SANDBOX_EVENTS_MS = 21 * DAY_MS;

/**
 * Sessions that are still active this long after their erasure was due could not be read to expire; they are erased
 * anyway.
 */
const EXPIRED_BY_MS = DAY_MS;

/** Sessions, and envelopes, of one transaction: it has to end long before a statement is cut off. */
const AT_ONCE = 500;
/** Of rows that nothing else goes with. */
const ROWS_AT_ONCE = 5000;

type ErasedRow = {
  session_id: string;
  transaction_id: string;
  document_id: string | null;
  other_documents: (string | null)[];
};

/** What one transaction erased. */
interface Erased {
  /** Whether there was anything, so that there may be more. */
  readonly any: boolean;
}

/**
 * Erases the rows of some hundred sessions and envelopes that are due, in one transaction. Call it until there are none.
 * @param now by the service's clock
 * @param atOnce at most so many of each
 */
export async function eraseDue(database: Database, now: Date, atOnce = AT_ONCE): Promise<Erased> {
  return database.transaction(async queries => {
    const held = await lockDueEnvelopes(queries, now, atOnce);
    const due = await lockDueSessions(queries, { held, now, atOnce });
    if (held.length === 0 && due.length === 0) return { any: false };
    const sessions = await eraseSessions(queries, due, now);
    const { envelopes, documents } = await eraseEnvelopes(queries, held);
    await eraseEvents(queries, await eventsOf(queries, { transactions: sessions.transactions, envelopes }));
    await eraseAnswers(queries, { ...sessions, envelopes });
    const ids = [...sessions.documents, ...documents];
    if (ids.length > 0) await queries.query('DELETE FROM documents WHERE document_id = ANY($1)', [ids]);
    // Until their bytes are removed, which is a job of its own.
    await noteRemoved(queries, ids);
    await queueRemovals(queries, ids);
    return { any: sessions.sessions.length > 0 || envelopes.length > 0 };
  });
}

/** Members go with their envelope, which is locked before them; as many as there is room for. */
async function lockDueSessions(
  queries: Queries,
  { held, now, atOnce }: { readonly held: readonly string[]; readonly now: Date; readonly atOnce: number },
): Promise<string[]> {
  const due = await queries.query<{ session_id: string }>(
    `SELECT session_id FROM sessions WHERE erase_at <= $1 AND (status <> 'ACTIVE' OR erase_at <= $2)
       AND (envelope_id IS NULL OR envelope_id = ANY($3) OR NOT EXISTS (SELECT 1 FROM envelopes
         WHERE envelopes.envelope_id = sessions.envelope_id AND envelopes.erase_at <= $1
           AND envelopes.status NOT IN ('CREATED', 'ACTIVE')))
     ORDER BY session_id LIMIT $4 FOR UPDATE`,
    [now, new Date(now.getTime() - EXPIRED_BY_MS), held, atOnce],
  );
  return due.map(row => row.session_id);
}

async function eraseSessions(
  queries: Queries,
  due: readonly string[],
  now: Date,
): Promise<{ sessions: string[]; transactions: string[]; documents: string[] }> {
  await noteErased(queries, due, now);
  const gone = await queries.query<ErasedRow>(
    `DELETE FROM sessions WHERE session_id = ANY($1) RETURNING session_id, transaction_id,
       CASE WHEN envelope_id IS NULL THEN document_id END AS document_id,
       ARRAY(SELECT unnest(ARRAY[pack_document_id, signed_document_id, evidence_page_id])
         FROM evidence WHERE evidence.session_id = sessions.session_id
         UNION SELECT document_id FROM batch_documents WHERE batch_documents.session_id = sessions.session_id
       ) AS other_documents`,
    [due],
  );
  return {
    sessions: gone.map(row => row.session_id),
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
 * Empties the answers that requests would be repeated with: some name the signer. That there was one stays, so that a
 * repeated creation makes no second session.
 */
async function eraseAnswers(
  queries: Queries,
  of: {
    readonly sessions: readonly string[];
    readonly transactions: readonly string[];
    readonly envelopes: readonly string[];
  },
): Promise<void> {
  await queries.query('DELETE FROM idempotency_keys WHERE scope = ANY($1)', [of.sessions]);
  await queries.query(
    `UPDATE idempotency_keys SET answer = '{"status": 410, "body": {}}' WHERE subject = ANY($1)`,
    [[...of.sessions, ...of.transactions, ...of.envelopes]],
  );
}

/**
 * Erases messages that were sent long ago, and the sandboxes' old events: those without a session, such as those about
 * reference photos, are erased by age alone.
 * @param now by the service's clock
 * @returns whether there may be more
 */
export async function dropOld(database: Database, now: Date): Promise<boolean> {
  const sentBefore = new Date(now.getTime() - MESSAGE_RETENTION_MS);
  const messages = await database.query(
    `DELETE FROM messages WHERE position IN
       (SELECT position FROM messages WHERE sent_at <= $1 ORDER BY sent_at LIMIT $2) RETURNING position`,
    [sentBefore, ROWS_AT_ONCE],
  );
  const events = await database.transaction(async queries => {
    const old = await oldEvents(queries, new Date(now.getTime() - SANDBOX_EVENTS_MS));
    await eraseEvents(queries, old);
    return old.length;
  });
  return messages.length === ROWS_AT_ONCE || events === AT_ONCE;
}

/** Events of sessions and envelopes, which name the signer and hold the integrator's metadata. */
async function eventsOf(
  queries: Queries,
  of: { readonly transactions: readonly string[]; readonly envelopes: readonly string[] },
): Promise<string[]> {
  const held = await queries.query<{ event_id: string }>(
    `SELECT event_id FROM outbox WHERE transaction_id = ANY($1) OR data->>'envelopeId' = ANY($2)
     ORDER BY event_id FOR UPDATE`,
    [of.transactions, of.envelopes],
  );
  return held.map(row => row.event_id);
}

async function oldEvents(queries: Queries, before: Date): Promise<string[]> {
  const sandboxes = await queries.query<{ tenant_id: string }>(
    `SELECT tenant_id FROM tenants WHERE environment = 'sandbox'`,
  );
  const held = await queries.query<{ event_id: string }>(
    `SELECT event_id FROM outbox WHERE tenant_id = ANY($1) AND occurred_at <= $2
     ORDER BY event_id LIMIT $3 FOR UPDATE`,
    [sandboxes.map(row => row.tenant_id), before, AT_ONCE],
  );
  return held.map(row => row.event_id);
}
