import { invitation } from '../messages/invitation.ts';
import type { MessageQueue } from '../messages/message-queue.ts';
import type { Clock } from '../domain/clock.ts';
import { IsolatedRunner } from '../support/isolated-runner.ts';
import type { Log } from '../support/logs.ts';
import type { ClientSecrets } from '../oauth/client-secrets.ts';
import { findSession } from '../sessions/session-store.ts';
import type { SessionLinks } from '../domain/session-links.ts';
import type { Session } from '../domain/session.ts';
import type { Database } from '../storage/database.ts';

interface TurnInvitationsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly messages: MessageQueue;
  readonly secrets: ClientSecrets;
  readonly links: SessionLinks;
  readonly reportError: Log;
}

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
  readonly #options: TurnInvitationsOptions;
  readonly #inviting: IsolatedRunner;

  constructor(options: TurnInvitationsOptions) {
    this.#options = options;
    this.#inviting = new IsolatedRunner(options.reportError);
  }

  /** @param envelopeId limits it to this envelope's signers; only housekeeping sends all */
  async send(envelopeId?: string): Promise<void> {
    const { database } = this.#options;
    const due = await database.query<{ session_id: string }>(DUE, [envelopeId ?? null]);
    const ids = due.map(row => row.session_id);
    await this.#inviting.runEach(ids, async sessionId => {
      const session = await findSession(database, { sessionId });
      if (session !== undefined) await this.#invite(session);
    });
  }

  async #invite(session: Session): Promise<void> {
    const { database, clock, messages, secrets, links } = this.#options;
    const { sessionId, tenant, request, expiresAt: goodUntil } = session;
    const email = invitation({
      session,
      sender: request.ownerName ?? request.appearance?.companyName ?? tenant.name,
      link: links.signerLink(sessionId, await secrets.mint(session)),
    });
    await database.transaction(async queries => {
      const mine = await queries.query(
        `UPDATE sessions SET invitation_waits = false
         WHERE session_id = $1 AND invitation_waits RETURNING session_id`,
        [sessionId],
      );
      if (mine.length === 1) await messages.put(queries, email, { at: clock.now(), goodUntil });
    });
  }
}
