import type { Queries } from '../storage/database.ts';
import type { Session } from '../domain/session.ts';

/** What sessions need from their envelope. `envelopes/` implements it, because it imports sessions. */

export interface ExpiringEnvelopes {
  /** Ends an expired envelope with all its sessions. Ignores any other. */
  expireIfDue(envelopeId: string): Promise<void>;
}

export interface SignedMembers {
  /**
   * Runs in the transaction that completes the session: counts the signature, and completes the envelope after the
   * last one.
   */
  memberSigned(queries: Queries, session: Session, at: Date): Promise<void>;
  /** Call after the commit: notifies listeners of the envelope's other sessions. Never rejects. */
  notifyOthers(session: Session): Promise<void>;
}
