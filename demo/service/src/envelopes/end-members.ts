import type { Outbox } from '../outbox/outbox.ts';
import { cancelledEvent, expiredEvent } from '../sessions/session-events.ts';
import { lockSession } from '../sessions/session-lock.ts';
import { endSession } from '../sessions/session-store.ts';
import type { Session } from '../sessions/session.ts';
import type { Queries } from '../storage/database.ts';

/** Why members that have not signed end with their envelope. */
export type MemberEnd =
  { readonly status: 'CANCELLED'; readonly reason: string | undefined } | { readonly status: 'EXPIRED' };

/** Ends every member of a held envelope that is still active, with its event. @returns those it ended */
export async function endActiveMembers(
  queries: Queries,
  outbox: Outbox,
  envelopeId: string,
  end: MemberEnd & { readonly at: Date },
): Promise<Session[]> {
  const rows = await queries.query<{ session_id: string }>(
    `SELECT session_id FROM sessions WHERE envelope_id = $1 AND status = 'ACTIVE' ORDER BY signer_index`,
    [envelopeId],
  );
  const ended: Session[] = [];
  for (const { session_id: sessionId } of rows) {
    const session = await lockSession(queries, sessionId);
    if (session?.status !== 'ACTIVE') continue;
    await endMember(queries, outbox, session, end);
    ended.push(session);
  }
  return ended;
}

async function endMember(
  queries: Queries,
  outbox: Outbox,
  session: Session,
  end: MemberEnd & { readonly at: Date },
): Promise<void> {
  const { sessionId, expiresAt } = session;
  if (end.status === 'EXPIRED') {
    await endSession(queries, sessionId, { status: 'EXPIRED', at: expiresAt });
    return outbox.record(queries, expiredEvent(session, end.at));
  }
  const { reason, at } = end;
  const ending = {
    kind: 'cancelled',
    by: 'integrator',
    ...(reason === undefined ? {} : { reason }),
  } as const;
  await endSession(queries, sessionId, { status: 'CANCELLED', at, ending });
  return outbox.record(queries, cancelledEvent(session, 'integrator', reason, at));
}
