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

/** What a signature means for the envelope that it belongs to; nothing for a session of its own. */
export class EnvelopeProgress implements SignedMembers {
  readonly #options: EnvelopeProgressOptions;

  constructor(options: EnvelopeProgressOptions) {
    this.#options = options;
  }

  /** In the transaction that completed the member, which holds the envelope: the last one completes it too. */
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
   * Once it is committed: whoever looks at another member sees how far it is, and the next one is invited. What
   * fails here fails nobody's signature; streams look again by themselves, and so does housekeeping.
   */
  async tellOthers({ envelope, sessionId }: Session): Promise<void> {
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
