import { DAY_MS, type Clock } from '../domain/clock.ts';
import type { Principal } from '../domain/principal.ts';
import { notFound, unauthorized } from '../domain/problem.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Session } from '../domain/session.ts';
import { noteTenant } from '../support/logs.ts';
import type { ViewScope } from './signer-view.ts';

/** How long after its end the holder of a session's secret can still read its outcome. */
const OUTCOME_LIFETIME_MS = DAY_MS;

/** Decides which session a caller may open, and how much of it they see. */
export class SessionAccess {
  readonly #sessions: Sessions;
  readonly #clock: Clock;

  constructor(sessions: Sessions, clock: Clock) {
    this.#sessions = sessions;
    this.#clock = clock;
  }

  /**
   * The session, expired first if its time has passed.
   * @throws Problem `not-found` both for an unknown session and for another caller's; `unauthorized` when the
   *   secret expired more than a day ago
   */
  async open(principal: Principal, sessionId: string): Promise<Session> {
    // Don't read the database for another session's secret: the response time could reveal whether the session
    // exists.
    if (principal.kind === 'signer' && principal.sessionId !== sessionId) throw notFound();
    const session = await this.#sessions.find(sessionId);
    if (session === undefined) throw notFound();
    if (principal.kind === 'client' && principal.tenantId !== session.tenant.tenantId) throw notFound();
    if (principal.kind === 'signer' && this.#isTooOld(principal.expiresAt)) {
      throw unauthorized('The token is not valid or has expired.');
    }
    noteTenant(session.tenant.tenantId);
    return session;
  }

  scopeOf(principal: Principal, session: Session): ViewScope {
    if (principal.kind === 'client') return 'whole';
    if (principal.expiresAt <= this.#clock.now()) return 'trace';
    return session.status === 'ACTIVE' ? 'whole' : 'outcome';
  }

  /** Sessions end no later than their secret expires, so a day after expiry is at least a day after the end. */
  #isTooOld(secretExpiresAt: Date): boolean {
    return this.#clock.now().getTime() > secretExpiresAt.getTime() + OUTCOME_LIFETIME_MS;
  }
}
