import type { Clock } from '../clock.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { deadlineEvent } from '../sessions/session-events.ts';
import { findSessions } from '../sessions/session-store.ts';
import type { Database } from '../storage/database.ts';
import { businessDaysLeft, latestWithin } from './business-days.ts';

/** Business days before the deadline (service interface, "Events": TRANSACTION.DEADLINE_APPROACHING). */
const WARNING_DAYS = 2;

/** How many are told in one transaction: signers wait for it no longer than they notice. */
const AT_ONCE = 20;

/**
 * Tells integrators, once a transaction, that little time is left to finish what NT65 sets a deadline for: sessions
 * with a notice of purpose. The deadline is the session's end, for what is signed later cannot be submitted.
 */
export class Deadlines {
  readonly #options: { readonly database: Database; readonly clock: Clock; readonly outbox: Outbox };

  constructor(options: { database: Database; clock: Clock; outbox: Outbox }) {
    this.#options = options;
  }

  /** Tells what is due by now. */
  async tell(): Promise<void> {
    const now = this.#options.clock.now();
    // oxlint-disable-next-line no-await-in-loop -- one transaction after the other
    while ((await this.#tellSome(now)) === AT_ONCE);
  }

  /** @returns how many were told */
  #tellSome(now: Date): Promise<number> {
    const { database, outbox } = this.#options;
    return database.transaction(async queries => {
      // What somebody else holds is told by them, or the next time.
      const due = await queries.query<{ session_id: string }>(
        `WITH due AS MATERIALIZED (
           SELECT session_id FROM sessions WHERE status = 'ACTIVE' AND NOT deadline_told
             AND expires_at > $1 AND expires_at < $2
             AND EXISTS (SELECT 1 FROM steps WHERE steps.session_id = sessions.session_id
               AND type = 'PURPOSE_DISCLOSURE')
           ORDER BY expires_at LIMIT $3 FOR UPDATE SKIP LOCKED)
         UPDATE sessions SET deadline_told = true FROM due WHERE sessions.session_id = due.session_id
         RETURNING sessions.session_id`,
        [now, latestWithin(now, WARNING_DAYS), AT_ONCE],
      );
      const ids = due.map(row => row.session_id);
      const sessions = ids.length === 0 ? [] : await findSessions(queries, ids);
      const events = sessions.map(session =>
        deadlineEvent(session, businessDaysLeft(now, session.expiresAt), now),
      );
      await outbox.record(queries, ...events);
      return due.length;
    });
  }
}
