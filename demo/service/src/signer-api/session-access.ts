import type { Clock } from '../domain/clock.ts';
import type { Principal } from '../domain/principal.ts';
import { notFound, unauthorized } from '../domain/problem.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Session } from '../domain/session.ts';
import type { ViewScope } from './signer-view.ts';

/** How long after its end a session still tells the holder of its secret what became of it. */
const AFTERLIFE_MS = 24 * 3_600_000;

/** Decides which session a caller may open, and how much of it they see. */
export class SessionAccess {
  readonly #sessions: Sessions;
  readonly #clock: Clock;

  constructor(sessions: Sessions, clock: Clock) {
    this.#sessions = sessions;
    this.#clock = clock;
  }

  /**
   * The session, settled by the clock.
   * @throws Problem `not-found` when it is unknown or not the caller's, without a difference;
   *   `unauthorized` when the secret's last day is over
   */
  async open(principal: Principal, sessionId: string): Promise<Session> {
    // A secret for another session must not even cause a read: its timing could tell.
    if (principal.kind === 'signer' && principal.sessionId !== sessionId) throw notFound();
    const session = await this.#sessions.find(sessionId);
    if (session === undefined) throw notFound();
    if (principal.kind === 'client' && principal.tenantId !== session.tenant.tenantId) throw notFound();
    if (principal.kind === 'signer' && this.#isForgotten(principal.expiresAt)) {
      throw unauthorized('The token is not valid or has expired.');
    }
    return session;
  }

  scopeOf(principal: Principal, session: Session): ViewScope {
    if (principal.kind === 'client') return 'whole';
    if (principal.expiresAt <= this.#clock.now()) return 'trace';
    return session.status === 'ACTIVE' ? 'whole' : 'outcome';
  }

  /** No session ends after its secret does, so a day from there covers a day from every end. */
  #isForgotten(secretExpiresAt: Date): boolean {
    return this.#clock.now().getTime() > secretExpiresAt.getTime() + AFTERLIFE_MS;
  }
}
