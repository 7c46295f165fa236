import type { Core } from '../core/core.ts';
import { invitation } from '../messages/invitation.ts';
import type { MessageQueue } from '../messages/message-queue.ts';
import { IsolatedRunner } from '../support/isolated-runner.ts';
import type { ClientSecrets } from '../oauth/client-secrets.ts';
import { findSession } from '../sessions/session-store.ts';
import type { Session } from '../domain/session.ts';

/** Sessions whose turn it is. In SEQUENTIAL, all earlier signers must have been added and have signed. */
const DUE = `
  SELECT session_id FROM sessions JOIN envelopes USING (envelope_id)
  WHERE invitation_waits AND sessions.status = 'ACTIVE' AND ($1::text IS NULL OR envelope_id = $1)
    AND (signing_mode = 'PARALLEL' OR signer_index - 1 =
      (SELECT count(*) FROM sessions AS earlier WHERE earlier.envelope_id = sessions.envelope_id
       AND earlier.signer_index < sessions.signer_index AND earlier.status = 'COMPLETED'))`;

/**
 * Invites signers when it is their turn: at once in PARALLEL, after the earlier signers in SEQUENTIAL. The pending
 * invitation is a flag of the session's row, so that a crash loses none and none is sent twice.
 */
export class TurnInvitations {
  readonly #core: Core;
  readonly #parts;
  readonly #inviting: IsolatedRunner;

  constructor(core: Core, parts: { messages: MessageQueue; secrets: ClientSecrets }) {
    this.#core = core;
    this.#parts = parts;
    this.#inviting = new IsolatedRunner(core.reportError);
  }

  /** @param envelopeId limits it to this envelope's signers; only housekeeping sends all */
  async send(envelopeId?: string): Promise<void> {
    const { database } = this.#core;
    const due = await database.query<{ session_id: string }>(DUE, [envelopeId ?? null]);
    const ids = due.map(row => row.session_id);
    await this.#inviting.runEach(ids, async sessionId => {
      const session = await findSession(database, { sessionId });
      if (session !== undefined) await this.#invite(session);
    });
  }

  async #invite(session: Session): Promise<void> {
    const { database, clock, links } = this.#core;
    const { messages, secrets } = this.#parts;
    const { sessionId, tenant, request, expiresAt: goodUntil } = session;
    const email = invitation({
      session,
      sender: request.ownerName ?? request.appearance?.companyName ?? tenant.name,
      link: links.signerLink(sessionId, await secrets.mint(session)),
    });
    await database.transaction(async queries => {
      const mine = await queries.query(
        `UPDATE sessions SET invitation_waits = false
         WHERE session_id = $1 AND invitation_waits AND status = 'ACTIVE' RETURNING session_id`,
        [sessionId],
      );
      if (mine.length === 0) return;
      await messages.put(queries, email, { at: clock.now(), goodUntil, sessionId, untilEnd: true });
    });
  }
}
