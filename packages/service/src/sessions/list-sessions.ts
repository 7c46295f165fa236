import type { SessionStatus } from '@sign-session/session-rules';
import { isId } from '../domain/ids.ts';
import type { Queries, SqlValue } from '../storage/database.ts';

interface ListedSession {
  sessionId: string;
  transactionId: string;
  status: SessionStatus;
  createdAt: string;
  expiresAt: string;
  locale: string;
  /** Of a session over several documents. */
  batchId?: string;
}

/** A position in the list: after the session with this time and id. */
export interface ListPosition {
  readonly createdAt: Date;
  readonly sessionId: string;
}

type ListRow = {
  session_id: string;
  transaction_id: string;
  status: SessionStatus;
  created_at: Date;
  expires_at: Date;
  locale: string;
  batch_id: string | null;
};

/** Encodes a position as an opaque cursor in base64url. */
export function writeCursor({ createdAt, sessionId }: ListPosition): string {
  return Buffer.from(`${createdAt.toISOString()} ${sessionId}`).toString('base64url');
}

/** Decodes a cursor. Returns undefined if this service did not write it. */
export function readCursor(cursor: string): ListPosition | undefined {
  const [time = '', sessionId] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ');
  const createdAt = new Date(time);
  // Not every database takes dates of any century.
  const isTime = /^2\d{3}-/.test(time) && !Number.isNaN(createdAt.getTime());
  if (!isTime || !isId(sessionId)) return undefined;
  return { createdAt, sessionId };
}

function toListed(row: ListRow): ListedSession {
  return {
    sessionId: row.session_id,
    transactionId: row.transaction_id,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    locale: row.locale,
    ...(row.batch_id !== null && { batchId: row.batch_id }),
  };
}

/** One page of a tenant's signing sessions, newest first, with the cursor of the next page when there is one. */
export async function listSessions(
  queries: Queries,
  tenantId: string,
  filter: { status: SessionStatus | undefined; limit: number; after: ListPosition | undefined; now: Date },
): Promise<{ sessions: ListedSession[]; nextCursor?: string }> {
  const { status, limit, after, now } = filter;
  const conditions = ["kind = 'signing'", 'tenant_id = $1', '(erase_at IS NULL OR erase_at > $2)'];
  const parameters: SqlValue[] = [tenantId, now, limit + 1];
  if (status !== undefined) conditions.push(`status = $${parameters.push(status)}`);
  if (after !== undefined) {
    const createdAt = parameters.push(after.createdAt);
    conditions.push(`(created_at, session_id) < ($${createdAt}, $${parameters.push(after.sessionId)})`);
  }
  const rows = await queries.query<ListRow>(
    `SELECT session_id, transaction_id, status, created_at, expires_at, locale, batch_id FROM sessions
     WHERE ${conditions.join(' AND ')} ORDER BY created_at DESC, session_id DESC LIMIT $3::int`,
    parameters,
  );
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const sessions = page.map(toListed);
  if (last === undefined) return { sessions };
  return { sessions, nextCursor: writeCursor({ createdAt: last.created_at, sessionId: last.session_id }) };
}

/** The integrator's own group, as the index has it. */
export const GROUP = `request->'group'->>'documentGroupId'`;

/** Whether the tenant has transactions of a group that is no envelope. */
export async function hasGroup(queries: Queries, tenantId: string, groupId: string): Promise<boolean> {
  const rows = await queries.query(`SELECT 1 FROM sessions WHERE tenant_id = $1 AND ${GROUP} = $2 LIMIT 1`, [
    tenantId,
    groupId,
  ]);
  return rows.length > 0;
}
