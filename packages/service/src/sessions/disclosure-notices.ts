import type { Clock } from '../domain/clock.ts';
import type { Principal } from '../domain/principal.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Database } from '../storage/database.ts';
import { disclosureSentEvent } from './session-events.ts';
import { currentStepOf, type Session } from '../domain/session.ts';
import { notificationChannel } from '../steps/purpose-disclosure.ts';

/** Tells the integrator when the signer has been shown the notice of purpose (NT65). */
export class DisclosureNotices {
  readonly #options: { readonly database: Database; readonly clock: Clock; readonly outbox: Outbox };

  constructor(options: { database: Database; clock: Clock; outbox: Outbox }) {
    this.#options = options;
  }

  /** Call for every view of a session that is returned. Records the first one that shows the notice to a signer. */
  async given(principal: Principal, session: Session): Promise<void> {
    const shown = principal.kind === 'signer' && session.status === 'ACTIVE';
    const waits = session.envelope?.waitingForIndex !== undefined;
    if (shown && !waits) await this.record(session);
  }

  /** Records that the signer was shown the current notice, if there is one. */
  async record(session: Session): Promise<void> {
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
