import { randomId, type Random } from '../domain/ids.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Queries } from '../storage/database.ts';
import { currentLogContext } from '../support/logs.ts';
import type { EventType } from '../../event-types.ts';

export interface ServiceEvent {
  readonly type: EventType;
  readonly tenantId: string;
  /** Absent for events that belong to no single transaction, such as quota warnings and envelope events. */
  readonly transactionId?: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

/**
 * The lock makes a concurrent deletion of a webhook wait for this delivery, so that it deletes the delivery too
 * (lock order: see `lockWebhooksOf`). A delivery's id is derived from the event's, which is random.
 */
const RECORD = `
  WITH events AS (
    SELECT * FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS (event_id text, "tenantId" text,
      "transactionId" text, type text, data jsonb, at timestamptz, trace text)) WITH ORDINALITY
  ), recorded AS (
    INSERT INTO outbox (event_id, tenant_id, transaction_id, event_type, data, occurred_at, trace_parent)
    SELECT event_id, "tenantId", "transactionId", type, data, at, trace FROM events ORDER BY ordinality
  ), told AS (
    SELECT webhook_id, event_id, at, ordinality FROM webhooks JOIN events ON tenant_id = "tenantId"
    WHERE status = 'ACTIVE' AND webhooks.events @> to_jsonb(type) FOR KEY SHARE OF webhooks
  )
  INSERT INTO webhook_deliveries (delivery_id, webhook_id, event_id, due_at)
  SELECT 'del_' || substr(encode(sha256(convert_to(event_id || webhook_id, 'UTF8')), 'hex'), 1, 32),
    webhook_id, event_id, at
  FROM told ORDER BY ordinality RETURNING delivery_id`;

/**
 * Stores events and their pending deliveries. They are written in the transaction that causes them, so the change,
 * its events and their deliveries are committed together or not at all.
 */
export class Outbox {
  readonly #random: Random;
  readonly #metrics: Metrics;
  #onRecorded: () => void = () => undefined;

  constructor(random: Random, metrics: Metrics) {
    this.#random = random;
    this.#metrics = metrics;
  }

  /** @param listener called after new deliveries were written, possibly before they are committed */
  onRecorded(listener: () => void): void {
    this.#onRecorded = listener;
  }

  /**
   * Writes events, and one delivery for each webhook of the tenant that subscribes to the type. One statement,
   * because it runs with every change. Webhooks that are disabled or subscribe later get nothing.
   */
  async record(queries: Queries, ...events: readonly ServiceEvent[]): Promise<void> {
    if (events.length === 0) return;
    const trace = currentLogContext()?.traceParent;
    const rows = events.map(({ type, tenantId, transactionId = null, data, at }) => {
      return { event_id: randomId('evt', this.#random), tenantId, transactionId, type, data, at, trace };
    });
    const told = await queries.query(RECORD, [JSON.stringify(rows)]);
    for (const { type } of events) this.#metrics.events.inc({ type });
    if (told.length > 0) this.#onRecorded();
  }
}
