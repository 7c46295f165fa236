/** Reading sessions, expiring them, and noting that their signer has seen them. */
import type { Core } from '../core/core.ts';
import type { Principal } from '../domain/principal.ts';
import { currentStepOf, isBeingSealed, type Session } from '../domain/session.ts';
import { notificationChannel } from '../steps/acceptance.ts';
import { skipWhileReadOnly } from '../storage/database.ts';
import type { IsolatedRunner } from '../support/isolated-runner.ts';
import type { ExpiringEnvelopes } from './complete-session.ts';
import { disclosureSentEvent, expiredEvent } from './session-events.ts';
import { lockIfUnchanged } from './session-lock.ts';
import { endSession, findSession, recordOpening } from './session-store.ts';

type SessionKey = { sessionId: string } | { transactionId: string };

/**
 * All reads of sessions go through here: an expired session is never returned as active, and one due for erasure is
 * not returned at all.
 */
export class Sessions {
  readonly #core: Core;
  readonly #parts;

  constructor(core: Core, parts: { envelopes: ExpiringEnvelopes; expiring: IsolatedRunner }) {
    this.#core = core;
    this.#parts = parts;
  }

  find(sessionId: string): Promise<Session | undefined> {
    return this.#findUnerased({ sessionId });
  }

  findByTransaction(transactionId: string): Promise<Session | undefined> {
    return this.#findUnerased({ transactionId });
  }

  /** Expires every active session whose time has passed. @param tenantId only those of this tenant */
  async expireDue(tenantId?: string): Promise<void> {
    const { database, clock } = this.#core;
    const { expiring } = this.#parts;
    const due = await database.query<{ session_id: string }>(
      `SELECT session_id FROM sessions WHERE status = 'ACTIVE' AND expires_at <= $1
         AND ($2::text IS NULL OR tenant_id = $2)
         AND NOT EXISTS (SELECT 1 FROM batch_sealings WHERE batch_sealings.session_id = sessions.session_id)`,
      [clock.now(), tenantId ?? null],
    );
    const ids = due.map(row => row.session_id);
    await expiring.runEach(ids, sessionId => this.#findSettled({ sessionId }));
  }

  async #findUnerased(by: SessionKey): Promise<Session | undefined> {
    const session = await this.#findSettled(by);
    const erased = session?.eraseAt !== undefined && session.eraseAt <= this.#core.clock.now();
    return erased ? undefined : session;
  }

  async #findSettled(by: SessionKey): Promise<Session | undefined> {
    const { database, clock } = this.#core;
    const now = clock.now();
    const session = await findSession(database, by);
    if (session === undefined || session.status !== 'ACTIVE' || session.expiresAt > now) return session;
    // Its signer has passed all steps in time.
    if (isBeingSealed(session)) return session;
    // A member expires with its whole envelope.
    if (session.envelope !== undefined) await this.#parts.envelopes.expireIfDue(session.envelope.envelopeId);
    await this.#expire(session, now);
    return findSession(database, by);
  }

  async #expire(session: Session, now: Date): Promise<void> {
    const { database, outbox, changes } = this.#core;
    await database.transaction(async queries => {
      // Another process may have ended it since it was read; keep that ending.
      if (!(await lockIfUnchanged(queries, session))) return;
      await endSession(queries, session.sessionId, { status: 'EXPIRED', at: session.expiresAt });
      await outbox.record(queries, expiredEvent(session, now));
    });
    changes.announce(session.sessionId);
  }
}

/** Records when the signer has opened the session, and tells the integrator when they were shown the notice of purpose (NT65). */
export class FirstViews {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /**
   * Call for every view of a session that is returned. Records the first one that a signer gets. While the database takes
   * no changes, a later view counts as the first.
   */
  async recordFirstView(principal: Principal, session: Session): Promise<void> {
    if (principal.kind !== 'signer' || session.status !== 'ACTIVE') return;
    await skipWhileReadOnly(() => this.#record(session));
  }

  async #record(session: Session): Promise<void> {
    const { database, clock } = this.#core;
    if (session.openedAt === undefined) await recordOpening(database, session.sessionId, clock.now());
    if (session.envelope?.waitingForIndex === undefined) await this.recordNotice(session);
  }

  /** Records that the signer was shown the current notice, if there is one. */
  async recordNotice(session: Session): Promise<void> {
    const step = currentStepOf(session);
    if (step?.type !== 'PURPOSE_DISCLOSURE') return;
    const { database, clock, outbox } = this.#core;
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
