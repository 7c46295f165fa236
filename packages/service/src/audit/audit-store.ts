import * as z from 'zod';
import type { Queries } from '../storage/database.ts';
import { insertRow } from '../storage/insert-row.ts';
import { rowSchema } from '../storage/row-schema.ts';
import { nextEntry, type AdminAct, type AuditEntry } from './audit-entry.ts';

/** An arbitrary number, the same in every instance. */
const AUDIT_LOCK = 7_316_403;

const entryRow = rowSchema({
  number: z.number(),
  at: z.string(),
  act: z.string(),
  tenantId: z.string(),
  targetId: z.string(),
  requestId: z.string(),
  previousHash: z.string(),
  hash: z.string(),
});

/** The last entry, or undefined before the first. */
export async function newestEntry(queries: Queries): Promise<AuditEntry | undefined> {
  const [found] = await queries.query('SELECT * FROM admin_audit ORDER BY number DESC LIMIT 1');
  return found && entryRow.parse(found);
}

/** The entries after this number, in order. */
export async function entriesAfter(queries: Queries, after: number, limit: number): Promise<AuditEntry[]> {
  const found = await queries.query('SELECT * FROM admin_audit WHERE number > $1 ORDER BY number LIMIT $2', [
    after,
    limit,
  ]);
  return found.map(row => entryRow.parse(row));
}

/**
 * Writes an act's entry. Others wait for the end of the transaction, so that each entry follows the one before; call it
 * last, since whoever waited for a row while holding this lock could wait forever.
 */
export async function appendEntry(
  queries: Queries,
  act: AdminAct,
  of: { readonly at: Date; readonly requestId: string },
): Promise<AuditEntry> {
  await queries.query('SELECT pg_advisory_xact_lock($1::int)', [AUDIT_LOCK]);
  const entry = nextEntry(await newestEntry(queries), act, of);
  await insertRow(queries, 'admin_audit', { ...entry });
  return entry;
}
