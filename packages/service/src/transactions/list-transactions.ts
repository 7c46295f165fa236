import type { IsolatedRunner } from '../support/isolated-runner.ts';
import { findReadableSessions } from '../sessions/session-store.ts';
import type { Session } from '../domain/session.ts';
import { writeCursor, type ListPosition } from '../sessions/list-sessions.ts';
import type { Queries, SqlValue } from '../storage/database.ts';
import type { TransactionStatus } from './transaction.ts';

export interface TransactionFilter {
  readonly status: TransactionStatus | undefined;
  readonly userExternalId: string | undefined;
  /** The envelope whose signers' transactions are listed. */
  readonly documentGroupId: string | undefined;
  /** Inclusive. */
  readonly from: Date | undefined;
  /** Inclusive. */
  readonly to: Date | undefined;
  readonly limit: number;
  readonly after: ListPosition | undefined;
  readonly now: Date;
}

const HAS_BEGUN = `EXISTS (SELECT 1 FROM steps WHERE steps.session_id = sessions.session_id
  AND (steps.status <> 'PENDING' OR steps.attempts > 0))`;

/** SQL conditions that match what `statusOf` returns. */
const CONDITIONS: Readonly<Record<TransactionStatus, string>> = {
  CREATED: `status = 'ACTIVE' AND document_id IS NULL AND NOT ${HAS_BEGUN}`,
  DOCUMENT_UPLOADED: `status = 'ACTIVE' AND document_id IS NOT NULL AND NOT ${HAS_BEGUN}`,
  IN_PROGRESS: `status = 'ACTIVE' AND ${HAS_BEGUN}`,
  COMPLETED: `status = 'COMPLETED'`,
  CANCELLED: `status = 'CANCELLED'`,
  EXPIRED: `status = 'EXPIRED'`,
  FAILED: `status = 'FAILED'`,
};

/**
 * One page of a tenant's transactions, newest first, including those of sessions. One that can no longer be parsed
 * is left out and makes the page shorter; the next page starts at the same position regardless.
 */
export async function listTransactions(
  queries: Queries,
  tenantId: string,
  filter: TransactionFilter,
  alone: IsolatedRunner,
): Promise<{ transactions: Session[]; nextToken?: string }> {
  const { status, userExternalId, documentGroupId, from, to, limit, after, now } = filter;
  const parameters: SqlValue[] = [tenantId, now, limit + 1];
  const conditions = ['tenant_id = $1', '(erase_at IS NULL OR erase_at > $2)'];
  if (status !== undefined) conditions.push(CONDITIONS[status]);
  if (userExternalId !== undefined)
    conditions.push(`request->'signer'->>'userExternalId' = $${parameters.push(userExternalId)}`);
  if (documentGroupId !== undefined) conditions.push(`envelope_id = $${parameters.push(documentGroupId)}`);
  if (from !== undefined) conditions.push(`created_at >= $${parameters.push(from)}`);
  if (to !== undefined) conditions.push(`created_at <= $${parameters.push(to)}`);
  if (after !== undefined) {
    const createdAt = parameters.push(after.createdAt);
    conditions.push(`(created_at, session_id) < ($${createdAt}, $${parameters.push(after.sessionId)})`);
  }
  const rows = await queries.query<{ session_id: string; created_at: Date }>(
    `SELECT session_id, created_at FROM sessions WHERE ${conditions.join(' AND ')}
     ORDER BY created_at DESC, session_id DESC LIMIT $3::int`,
    parameters,
  );
  const page = rows.slice(0, limit);
  const ids = page.map(row => row.session_id);
  const transactions = await findReadableSessions(queries, ids, alone);
  const last = rows.length > limit ? page.at(-1) : undefined;
  if (last === undefined) return { transactions };
  const nextToken = writeCursor({ createdAt: last.created_at, sessionId: last.session_id });
  return { transactions, nextToken };
}
