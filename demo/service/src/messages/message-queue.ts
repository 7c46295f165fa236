import * as z from 'zod';
import { randomId, type Random } from '../domain/identifiers/random-ids.ts';
import type { Vault } from '../keys/vault.ts';
import type { Database, Queries } from '../storage/database.ts';
import { CHANNELS, type Channel, type Message, type OutgoingMessage } from './message.ts';

/** Longer than any try may take: one that was not reported by then died with its process. */
export const LEASE_MS = 60_000;

export interface QueuedMessage extends OutgoingMessage {
  /** Tries so far, with the present one. */
  readonly attempts: number;
  /** By the service's clock; later it is of no use to anybody. */
  readonly goodUntil: Date;
}

const contentSchema = z.object({
  channel: z.enum(CHANNELS),
  to: z.string(),
  subject: z.string().exactOptional(),
  text: z.string(),
});

type QueueRow = {
  message_id: string;
  sealed: string;
  attempts: number;
  written_at: Date;
  good_until: Date;
};

/**
 * Messages waiting to be sent. They are written with the queries of the transaction that causes them, so that
 * none is sent for what did not happen and none is lost with a process.
 */
export class MessageQueue {
  readonly #vault: Vault;
  readonly #random: Random;
  #onWritten: () => void = () => undefined;

  constructor(options: { vault: Vault; random: Random }) {
    this.#vault = options.vault;
    this.#random = options.random;
  }

  /** @param listener told about new messages, which may not be committed yet */
  onWritten(listener: () => void): void {
    this.#onWritten = listener;
  }

  /** @returns the message's id */
  async put(queries: Queries, message: Message, times: { at: Date; goodUntil: Date }): Promise<string> {
    const messageId = randomId('msg', this.#random);
    await queries.query(
      `INSERT INTO outgoing_messages (message_id, channel, sealed, written_at, good_until)
       VALUES ($1, $2, $3, $4, $5)`,
      [messageId, message.channel, this.#vault.seal(JSON.stringify(message)), times.at, times.goodUntil],
    );
    this.#onWritten();
    return messageId;
  }

  /** The next one of a channel that is due, for this process alone; or one of before the channel was kept. */
  async claim(database: Database, channel: Channel): Promise<QueuedMessage | undefined> {
    const [row] = await database.query<QueueRow>(
      `UPDATE outgoing_messages SET attempts = attempts + 1,
         due_at = clock_timestamp() + $1::int * interval '1 millisecond'
       WHERE message_id = (SELECT message_id FROM outgoing_messages
         WHERE due_at <= clock_timestamp() AND (channel = $2 OR channel IS NULL)
         ORDER BY due_at, position LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING message_id, sealed, attempts, written_at, good_until`,
      [LEASE_MS, channel],
    );
    if (row === undefined) return undefined;
    const content = contentSchema.parse(JSON.parse(await this.#vault.open(row.sealed)));
    return {
      ...content,
      messageId: row.message_id,
      attempts: row.attempts,
      at: row.written_at,
      goodUntil: row.good_until,
    };
  }

  async remove(queries: Queries, { messageId }: QueuedMessage): Promise<void> {
    await queries.query('DELETE FROM outgoing_messages WHERE message_id = $1', [messageId]);
  }

  async postpone(database: Database, { messageId }: QueuedMessage, milliseconds: number): Promise<void> {
    await database.query(
      `UPDATE outgoing_messages SET due_at = clock_timestamp() + $2::int * interval '1 millisecond'
       WHERE message_id = $1`,
      [messageId, milliseconds],
    );
  }
}
