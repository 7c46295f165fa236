import type { Queries } from '../storage/database.ts';
import { findSession } from './session-store.ts';
import type { Session } from '../domain/session.ts';

/**
 * Locks a session's row until the transaction ends. Reads the session again only if it may have changed; for a
 * member of an envelope always, because the others' signatures are part of it.
 */
export async function lockSession(queries: Queries, seen: Session): Promise<Session | undefined> {
  const [row] = await queries.query<{ version: number; status: string }>(
    'SELECT version, status FROM sessions WHERE session_id = $1 FOR NO KEY UPDATE',
    [seen.sessionId],
  );
  const isSame = row?.version === seen.version && row.status === seen.status;
  if (isSame && seen.envelope === undefined) return seen;
  return row && findSession(queries, { sessionId: seen.sessionId });
}

/** The session changed after it was read and before it was locked. Decide again on the new state. */
export class ConcurrencyError extends Error {
  override readonly name = 'ConcurrencyError';

  constructor() {
    super('The session has changed since it was read.');
  }
}

/**
 * Locks the row on the first query; fails if it changed since it was read.
 * @throws ConcurrencyError when it has changed
 */
export function lockOnFirstQuery(queries: Queries, seen: Session): Queries & { lock: () => Promise<void> } {
  let held: Promise<void> | undefined;
  const look = async () => {
    if ((await lockSession(queries, seen)) !== seen) throw new ConcurrencyError();
  };
  const lock = () => (held ??= look());
  return {
    lock,
    async query(sql, parameters) {
      await lock();
      return queries.query(sql, parameters);
    },
  };
}

/**
 * Locks the session's row until the transaction ends and returns whether the session is still as the caller read
 * it. Write a change that was prepared outside the transaction only if this returns true.
 */
export async function lockIfUnchanged(queries: Queries, session: Session): Promise<boolean> {
  // Lock order: the envelope before its members.
  if (session.envelope !== undefined) {
    await queries.query('SELECT envelope_id FROM envelopes WHERE envelope_id = $1 FOR UPDATE', [
      session.envelope.envelopeId,
    ]);
  }
  const [row] = await queries.query<{ version: number; status: string }>(
    'SELECT version, status FROM sessions WHERE session_id = $1 FOR UPDATE',
    [session.sessionId],
  );
  return row?.version === session.version && row.status === session.status;
}

/** Whether the session is still as the caller read it. A cheap check before costly work; it takes no lock. */
export async function isUnchanged(queries: Queries, session: Session): Promise<boolean> {
  const [row] = await queries.query<{ version: number; status: string }>(
    'SELECT version, status FROM sessions WHERE session_id = $1',
    [session.sessionId],
  );
  return row?.version === session.version && row.status === session.status;
}
