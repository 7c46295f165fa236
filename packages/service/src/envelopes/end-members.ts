import * as z from 'zod';
import type { Outbox } from '../outbox/outbox.ts';
import { cancelledEvent, expiredEvent, type EventSubject } from '../sessions/session-events.ts';
import { endSession } from '../sessions/session-store.ts';
import { metadataSchema, SESSION_KINDS } from '../domain/session.ts';
import { nullable, rowSchema } from '../storage/row-schema.ts';
import type { Queries } from '../storage/database.ts';

/**
 * The data needed to end a member, all from plain columns: a member whose session can no longer be parsed must
 * still end with its envelope.
 */
const memberRow = rowSchema({
  sessionId: z.string(),
  transactionId: z.string(),
  tenantId: z.string(),
  kind: z.enum(SESSION_KINDS),
  signerIndex: z.number(),
  expiresAt: z.date(),
  metadata: nullable(metadataSchema).catch(undefined),
});

/** Locks every active member of a locked envelope. @returns them in signer order */
async function lockActiveMembers(queries: Queries, envelopeId: string): Promise<EventSubject[]> {
  const rows = await queries.query(
    `SELECT session_id, transaction_id, tenant_id, kind, signer_index, expires_at,
       request->'metadata' AS metadata
     FROM sessions WHERE envelope_id = $1 AND status = 'ACTIVE' ORDER BY signer_index FOR UPDATE`,
    [envelopeId],
  );
  return rows.map(found => {
    const { tenantId, signerIndex, metadata, ...member } = memberRow.parse(found);
    const envelope = { envelopeId, signerIndex };
    return { ...member, tenant: { tenantId }, envelope, request: { metadata } };
  });
}

/** Cancels every active member of a locked envelope and records the events. @returns the cancelled members */
export async function cancelActiveMembers(
  queries: Queries,
  outbox: Outbox,
  envelopeId: string,
  { reason, at }: { readonly reason: string | undefined; readonly at: Date },
): Promise<EventSubject[]> {
  const members = await lockActiveMembers(queries, envelopeId);
  const why = reason === undefined ? {} : { reason };
  const ending = { kind: 'cancelled', by: 'integrator', ...why } as const;
  for (const member of members) {
    await endSession(queries, member.sessionId, { status: 'CANCELLED', at, ending });
    await outbox.record(queries, cancelledEvent(member, 'integrator', reason, at));
  }
  return members;
}

/** Expires every active member of a locked envelope and records the events. @returns the expired members */
export async function expireActiveMembers(
  queries: Queries,
  outbox: Outbox,
  envelopeId: string,
  at: Date,
): Promise<EventSubject[]> {
  const members = await lockActiveMembers(queries, envelopeId);
  for (const member of members) {
    await endSession(queries, member.sessionId, { status: 'EXPIRED', at: member.expiresAt });
    await outbox.record(queries, expiredEvent(member, at));
  }
  return members;
}
