import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '../domain/problem.ts';
import type { Session, SessionDocument } from '../domain/session.ts';
import type { Database, Queries } from '../storage/database.ts';

/** Long enough to check, sign and send a large document; who takes longer may still be first. */
const LEASE_SECONDS = 15;

/** How long a signer waits for another's signature before they are told to come back. */
const PATIENCE_MS = 8000;
const LOOK_AGAIN_MS = 200;

/** What is left of another's lease isn't known to end it: they may well be done sooner. */
const COME_BACK_SECONDS = '2';

/**
 * The document as it is to be signed now: as it came, or with the signatures of an envelope's earlier signers.
 * @returns the id of the document
 */
export async function newestRevision(
  queries: Queries,
  { envelope }: Session,
  { documentId }: SessionDocument,
): Promise<string> {
  if (envelope === undefined) return documentId;
  const [row] = await queries.query<{ signed_document_id: string | null }>(
    'SELECT signed_document_id FROM envelopes WHERE envelope_id = $1',
    [envelope.envelopeId],
  );
  return row?.signed_document_id ?? documentId;
}

/** Another signature came in between, so this one would leave it out. */
export function staleRevision(): Problem {
  return new Problem('conflict', 'The document has another signature by now. Prepare the signature again.');
}

/** Each signature is over the one before it, so the signers of an envelope take turns. */
export class SigningTurns {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Waits until no other signer is about to sign, and keeps the others waiting then, for 15 s at most. Nothing
   * hangs on it but that few sign in vain: who signs later than that is refused only if another was faster.
   * @throws Problem `service-unavailable` when the others take too long
   */
  async take({ envelope, sessionId }: Session): Promise<void> {
    if (envelope === undefined) return;
    const end = performance.now() + PATIENCE_MS;
    while (!(await this.#claim(envelope.envelopeId, sessionId))) {
      if (performance.now() > end) {
        throw new Problem('service-unavailable', 'Another signer of the envelope is signing.', {
          headers: { 'Retry-After': COME_BACK_SECONDS },
        });
      }
      await delay(LOOK_AGAIN_MS);
    }
  }

  /** Lets the others go on at once. */
  async giveUp({ envelope, sessionId }: Session): Promise<void> {
    if (envelope === undefined) return;
    await this.#database.query(
      `UPDATE envelopes SET signing_until = '-infinity' WHERE envelope_id = $1 AND signing_session_id = $2`,
      [envelope.envelopeId, sessionId],
    );
  }

  async #claim(envelopeId: string, sessionId: string): Promise<boolean> {
    const claimed = await this.#database.query(
      `UPDATE envelopes SET signing_session_id = $2,
         signing_until = clock_timestamp() + make_interval(secs => $3)
       WHERE envelope_id = $1 AND (signing_session_id = $2 OR signing_until <= clock_timestamp())
       RETURNING envelope_id`,
      [envelopeId, sessionId, LEASE_SECONDS],
    );
    return claimed.length > 0;
  }
}

/** The envelope's document is this one from now on. In the transaction that completes the signer, who holds it. */
export async function addRevision(
  queries: Queries,
  { envelope }: Session,
  signedDocumentId: string,
): Promise<void> {
  if (envelope === undefined) return;
  await queries.query(
    `UPDATE envelopes SET signed_document_id = $2, signing_until = '-infinity' WHERE envelope_id = $1`,
    [envelope.envelopeId, signedDocumentId],
  );
}
