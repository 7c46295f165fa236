import type { Queries } from '../storage/database.ts';

/** What is known of the message that a code went out with: `sent` is somebody else's to deliver from there. */
export const CODE_DELIVERIES = ['pending', 'sent', 'failed'] as const;
export type CodeDelivery = (typeof CODE_DELIVERIES)[number];

/**
 * Keeps what became of a message, where it brought a code. That a code will never come stands at its step at once:
 * nobody is to wait for it.
 * @param queries of the transaction that takes the message out of the queue
 * @returns the session whose signer is to be told
 */
export async function settleCodeDelivery(
  queries: Queries,
  messageId: string,
  delivery: Exclude<CodeDelivery, 'pending'>,
): Promise<string | undefined> {
  const [code] = await queries.query<{ session_id: string }>(
    'SELECT session_id FROM one_time_codes WHERE message_id = $1',
    [messageId],
  );
  if (code === undefined) return undefined;
  // The session before its code, as whoever takes an action holds them.
  await queries.query('SELECT session_id FROM sessions WHERE session_id = $1 FOR UPDATE', [code.session_id]);
  await queries.query('UPDATE one_time_codes SET delivery = $2 WHERE message_id = $1', [messageId, delivery]);
  return delivery === 'failed' ? tellStep(queries, code.session_id, messageId) : undefined;
}

/** Unless another code is on its way by now, or the step is over. */
async function tellStep(queries: Queries, sessionId: string, messageId: string): Promise<string | undefined> {
  const told = await queries.query(
    `UPDATE steps SET error = 'not-sent'
     WHERE session_id = $1 AND type = 'OTP_VERIFY' AND status IN ('PENDING', 'STARTED')
       AND $2 = (SELECT message_id FROM one_time_codes WHERE session_id = $1 ORDER BY position DESC LIMIT 1)
       AND EXISTS (SELECT 1 FROM sessions WHERE session_id = $1 AND status = 'ACTIVE')
     RETURNING step_id`,
    [sessionId, messageId],
  );
  if (told.length === 0) return undefined;
  await queries.query('UPDATE sessions SET version = version + 1 WHERE session_id = $1', [sessionId]);
  return sessionId;
}
