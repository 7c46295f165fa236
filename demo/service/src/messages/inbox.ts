import { randomId, type Random } from '../identifiers/random-ids.ts';
import type { Queries } from '../storage/database.ts';

export interface Message {
  readonly channel: 'email' | 'sms';
  readonly to: string;
  /** E-mails only. */
  readonly subject?: string;
  /** Plain text. */
  readonly text: string;
}

export interface DeliveredMessage {
  id: string;
  channel: string;
  to: string;
  subject?: string;
  text: string;
  at: string;
}

type MessageRow = {
  message_id: string;
  channel: string;
  recipient: string;
  subject: string | null;
  content: string;
  sent_at: Date;
};

/** Takes the place of mail and SMS providers: what is sent can be read here, and goes nowhere else. */
export class Inbox {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Delivers in the transaction of the change that causes the message. */
  async deliver(queries: Queries, message: Message, at: Date): Promise<void> {
    await queries.query(
      `INSERT INTO messages (message_id, channel, recipient, subject, content, sent_at)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [randomId('msg', this.#random), message.channel, message.to, message.subject ?? null, message.text, at],
    );
  }

  /** Everything sent, newest last. */
  async list(queries: Queries): Promise<DeliveredMessage[]> {
    const rows = await queries.query<MessageRow>('SELECT * FROM messages ORDER BY position');
    return rows.map(row => ({
      id: row.message_id,
      channel: row.channel,
      to: row.recipient,
      ...(row.subject === null ? {} : { subject: row.subject }),
      text: row.content,
      at: row.sent_at.toISOString(),
    }));
  }
}
