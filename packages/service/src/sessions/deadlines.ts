import type { Clock } from '../domain/clock.ts';
import { IsolatedRunner } from '../support/isolated-runner.ts';
import type { Log } from '../support/error-log.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { findSessions } from './session-store.ts';
import type { Database } from '../storage/database.ts';
import { deadlineWarning, warnedUpTo } from './deadline-warning.ts';

/** Sessions per transaction: few enough that signers don't notice the wait for a lock. */
const AT_ONCE = 20;

export interface DeadlinesOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly reportError: Log;
}

/**
 * Warns integrators once per transaction when an NT65 deadline is close. It applies to sessions with a notice of
 * purpose; the deadline is the session's expiry, because what is signed later cannot be submitted. Sessions that
 * were created with so little time got the warning at creation.
 */
export class Deadlines {
  readonly #options: DeadlinesOptions;
  readonly #telling: IsolatedRunner;

  constructor(options: DeadlinesOptions) {
    this.#options = options;
    this.#telling = new IsolatedRunner(options.reportError);
  }

  /** Sends the warnings that are due, in batches. If a batch fails, sends its warnings one by one. */
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
      // Skip locked rows: whoever holds them sends the warning, or the next run does.
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
