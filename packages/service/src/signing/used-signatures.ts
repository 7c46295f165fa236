import { changedMeanwhile } from '../domain/session-state.ts';
import type { Queries } from '../storage/database.ts';

/** A signature and the act that it is: one document of one session. */
export interface SignatureUse {
  /** Of the signature, as the verifier reports it: of the signer's certificate and what they signed. */
  readonly fingerprint: string;
  readonly sessionId: string;
  /** Of the document in its batch, from 1; 1 in any other session. */
  readonly position: number;
}

/** Whether a signature was kept for another document, of any tenant's session. */
export async function isUsedElsewhere(
  queries: Queries,
  { fingerprint, sessionId, position }: SignatureUse,
): Promise<boolean> {
  const [found] = await queries.query(
    `SELECT 1 AS found FROM used_signatures WHERE fingerprint = $1 AND (session_id <> $2 OR position <> $3)`,
    [fingerprint, sessionId, position],
  );
  return found !== undefined;
}

/**
 * Notes that a signature is kept, for ever. Call in the transaction that keeps it.
 * @throws Problem `conflict` if another transaction has kept it since `isUsedElsewhere` said no
 */
export async function recordUse(
  queries: Queries,
  { fingerprint, sessionId, position }: SignatureUse,
): Promise<void> {
  const [own] = await queries.query(
    `INSERT INTO used_signatures (fingerprint, session_id, position) VALUES ($1, $2, $3)
     ON CONFLICT (fingerprint) DO UPDATE SET used_at = used_signatures.used_at
       WHERE used_signatures.session_id = excluded.session_id AND used_signatures.position = excluded.position
     RETURNING fingerprint`,
    [fingerprint, sessionId, position],
  );
  if (own === undefined) throw changedMeanwhile();
}
