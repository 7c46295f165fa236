import { describeError, type Log } from '../support/error-log.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { SignedMembers } from '../sessions/envelope-hooks.ts';
import type { SessionChanges } from '../sessions/session-changes.ts';
import type { Session } from '../domain/session.ts';
import type { Database, Queries } from '../storage/database.ts';
import { allSignedEvent } from './envelope-events.ts';
import { findEnvelope, listMembers, setEnvelopeStatus } from './envelope-store.ts';
import type { TurnInvitations } from './turn-invitations.ts';

export interface EnvelopeProgressOptions {
  readonly database: Database;
  readonly outbox: Outbox;
  readonly changes: SessionChanges;
  readonly invitations: TurnInvitations;
  readonly reportError: Log;
}

/** Updates an envelope when one of its members signs. Ignores sessions outside an envelope. */
export class EnvelopeProgress implements SignedMembers {
  readonly #options: EnvelopeProgressOptions;

  constructor(options: EnvelopeProgressOptions) {
    this.#options = options;
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
    if (isLast) await this.#options.outbox.record(queries, allSignedEvent(envelope, signed, at));
  }

  /**
   * Call after the commit: notifies listeners of the other members and invites the next signer. Errors are only
   * reported: the signature stands, and streams and housekeeping retry.
   */
  async notifyOthers({ envelope, sessionId }: Session): Promise<void> {
    if (envelope === undefined) return;
    const { database, changes, invitations, reportError } = this.#options;
    try {
      const members = await listMembers(database, envelope.envelopeId);
      for (const member of members) if (member.sessionId !== sessionId) changes.announce(member.sessionId);
      await invitations.send(envelope.envelopeId);
    } catch (error) {
      reportError(describeError(error));
    }
  }
}
