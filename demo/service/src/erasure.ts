import { eraseEnvelopes } from './envelopes/erase-envelopes.ts';
import type { Database } from './storage/database.ts';

const DAY_MS = 24 * 3_600_000;

/** Messages hold a signer's address and credential: they live as long as the sandbox's sessions. */
const MESSAGE_RETENTION_MS = 7 * DAY_MS;
/** Longer than a sandbox's session can live and be erased. */
const SANDBOX_EVENTS_MS = 21 * DAY_MS;

type ErasedRow = { transaction_id: string; document_id: string | null; evidence_documents: string[] | null };

/**
 * Erases the rows of every session and envelope whose time to be erased has come, and of messages and events that are
 * kept no longer, in one transaction.
 * @param now by the service's clock
 * @returns the ids of the documents whose bytes are to go after them
 */
export async function eraseDue(database: Database, now: Date): Promise<string[]> {
  return database.transaction(async queries => {
    const due = await queries.query<ErasedRow>(
      `DELETE FROM sessions WHERE erase_at <= $1 AND status <> 'ACTIVE' RETURNING transaction_id,
         CASE WHEN envelope_id IS NULL THEN document_id END AS document_id,
         (SELECT array_remove(ARRAY[pack_document_id, signed_document_id, evidence_page_id], NULL)
          FROM evidence WHERE evidence.session_id = sessions.session_id) AS evidence_documents`,
      [now],
    );
    // Events name the signer and hold the integrator's metadata.
    const transactions = due.map(row => row.transaction_id);
    if (due.length > 0)
      await queries.query('DELETE FROM outbox WHERE transaction_id = ANY($1)', [transactions]);
    // Those of no session, such as what is told of a reference photo, go a while after everything else.
    await queries.query(
      `DELETE FROM outbox USING tenants WHERE outbox.tenant_id = tenants.tenant_id
         AND tenants.environment = 'sandbox' AND outbox.occurred_at <= $1`,
      [new Date(now.getTime() - SANDBOX_EVENTS_MS)],
    );
    const sentBefore = new Date(now.getTime() - MESSAGE_RETENTION_MS);
    await queries.query('DELETE FROM messages WHERE sent_at <= $1', [sentBefore]);
    const ids = due.flatMap(row => [
      ...(row.document_id === null ? [] : [row.document_id]),
      ...(row.evidence_documents ?? []),
    ]);
    ids.push(...(await eraseEnvelopes(queries, now)));
    if (ids.length > 0) await queries.query('DELETE FROM documents WHERE document_id = ANY($1)', [ids]);
    return ids;
  });
}
