/** An envelope over its life: who is next, events, ending its members, completion. */
import * as z from 'zod';
import type { EventType } from '../../event-types.ts';
import type { Core } from '../core/core.ts';
import { type Envelope, isOpen, type Member } from '../domain/envelope.ts';
import { notFound, Problem } from '../domain/problem.ts';
import { metadataSchema, type Session, SESSION_KINDS } from '../domain/session.ts';
import type { SaveResponse, StoredResponse } from '../http/idempotency.ts';
import type { Outbox, ServiceEvent } from '../outbox/outbox.ts';
import type { ExpiringEnvelopes, SignedMembers } from '../sessions/complete-session.ts';
import { cancelledEvent, type EventSubject, expiredEvent } from '../sessions/session-events.ts';
import { endSession } from '../sessions/session-store.ts';
import { nullable, type Queries, rowSchema } from '../storage/database.ts';
import type { IsolatedRunner } from '../support/isolated-runner.ts';
import { describeError } from '../support/logs.ts';
import { findEnvelope, listMembers, lockEnvelope, setEnvelopeStatus } from './envelope-store.ts';
import type { TurnInvitations } from './turn-invitations.ts';

/** Envelope events belong to no single transaction, so they carry no transaction id. */
function eventOf(envelope: Envelope, type: EventType, at: Date, data: Record<string, unknown>): ServiceEvent {
  const { envelopeId, tenantId, signingMode, totalSigners, request } = envelope;
  const metadata = request.metadata === undefined ? {} : { metadata: request.metadata };
  return { type, tenantId, at, data: { envelopeId, signingMode, totalSigners, ...data, ...metadata } };
}

export function envelopeCreatedEvent(envelope: Envelope): ServiceEvent {
  const { createdAt, expiresAt, document } = envelope;
  const data = { status: 'CREATED', documentHash: document.hash, expiresAt: expiresAt.toISOString() };
  return eventOf(envelope, 'ENVELOPE.CREATED', createdAt, data);
}

function allSignedEvent(envelope: Envelope, members: readonly Member[], at: Date): ServiceEvent {
  const sessions = members.map(({ sessionId, transactionId, signerIndex, evidenceId }) => {
    return { sessionId, transactionId, signerIndex, evidenceId };
  });
  const data = { status: 'COMPLETED', completedAt: at.toISOString(), sessions };
  return eventOf(envelope, 'ENVELOPE.ALL_SIGNED', at, data);
}

function envelopeCancelledEvent(
  envelope: Envelope,
  counts: { readonly cancelledCount: number; readonly preservedSignedCount: number },
  reason: string | undefined,
  at: Date,
): ServiceEvent {
  const data = { status: 'CANCELLED', cancelledAt: at.toISOString(), ...counts };
  return eventOf(envelope, 'ENVELOPE.CANCELLED', at, reason === undefined ? data : { ...data, reason });
}

