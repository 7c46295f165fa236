import type { Clock } from '../domain/clock.ts';
import { EachAlone } from '../support/each-alone.ts';
import type { Log } from '../support/error-log.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { findSessions } from './session-store.ts';
import type { Database } from '../storage/database.ts';
import { deadlineWarning, warnedUpTo } from './deadline-warning.ts';

/** How many are told in one transaction: signers wait for it no longer than they notice. */
const AT_ONCE = 20;

export interface DeadlinesOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly reportError: Log;
}

/**
 * Tells integrators, once a transaction, that little time is left to finish what NT65 sets a deadline for: sessions
 * with a notice of purpose. The deadline is the session's end, for what is signed later cannot be submitted. Who was
 * created with so little time was told then.
 */
export class Deadlines {
  readonly #options: DeadlinesOptions;
  readonly #telling: EachAlone;

  constructor(options: DeadlinesOptions) {
    this.#options = options;
    this.#telling = new EachAlone(options.reportError);
  }

  /** Tells what is due by now: some at a time, and one by one where one of them cannot be told. */
  async tell(): Promise<void> {
    const { database, clock } = this.#options;
    const now = clock.now();
    const due = await database.query<{ session_id: string }>(
      `SELECT session_id FROM sessions WHERE status = 'ACTIVE' AND NOT deadline_told
         AND expires_at > $1 AND expires_at < $2
         AND EXISTS (SELECT 1 FROM steps WHERE steps.session_id = sessions.session_id
           AND type = 'PURPOSE_DISCLOSURE')
       ORDER BY expires_at`,
      [now, warnedUpTo(now)],
    );
    const ids = due.map(row => row.session_id);
    for (let start = 0; start < ids.length; start += AT_ONCE) {
      const some = ids.slice(start, start + AT_ONCE);
      await this.#tellTogether(some, now).catch(() =>
        this.#telling.do(some, sessionId => this.#tellTogether([sessionId], now)),
      );
    }
  }

  #tellTogether(sessionIds: readonly string[], now: Date): Promise<void> {
    const { database, outbox } = this.#options;
    return database.transaction(async queries => {
      // What somebody else holds is told by them, or the next time.
      const mine = await queries.query<{ session_id: string }>(
        `WITH mine AS MATERIALIZED (
           SELECT session_id FROM sessions
           WHERE session_id = ANY($1) AND status = 'ACTIVE' AND NOT deadline_told FOR UPDATE SKIP LOCKED)
         UPDATE sessions SET deadline_told = true FROM mine WHERE sessions.session_id = mine.session_id
         RETURNING sessions.session_id`,
        [sessionIds],
      );
      const ids = mine.map(row => row.session_id);
      const sessions = ids.length === 0 ? [] : await findSessions(queries, ids);
      await outbox.record(queries, ...sessions.map(session => deadlineWarning(session, now)));
    });
  }
}
