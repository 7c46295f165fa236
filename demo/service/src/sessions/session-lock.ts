import type { Queries } from '../storage/database.ts';
import { findSession } from './session-store.ts';
import type { Session } from '../domain/session.ts';

/**
 * Holds the row of a session that was just read until the transaction ends: it is read again only where it may have
 * changed since. Of a member of an envelope, the others' signatures are a part.
 */
export async function lockSeen(queries: Queries, seen: Session): Promise<Session | undefined> {
  const [row] = await queries.query<{ version: number; status: string }>(
    'SELECT version, status FROM sessions WHERE session_id = $1 FOR NO KEY UPDATE',
    [seen.sessionId],
  );
  const isSame = row?.version === seen.version && row.status === seen.status;
  if (isSame && seen.envelope === undefined) return seen;
  return row && findSession(queries, { sessionId: seen.sessionId });
}

/** A session changed between being read and being held. What was decided about it is to be decided again. */
export class OvertakenError extends Error {
  override readonly name = 'OvertakenError';

  constructor() {
    super('The session has changed since it was read.');
  }
}

/**
 * For who decides by what was read before: the session is held, as it was read, from the first of these queries on.
 * @throws OvertakenError when it has changed since
 */
export function holdingFirst(queries: Queries, seen: Session): Queries & { hold: () => Promise<void> } {
  let held: Promise<void> | undefined;
  const look = async () => {
    if ((await lockSeen(queries, seen)) !== seen) throw new OvertakenError();
  };
  const hold = () => (held ??= look());
  return {
    hold,
    async query(sql, parameters) {
      await hold();
      return queries.query(sql, parameters);
    },
  };
}

/**
 * Holds the session's row until the transaction ends and tells whether it is still as the caller saw it.
 * A change that was prepared outside the transaction is written only after this said yes.
 */
export async function lockUnchanged(queries: Queries, session: Session): Promise<boolean> {
  // Who changes an envelope holds it before its members; who may end a member does the same.
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

/** Whether the session is still as the caller saw it, at this moment: a cheap look before costly work. */
export async function isUnchanged(queries: Queries, session: Session): Promise<boolean> {
  const [row] = await queries.query<{ version: number; status: string }>(
    'SELECT version, status FROM sessions WHERE session_id = $1',
    [session.sessionId],
  );
  return row?.version === session.version && row.status === session.status;
}
