import type { Queries } from '../storage/database.ts';

/**
 * Removes what is only worth sending until the session ends, such as its invitation. Call it in the transaction that
 * ends the session, which is locked: a message is locked after its session.
 */
export async function dropUnsent(queries: Queries, sessionId: string): Promise<void> {
  await queries.query('DELETE FROM outgoing_messages WHERE session_id = $1 AND until_end', [sessionId]);
}
