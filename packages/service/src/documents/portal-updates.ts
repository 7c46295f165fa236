import type { Queries } from '../storage/database.ts';

/**
 * What comes behind a session's document in the file that its signer signs at the gov.br portal; undefined until the signer has
 * asked for it.
 */
export async function findPortalUpdate(
  queries: Queries,
  sessionId: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const [row] = await queries.query<{ appended: Uint8Array }>(
    'SELECT appended FROM portal_updates WHERE session_id = $1',
    [sessionId],
  );
  return row && new Uint8Array(row.appended);
}
