/** Where e-mails and SMS go in the place of mail and SMS. */
import * as z from 'zod';
import type { FieldCipher } from '../../service/src/keys/key-ring.ts';
import type { Database } from '../../service/src/storage/database.ts';
import type { MessageSender, OutgoingMessage } from '../../service/src/messages/message.ts';

const messageSchema = z.object({
  channel: z.enum(['email', 'sms']),
  to: z.string(),
  subject: z.string().optional(),
  text: z.string(),
});

type DeliveredMessage = z.infer<typeof messageSchema> & { id: string; at: string };

type MessageRow = { message_id: string; sealed: string; sent_at: Date };

/** Replaces mail and SMS providers: messages can be read here and are not sent anywhere. */
export class Inbox implements MessageSender {
  readonly #database: Database;
  readonly #fieldCipher: FieldCipher;

  constructor(options: { database: Database; fieldCipher: FieldCipher }) {
    this.#database = options.database;
    this.#fieldCipher = options.fieldCipher;
  }

  async send({ messageId, at, channel, to, subject, text }: OutgoingMessage): Promise<void> {
    await this.#database.query(
      `INSERT INTO messages (message_id, sealed, sent_at) VALUES ($1, $2, $3)
       ON CONFLICT (message_id) DO NOTHING`,
      [messageId, this.#fieldCipher.seal(JSON.stringify({ channel, to, subject, text })), at],
    );
  }

  /** Everything sent, newest last. */
  async list(): Promise<DeliveredMessage[]> {
    const rows = await this.#database.query<MessageRow>('SELECT * FROM messages ORDER BY position');
    return Promise.all(
      rows.map(async row => ({
        id: row.message_id,
        ...messageSchema.parse(JSON.parse(await this.#fieldCipher.open(row.sealed))),
        at: row.sent_at.toISOString(),
      })),
    );
  }
}
