import type { Queries } from '../storage/database.ts';

type ErasedRow = { envelope_id: string; document_id: string; combined_document_id: string | null };

/**
 * Locks the envelopes that are due for erasure until the transaction ends. Like any change of an envelope, locks
 * them before their members.
 * @returns their ids
 */
export async function lockDueEnvelopes(queries: Queries, now: Date, atMost: number): Promise<string[]> {
  const rows = await queries.query<{ envelope_id: string }>(
    `SELECT envelope_id FROM envelopes WHERE erase_at <= $1 AND status NOT IN ('CREATED', 'ACTIVE')
     ORDER BY envelope_id LIMIT $2 FOR UPDATE`,
    [now, atMost],
  );
  return rows.map(row => row.envelope_id);
}

/**
 * Erases those of the locked envelopes that have no members left; the members are due at the same time.
 * @returns their ids, and those of their documents
 */
export async function eraseEnvelopes(
  queries: Queries,
  held: readonly string[],
): Promise<{ envelopes: string[]; documents: string[] }> {
  const gone = await queries.query<ErasedRow>(
    `DELETE FROM envelopes WHERE envelope_id = ANY($1)
       AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.envelope_id = envelopes.envelope_id)
     RETURNING envelope_id, document_id, combined_document_id`,
    [held],
  );
  return {
    envelopes: gone.map(row => row.envelope_id),
    documents: gone.flatMap(row => [
      row.document_id,
      ...(row.combined_document_id === null ? [] : [row.combined_document_id]),
    ]),
  };
}
