import type { Core } from '../core/core.ts';
import type { StoredResponse, SaveResponse } from '../http/idempotency.ts';
import { cancelledEvent } from './session-events.ts';
import { lockIfUnchanged } from './session-lock.ts';
import { endSession } from './session-store.ts';
import { changedMeanwhile, requireActive } from '../domain/session-state.ts';
import type { Session } from '../domain/session.ts';

/** Ends sessions before they are signed: the integrator cancels, or the signer declines. */
export class SessionCancellation {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /** @throws Problem `gone` when the session has ended, `conflict` when it changes concurrently */
  async cancel(
    session: Session,
    cancellation: { by: 'integrator' | 'signer'; reason: string | undefined },
    saveResponse: SaveResponse,
  ): Promise<StoredResponse> {
    const { database, clock, outbox, changes } = this.#core;
    requireActive(session, clock.now());
    const { by, reason } = cancellation;
    const { sessionId, transactionId } = session;
    const answer = await database.transaction(async queries => {
      if (!(await lockIfUnchanged(queries, session))) throw changedMeanwhile();
      // The session may have expired during the wait for the row lock.
      const at = clock.now();
      requireActive(session, at);
      const ending = { kind: 'cancelled', by, ...(reason === undefined ? {} : { reason }) } as const;
      await endSession(queries, sessionId, { status: 'CANCELLED', at, ending });
      await outbox.record(queries, cancelledEvent(session, by, reason, at));
      const cancelled: StoredResponse = {
        status: 200,
        body: { sessionId, transactionId, status: 'CANCELLED', cancelledAt: at.toISOString() },
      };
      await saveResponse(queries, cancelled);
      return cancelled;
    });
    changes.announce(sessionId);
    return answer;
  }
}
