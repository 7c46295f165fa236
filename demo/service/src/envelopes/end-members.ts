import * as z from 'zod';
import type { Outbox } from '../outbox/outbox.ts';
import { cancelledEvent, expiredEvent, type EventSubject } from '../sessions/session-events.ts';
import { endSession } from '../sessions/session-store.ts';
import { metadataSchema, SESSION_KINDS } from '../domain/session.ts';
import type { Queries } from '../storage/database.ts';

/**
 * The data needed to end a member, all from plain columns: a member whose session can no longer be parsed must
 * still end with its envelope.
 */
const memberRow = z.object({
  session_id: z.string(),
  transaction_id: z.string(),
  tenant_id: z.string(),
  kind: z.enum(SESSION_KINDS),
  envelope_id: z.string(),
  signer_index: z.number(),
  expires_at: z.date(),
  metadata: metadataSchema.nullable().catch(null),
});

/** Locks every active member of a locked envelope. @returns them in signer order */
async function holdActiveMembers(queries: Queries, envelopeId: string): Promise<EventSubject[]> {
  const rows = await queries.query(
    `SELECT session_id, transaction_id, tenant_id, kind, envelope_id, signer_index, expires_at,
       request->'metadata' AS metadata
     FROM sessions WHERE envelope_id = $1 AND status = 'ACTIVE' ORDER BY signer_index FOR UPDATE`,
    [envelopeId],
  );
  return rows.map(found => {
    const row = memberRow.parse(found);
    return {
      sessionId: row.session_id,
      transactionId: row.transaction_id,
      tenant: { tenantId: row.tenant_id },
      kind: row.kind,
      envelope: { envelopeId: row.envelope_id, signerIndex: row.signer_index },
      expiresAt: row.expires_at,
      request: { metadata: row.metadata ?? undefined },
    };
  });
}

/** Cancels every active member of a locked envelope and records the events. @returns the cancelled members */
export async function cancelActiveMembers(
  queries: Queries,
  outbox: Outbox,
  envelopeId: string,
  { reason, at }: { readonly reason: string | undefined; readonly at: Date },
): Promise<EventSubject[]> {
  const members = await holdActiveMembers(queries, envelopeId);
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
  const members = await holdActiveMembers(queries, envelopeId);
  for (const member of members) {
    await endSession(queries, member.sessionId, { status: 'EXPIRED', at: member.expiresAt });
    await outbox.record(queries, expiredEvent(member, at));
  }
  return members;
}