function envelopeExpiredEvent(envelope: Envelope, at: Date): ServiceEvent {
  const data = { status: 'EXPIRED', expiredAt: envelope.expiresAt.toISOString() };
  return eventOf(envelope, 'ENVELOPE.EXPIRED', at, data);
}

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
async function cancelActiveMembers(
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
async function expireActiveMembers(
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

/** All reads of envelopes go through here: an expired envelope is never returned as open. */
export class Envelopes implements ExpiringEnvelopes {
  readonly #core: Core;
  readonly #expiring: IsolatedRunner;

  constructor(core: Core, expiring: IsolatedRunner) {
    this.#core = core;
    this.#expiring = expiring;
  }

  /** The envelope, or undefined if its data is due to be erased. */
  async find(envelopeId: string): Promise<Envelope | undefined> {
    const { database, clock } = this.#core;
    const now = clock.now();
    let envelope = await findEnvelope(database, envelopeId);
    if (envelope === undefined) return undefined;
    if (isOpen(envelope) && envelope.expiresAt <= now) {
      await this.#expire(envelopeId, now);
      envelope = await findEnvelope(database, envelopeId);
    }
    return envelope?.eraseAt !== undefined && envelope.eraseAt <= now ? undefined : envelope;
  }

  async expireIfDue(envelopeId: string): Promise<void> {
    await this.find(envelopeId);
  }

  /** @throws Problem `not-found` for an unknown envelope and one of another tenant */
  async open(tenantId: string, envelopeId: string): Promise<Envelope> {
    const envelope = await this.find(envelopeId);
    if (envelope?.tenantId !== tenantId) throw notFound();
    return envelope;
  }

  /** Expires every open envelope whose time has passed, with its members. */
  async expireDue(): Promise<void> {
    const { database, clock } = this.#core;
    const now = clock.now();
    const due = await database.query<{ envelope_id: string }>(
      `SELECT envelope_id FROM envelopes WHERE status IN ('CREATED', 'ACTIVE') AND expires_at <= $1`,
      [now],
    );
    const ids = due.map(row => row.envelope_id);
    await this.#expiring.runEach(ids, envelopeId => this.#expire(envelopeId, now));
  }

  /**
   * Cancels the members that have not signed and keeps the signatures made. Cancelling again has no effect.
   * @throws Problem `conflict` for an envelope that has ended in another way
   */
  async cancel(
    { envelopeId }: Envelope,
    reason: string | undefined,
    saveResponse: SaveResponse,
  ): Promise<StoredResponse> {
    const { database, clock, outbox, changes } = this.#core;
    const at = clock.now();
    const { ended, answer } = await database.transaction(async queries => {
      const envelope = await lockEnvelope(queries, envelopeId);
      if (envelope === undefined) throw notFound();
      const already = envelope.status === 'CANCELLED';
      if (!already && !isOpen(envelope)) {
        throw new Problem('conflict', `The envelope is ${envelope.status} and cannot be cancelled.`);
      }
      const closed = already ? [] : await cancelActiveMembers(queries, outbox, envelopeId, { reason, at });
      const members = await listMembers(queries, envelopeId);
      const preservedSignedCount = members.filter(({ status }) => status === 'COMPLETED').length;
      const counts = { cancelledCount: closed.length, preservedSignedCount };
      if (!already) {
        await setEnvelopeStatus(queries, envelopeId, 'CANCELLED', at);
        await outbox.record(queries, envelopeCancelledEvent(envelope, counts, reason, at));
      }
      const made = answerOf(envelopeId, counts, closed, already);
      await saveResponse(queries, made);
      return { ended: closed, answer: made };
    });
    for (const { sessionId } of ended) changes.announce(sessionId);
    return answer;
  }

  async #expire(envelopeId: string, now: Date): Promise<void> {
    const { database, outbox, changes } = this.#core;
    const ended = await database.transaction(async queries => {
      const envelope = await lockEnvelope(queries, envelopeId);
      // Another process may have ended it since it was read; keep that ending.
      if (envelope === undefined || !isOpen(envelope) || envelope.expiresAt > now) return [];
      const expired = await expireActiveMembers(queries, outbox, envelopeId, now);
      await setEnvelopeStatus(queries, envelopeId, 'EXPIRED', now);
      await outbox.record(queries, envelopeExpiredEvent(envelope, now));
      return expired;
    });
    for (const { sessionId } of ended) changes.announce(sessionId);
  }
}

function answerOf(
  envelopeId: string,
  counts: { readonly cancelledCount: number; readonly preservedSignedCount: number },
  closed: readonly EventSubject[],
  already: boolean,
): StoredResponse {
  const cancelledSessions = closed.map(({ sessionId, transactionId }) => ({ sessionId, transactionId }));
  const body = { envelopeId, status: 'CANCELLED', ...counts, cancelledSessions };
  return { status: 200, body: already ? { ...body, alreadyCancelled: true } : body };
}

/** Updates an envelope when one of its members signs. Ignores sessions outside an envelope. */
export class EnvelopeProgress implements SignedMembers {
  readonly #core: Core;
  readonly #invitations: TurnInvitations;

  constructor(core: Core, invitations: TurnInvitations) {
    this.#core = core;
    this.#invitations = invitations;
  }

  /**
   * Runs in the transaction that completed the member, with the envelope locked. The last signature completes the
   * envelope.
   */
  async memberSigned(queries: Queries, { envelope: place }: Session, at: Date): Promise<void> {
    if (place === undefined) return;
    const { envelopeId } = place;
    const envelope = await findEnvelope(queries, envelopeId);
    if (envelope === undefined) return;
    const members = await listMembers(queries, envelopeId);
    const signed = members.filter(({ status }) => status === 'COMPLETED');
    const isLast = signed.length === envelope.totalSigners;
    await setEnvelopeStatus(queries, envelopeId, isLast ? 'COMPLETED' : 'ACTIVE', at);
    if (isLast) await this.#core.outbox.record(queries, allSignedEvent(envelope, signed, at));
  }

  /**
   * Call after the commit: notifies listeners of the other members and invites the next signer. Errors are only
   * reported: the signature stands, and streams and housekeeping retry.
   */
  async notifyOthers({ envelope, sessionId }: Session): Promise<void> {
    if (envelope === undefined) return;
    const { database, changes, reportError } = this.#core;
    try {
      const members = await listMembers(database, envelope.envelopeId);
      for (const member of members) if (member.sessionId !== sessionId) changes.announce(member.sessionId);
      await this.#invitations.send(envelope.envelopeId);
    } catch (error) {
      reportError(describeError(error));
    }
  }
}
