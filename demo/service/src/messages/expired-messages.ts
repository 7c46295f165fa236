import { settleCodeDelivery } from '../one-time-codes/code-delivery.ts';
import type { SessionChanges } from '../sessions/session-changes.ts';
import type { Database } from '../storage/database.ts';

export interface ExpiredMessagesOptions {
  readonly database: Database;
  readonly changes: SessionChanges;
}

/**
 * Takes what is of no use any more out of the queue, also where no process has a sender for it: messages hold
 * addresses. Whoever waits for a code among them is told that it was not sent.
 * @param now by the service's clock
 */
export async function dropExpiredMessages(
  { database, changes }: ExpiredMessagesOptions,
  now: Date,
): Promise<void> {
  const expired = await database.query<{ message_id: string }>(
    'SELECT message_id FROM outgoing_messages WHERE good_until <= $1',
    [now],
  );
  for (const { message_id: messageId } of expired) {
    const sessionId = await database.transaction(async queries => {
      const gone = await queries.query(
        'DELETE FROM outgoing_messages WHERE message_id = $1 RETURNING message_id',
        [messageId],
      );
      // Its delivery knows by now what became of it.
      return gone.length === 0 ? undefined : settleCodeDelivery(queries, messageId, 'failed');
    });
    if (sessionId !== undefined) changes.announce(sessionId);
  }
}
