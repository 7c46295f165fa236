import { DAY_MS } from './domain/clock.ts';
import type { Database, Queries } from './storage/database.ts';

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
