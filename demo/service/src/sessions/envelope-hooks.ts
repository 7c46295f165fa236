import type { Queries } from '../storage/database.ts';
import type { Session } from '../domain/session.ts';

/** What a session calls of the envelope that it belongs to. `envelopes/` implements it and knows the sessions. */

export interface ExpiringEnvelopes {
  /** Ends an envelope whose time has passed, with all its sessions. Does nothing for any other. */
  expireIfDue(envelopeId: string): Promise<void>;
}

export interface SignedMembers {
  /** In the transaction that completed the session: counts it, and completes the envelope with the last one. */
  memberSigned(queries: Queries, session: Session, at: Date): Promise<void>;
  /** Once it is committed: tells the other sessions of the envelope. Never rejects. */
  tellOthers(session: Session): Promise<void>;
}
