import type { Queries } from '../storage/database.ts';

/** Delivery state of the message with a code. `sent` means handed over to the mail server or SMS gateway. */
export const CODE_DELIVERIES = ['pending', 'sent', 'failed'] as const;
export type CodeDelivery = (typeof CODE_DELIVERIES)[number];

/**
 * Records the delivery state of a message that carried a code. If delivery failed, the step shows the error at
 * once, so that nobody waits for the code.
 * @param queries of the transaction that removes the message from the queue
 * @returns the session whose signer must be notified
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
  // Lock order: the session before its code, as for an action.
  await queries.query('SELECT session_id FROM sessions WHERE session_id = $1 FOR UPDATE', [code.session_id]);
  await queries.query('UPDATE one_time_codes SET delivery = $2 WHERE message_id = $1', [messageId, delivery]);
  return delivery === 'failed' ? reportToStep(queries, code.session_id, messageId) : undefined;
}

/** Sets the error, unless a newer code has been sent or the step is over. */
async function reportToStep(
  queries: Queries,
  sessionId: string,
  messageId: string,
): Promise<string | undefined> {
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
