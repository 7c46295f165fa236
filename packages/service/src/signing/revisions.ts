/** The revisions of a document that several signers sign, and which bytes the next one starts from. */
import { setTimeout as delay } from 'node:timers/promises';
import { RecentBytes } from '../documents/recent-bytes.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import { Problem, unavailable } from '../domain/problem.ts';
import type { Session, SessionDocument } from '../domain/session.ts';
import type { Database, Queries } from '../storage/database.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Of what was read last: a batch of usual contracts, or four of the largest documents. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Nothing is kept longer after the last was read. A batch takes less between two of its documents. */
const KEPT_MS = 60_000;

/**
 * Reads the revisions that are signed. Each is read to be prepared and, mostly seconds later, to be completed: what was
 * read last is kept, up to 32 MB in a process and for a minute. The bytes of an id never change.
 */
export class BaseDocuments {
  readonly #documents: Pick<DocumentStore, 'read'>;
  readonly #recent = new RecentBytes({ most: MOST_BYTES, lifetimeMs: KEPT_MS });

  constructor(documents: Pick<DocumentStore, 'read'>) {
    this.#documents = documents;
  }

  /** @throws Error for an id that is not in the store */
  async read(documentId: string): Promise<Bytes> {
    const bytes = this.#recent.get(documentId) ?? (await this.#documents.read(documentId));
    if (bytes === undefined) throw new Error('The document to sign is not in the store.');
    this.#recent.keep(documentId, bytes);
    return bytes;
  }

  /** It is signed. */
  forget(documentId: string): void {
    this.#recent.forget(documentId);
  }
}

/**
 * Long enough to check, sign and send a large document. A slower signer can still succeed if no other was faster.
 */
const LEASE_SECONDS = 15;

/** How long a signer waits for another's signature before getting an error. */
const TIMEOUT_MS = 8000;
const POLL_MS = 200;

/** How long others go first when a signer's lease ends: whoever waits asks several times in it. */
const OTHERS_FIRST_SECONDS = 1;

/** Shorter than the other signer's lease may last, since they usually finish earlier. */
const RETRY_AFTER_SECONDS = 2;

/**
 * The revision to sign now: the original, or the one with the signatures of the envelope's earlier signers.
 * @returns the document's id
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

/** Another signature was added meanwhile; this one does not include it. */
export function staleRevision(): Problem {
  return new Problem('conflict', 'Another signature was added to the document. Prepare the signature again.');
}

/** Lets one signer of an envelope sign at a time, because each signature covers the ones before it. */
export class SigningLease {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Waits until no other signer is signing, then holds the lease for up to 15 s. Preparing again within them does not
   * extend it, and afterwards others come first. The lease only makes conflicts rare: a later signature is refused only
   * if another one was faster.
   * @throws Problem `service-unavailable` when the others take too long
   */
  async acquire({ envelope, sessionId }: Session): Promise<void> {
    if (envelope === undefined) return;
    const end = performance.now() + TIMEOUT_MS;
    while (!(await this.#tryAcquire(envelope.envelopeId, sessionId))) {
      if (performance.now() > end) {
        throw unavailable('Another signer of the envelope is signing.', RETRY_AFTER_SECONDS);
      }
      await delay(POLL_MS);
    }
  }

  /** Lets the next signer sign. Does nothing where another signer holds the lease. */
  async release({ envelope, sessionId }: Session): Promise<void> {
    if (envelope === undefined) return;
    await this.#database.query(
      `UPDATE envelopes SET signing_until = '-infinity' WHERE envelope_id = $1 AND signing_session_id = $2`,
      [envelope.envelopeId, sessionId],
    );
  }

  /** It is this signer's while it lasts, anybody else's when it is over, and everybody's a little later. */
  async #tryAcquire(envelopeId: string, sessionId: string): Promise<boolean> {
    const claimed = await this.#database.query(
      `UPDATE envelopes SET signing_session_id = $2, signing_until = CASE
         WHEN signing_session_id = $2 AND signing_until > clock_timestamp() THEN signing_until
         ELSE clock_timestamp() + make_interval(secs => $3) END
       WHERE envelope_id = $1 AND (signing_until <= clock_timestamp() - make_interval(secs => $4)
         OR (signing_until > clock_timestamp()) = (signing_session_id IS NOT DISTINCT FROM $2))
       RETURNING envelope_id`,
      [envelopeId, sessionId, LEASE_SECONDS, OTHERS_FIRST_SECONDS],
    );
    return claimed.length > 0;
  }
}

/**
 * Makes this document the envelope's current revision. Call in the transaction that completes the signer, with the
 * envelope locked.
 */
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
