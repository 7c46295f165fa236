import { randomId, type Random } from '../identifiers/random-ids.ts';
import type { Queries } from '../storage/database.ts';
import type { EventType } from './event-types.ts';

export interface ServiceEvent {
  readonly type: EventType;
  readonly tenantId: string;
  /** Absent for events that no single transaction is behind, such as quota warnings and those of envelopes. */
  readonly transactionId?: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

/**
 * Events and their deliveries waiting to be sent. They are written with the queries of the transaction that
 * causes them: the change, its events and who is to be told become true together or not at all.
 */
export class Outbox {
  readonly #random: Random;
  #onRecorded: () => void = () => undefined;

  constructor(random: Random) {
    this.#random = random;
  }

  /** @param listener told about new deliveries, which may not be committed yet */
  onRecorded(listener: () => void): void {
    this.#onRecorded = listener;
  }

  /** Who subscribes later, or is disabled at this moment, is not told. */
  async record(queries: Queries, event: ServiceEvent): Promise<void> {
    const eventId = randomId('evt', this.#random);
    // The lock keeps a webhook that is just being deleted until its delivery is written, which goes with it.
    const subscribed = await queries.query<{ webhook_id: string }>(
      `WITH recorded AS (
         INSERT INTO outbox (event_id, tenant_id, transaction_id, event_type, data, occurred_at)
         VALUES ($1, $2, $3, $4, $5::jsonb, $6)
       )
       SELECT webhook_id FROM webhooks
       WHERE tenant_id = $2 AND status = 'ACTIVE' AND events @> to_jsonb($4::text) FOR KEY SHARE`,
      [
        eventId,
        event.tenantId,
        event.transactionId ?? null,
        event.type,
        JSON.stringify(event.data),
        event.at,
      ],
    );
    for (const { webhook_id: webhookId } of subscribed) {
      await queries.query(
        `INSERT INTO webhook_deliveries (delivery_id, webhook_id, event_id, due_at) VALUES ($1, $2, $3, $4)`,
        [randomId('del', this.#random), webhookId, eventId, event.at],
      );
    }
    if (subscribed.length > 0) this.#onRecorded();
  }
}
