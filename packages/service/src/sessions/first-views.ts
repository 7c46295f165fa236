import type { Clock } from '../domain/clock.ts';
import type { Principal } from '../domain/principal.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { unlessReadOnly, type Database } from '../storage/database.ts';
import { disclosureSentEvent } from './session-events.ts';
import { currentStepOf, type Session } from '../domain/session.ts';
import { recordOpening } from './session-store.ts';
import { notificationChannel } from '../steps/purpose-disclosure.ts';

/** Records when the signer has opened the session, and tells the integrator when they were shown the notice of purpose (NT65). */
export class FirstViews {
  readonly #options: { readonly database: Database; readonly clock: Clock; readonly outbox: Outbox };

  constructor(options: { database: Database; clock: Clock; outbox: Outbox }) {
    this.#options = options;
  }

  /**
   * Call for every view of a session that is returned. Records the first one that a signer gets. While the database takes
   * no changes, a later view counts as the first.
   */
  async given(principal: Principal, session: Session): Promise<void> {
    if (principal.kind !== 'signer' || session.status !== 'ACTIVE') return;
    await unlessReadOnly(() => this.#record(session));
  }

  async #record(session: Session): Promise<void> {
    const { database, clock } = this.#options;
    if (session.openedAt === undefined) await recordOpening(database, session.sessionId, clock.now());
    if (session.envelope?.waitingForIndex === undefined) await this.recordNotice(session);
  }

  /** Records that the signer was shown the current notice, if there is one. */
  async recordNotice(session: Session): Promise<void> {
    const step = currentStepOf(session);
    if (step?.type !== 'PURPOSE_DISCLOSURE') return;
    const { database, clock, outbox } = this.#options;
    const now = clock.now();
    await database.transaction(async queries => {
      const first = await queries.query(
        'UPDATE steps SET notified_at = $2 WHERE step_id = $1 AND notified_at IS NULL RETURNING step_id',
        [step.stepId, now],
      );
      if (first.length === 0) return;
      await outbox.record(queries, disclosureSentEvent(session, step, notificationChannel(session), now));
    });
  }
}
