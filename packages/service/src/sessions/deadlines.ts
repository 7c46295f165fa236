/** Warnings before a session expires. */
import type { Core } from '../core/core.ts';
import { businessDaysLeft, latestWithin } from '../domain/clock.ts';
import type { Session } from '../domain/session.ts';
import type { ServiceEvent } from '../outbox/outbox.ts';
import { IsolatedRunner } from '../support/isolated-runner.ts';
import { deadlineEvent } from './session-events.ts';
import { findSessions } from './session-store.ts';

/** Business days before the deadline (service interface, "Events": TRANSACTION.DEADLINE_APPROACHING). */
const WARNING_DAYS = 2;

/** Deadlines before this time are close enough for a warning. */
export const warnedUpTo = (now: Date): Date => latestWithin(now, WARNING_DAYS);

/** Whether NT65 sets a deadline: the session's expiry, of a session with a notice of purpose. */
export const hasDeadline = ({ steps }: Session): boolean =>
  steps.some(({ type }) => type === 'PURPOSE_DISCLOSURE');

/** The event that warns the integrator of a session's deadline. */
function deadlineWarning(session: Session, now: Date): ServiceEvent {
  return deadlineEvent(session, businessDaysLeft(now, session.expiresAt), now);
}

/**
 * The warning for a session that is being created. Most sessions live for an hour, and signing sessions for a day
 * at most, so they are due for a warning at once. Emitting it with the creation saves a search and an update later.
 * @returns `undefined` when there is more time, or no deadline
 */
export function warningAtOnce(session: Session): ServiceEvent | undefined {
  const { expiresAt, createdAt } = session;
  if (!hasDeadline(session)) return undefined;
  return expiresAt < warnedUpTo(createdAt) ? deadlineWarning(session, createdAt) : undefined;
}

/** Sessions per transaction: few enough that signers don't notice the wait for a lock. */
const AT_ONCE = 20;

/**
 * Warns integrators once per transaction when an NT65 deadline is close. It applies to sessions with a notice of
 * purpose; the deadline is the session's expiry, because what is signed later cannot be submitted. Sessions that
 * were created with so little time got the warning at creation.
 */
export class Deadlines {
  readonly #core: Core;
  readonly #telling: IsolatedRunner;

  constructor(core: Core) {
    this.#core = core;
    this.#telling = new IsolatedRunner(core.reportError);
  }

  /** Sends the warnings that are due, in batches. If a batch fails, sends its warnings one by one. */
  async sendWarnings(): Promise<void> {
    const { database, clock } = this.#core;
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
        this.#telling.runEach(some, sessionId => this.#tellTogether([sessionId], now)),
      );
    }
  }

  #tellTogether(sessionIds: readonly string[], now: Date): Promise<void> {
    const { database, outbox } = this.#core;
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
