import type { Clock } from '../domain/clock.ts';
import type { IsolatedRunner } from '../support/isolated-runner.ts';
import { notFound, Problem } from '../domain/problem.ts';
import type { StoredResponse, SaveResponse } from '../http/stored-response.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { SessionChanges } from '../sessions/session-changes.ts';
import type { ExpiringEnvelopes } from '../sessions/envelope-hooks.ts';
import type { EventSubject } from '../sessions/session-events.ts';
import type { Database } from '../storage/database.ts';
import { cancelActiveMembers, expireActiveMembers } from './end-members.ts';
import { envelopeCancelledEvent, envelopeExpiredEvent } from './envelope-events.ts';
import { findEnvelope, listMembers, lockEnvelope, setEnvelopeStatus } from './envelope-store.ts';
import { isOpen, type Envelope } from '../domain/envelope.ts';

export interface EnvelopesOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly changes: SessionChanges;
  readonly expiring: IsolatedRunner;
}

/** All reads of envelopes go through here: an expired envelope is never returned as open. */
export class Envelopes implements ExpiringEnvelopes {
  readonly #options: EnvelopesOptions;

  constructor(options: EnvelopesOptions) {
    this.#options = options;
  }

  /** The envelope, or undefined if its data is due to be erased. */
  async find(envelopeId: string): Promise<Envelope | undefined> {
    const { database, clock } = this.#options;
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
    const { database, clock, expiring } = this.#options;
    const now = clock.now();
    const due = await database.query<{ envelope_id: string }>(
      `SELECT envelope_id FROM envelopes WHERE status IN ('CREATED', 'ACTIVE') AND expires_at <= $1`,
      [now],
    );
    const ids = due.map(row => row.envelope_id);
    await expiring.do(ids, envelopeId => this.#expire(envelopeId, now));
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
    const { database, clock, outbox, changes } = this.#options;
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
    const { database, outbox, changes } = this.#options;
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
