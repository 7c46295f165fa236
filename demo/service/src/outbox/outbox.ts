import { randomId, type Random } from '../identifiers/random-ids.ts';
import type { Queries } from '../storage/database.ts';

/** The events that this service causes so far (service interface, "Events"). */
export type EventType =
  | 'SIGNING_SESSION.CREATED'
  | 'SIGNING_SESSION.COMPLETED'
  | 'SIGNING_SESSION.CANCELLED'
  | 'SIGNING_SESSION.EXPIRED'
  | 'STEP.PURPOSE_DISCLOSURE_SENT'
  | 'TRANSACTION.CANCELLED'
  | 'TRANSACTION.COMPLETED'
  | 'TRANSACTION.EXPIRED'
  | 'TRANSACTION.FAILED'
  | 'QUOTA.WARNING';

export interface ServiceEvent {
  readonly type: EventType;
  readonly tenantId: string;
  /** Absent for events that no transaction is behind, such as quota warnings. */
  readonly transactionId?: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

/**
 * Events waiting to be sent. They are written with the queries of the transaction that causes them: the change
 * and its events become true together or not at all.
 */
export class Outbox {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  async record(queries: Queries, event: ServiceEvent): Promise<void> {
    await queries.query(
      `INSERT INTO outbox (event_id, tenant_id, transaction_id, event_type, data, occurred_at)
       VALUES ($1, $2, $3, $4, $5::jsonb, $6)`,
      [
        randomId('evt', this.#random),
        event.tenantId,
        event.transactionId ?? null,
        event.type,
        JSON.stringify(event.data),
        event.at,
      ],
    );
  }
}
