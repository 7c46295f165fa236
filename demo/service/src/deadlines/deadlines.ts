import type { Clock } from '../clock.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { deadlineEvent } from '../sessions/session-events.ts';
import { findSession } from '../sessions/session-store.ts';
import type { Database } from '../storage/database.ts';
import { businessDaysLeft, latestWithin } from './business-days.ts';

/** Business days before the deadline (service interface, "Events": TRANSACTION.DEADLINE_APPROACHING). */
const WARNING_DAYS = 2;

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
    const { database, clock } = this.#options;
    const now = clock.now();
    const due = await database.query<{ session_id: string }>(
      `SELECT session_id FROM sessions WHERE status = 'ACTIVE' AND NOT deadline_told
         AND expires_at > $1 AND expires_at < $2
         AND EXISTS (SELECT 1 FROM steps WHERE steps.session_id = sessions.session_id
           AND type = 'PURPOSE_DISCLOSURE')`,
      [now, latestWithin(now, WARNING_DAYS)],
    );
    for (const { session_id: sessionId } of due) await this.#tellOne(sessionId, now);
  }

  async #tellOne(sessionId: string, now: Date): Promise<void> {
    const { database, outbox } = this.#options;
    await database.transaction(async queries => {
      // Another instance may have told it, or the session ended, since it was found.
      const [mine] = await queries.query(
        `UPDATE sessions SET deadline_told = true
         WHERE session_id = $1 AND status = 'ACTIVE' AND NOT deadline_told RETURNING session_id`,
        [sessionId],
      );
      const session = mine && (await findSession(queries, { sessionId }));
      if (session === undefined) return;
      await outbox.record(queries, deadlineEvent(session, businessDaysLeft(now, session.expiresAt), now));
    });
  }
}
