import type { Queries } from '../storage/database.ts';

type ErasedRow = { envelope_id: string; document_id: string; combined_document_id: string | null };

/**
 * Erases the envelopes that are due and whose members are gone, which are due at the same time, with what their
 * events say.
 * @returns the ids of their documents
 */
export async function eraseEnvelopes(queries: Queries, now: Date): Promise<string[]> {
  const due = await queries.query<ErasedRow>(
    `DELETE FROM envelopes WHERE erase_at <= $1 AND status NOT IN ('CREATED', 'ACTIVE')
       AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.envelope_id = envelopes.envelope_id)
     RETURNING envelope_id, document_id, combined_document_id`,
    [now],
  );
  if (due.length === 0) return [];
  const envelopes = due.map(row => row.envelope_id);
  await queries.query(`DELETE FROM outbox WHERE data->>'envelopeId' = ANY($1)`, [envelopes]);
  return due.flatMap(row => [
    row.document_id,
    ...(row.combined_document_id === null ? [] : [row.combined_document_id]),
  ]);
}
