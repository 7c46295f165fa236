import type { EachAlone } from '../each-alone.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { cancelledEvent, expiredEvent } from '../sessions/session-events.ts';
import { endSession, findReadableSessions, findSessions } from '../sessions/session-store.ts';
import type { Session } from '../sessions/session.ts';
import type { Queries } from '../storage/database.ts';

/** Holds every member of a held envelope that is still active. @returns their ids, in the order of their places */
async function holdActiveMembers(queries: Queries, envelopeId: string): Promise<string[]> {
  const rows = await queries.query<{ session_id: string }>(
    `SELECT session_id FROM sessions WHERE envelope_id = $1 AND status = 'ACTIVE'
     ORDER BY signer_index FOR UPDATE`,
    [envelopeId],
  );
  return rows.map(row => row.session_id);
}

/** Cancels every member of a held envelope that is still active, with its event. @returns those it ended */
export async function cancelActiveMembers(
  queries: Queries,
  outbox: Outbox,
  envelopeId: string,
  { reason, at }: { readonly reason: string | undefined; readonly at: Date },
): Promise<Session[]> {
  const members = await findSessions(queries, await holdActiveMembers(queries, envelopeId));
  const why = reason === undefined ? {} : { reason };
  const ending = { kind: 'cancelled', by: 'integrator', ...why } as const;
  for (const member of members) {
    await endSession(queries, member.sessionId, { status: 'CANCELLED', at, ending });
    await outbox.record(queries, cancelledEvent(member, 'integrator', reason, at));
  }
  return members;
}

/**
 * The same for one whose time has passed. A member that can no longer be read is passed over, for nothing can be told
 * of it: its time has passed as well, and `Sessions` lets it expire once it is whole.
 */
export async function expireActiveMembers(
  queries: Queries,
  outbox: Outbox,
  envelopeId: string,
  { at, alone }: { readonly at: Date; readonly alone: EachAlone },
): Promise<Session[]> {
  const ids = await holdActiveMembers(queries, envelopeId);
  const members = await findReadableSessions(queries, ids, alone);
  for (const member of members) {
    await endSession(queries, member.sessionId, { status: 'EXPIRED', at: member.expiresAt });
    await outbox.record(queries, expiredEvent(member, at));
  }
  return members;
}
