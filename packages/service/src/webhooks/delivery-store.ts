import * as z from 'zod';
import type { JobTable } from '../queue/job-table.ts';
import { jsonTime, nullable, type Queries, type Row, rowSchema } from '../storage/database.ts';
import type { Attempt } from './webhook-sender.ts';

/** Delays after each failure (service interface, "Retry"); with the first attempt there are six. */
export const RETRY_SECONDS = [30, 120, 600, 1800, 7200];

/** This many exhausted deliveries in a row disable a webhook (signer API, section 7). */
const EXHAUSTED_TO_DISABLE = 5;

/** The columns of a delivery. Its body is built from the event at every attempt, always with the same bytes. */
const COLUMNS = `delivery_id, webhook_id, url, sealed_secret, state, attempts, due_at, event_type,
  outbox.tenant_id, transaction_id, data, occurred_at, trace_parent`;

const deliveryRow = rowSchema({
  deliveryId: z.string(),
  webhookId: z.string(),
  url: z.string(),
  sealedSecret: z.string(),
  state: z.enum(['PENDING', 'DELIVERED', 'EXHAUSTED']),
  attempts: z.number(),
  dueAt: z.date(),
  eventType: z.string(),
  tenantId: z.string(),
  transactionId: nullable(z.string()),
  data: z.record(z.string(), z.unknown()),
  occurredAt: z.date(),
});

/** An event to deliver to one webhook. */
export interface Delivery {
  readonly deliveryId: string;
  readonly webhookId: string;
  readonly tenantId: string;
  readonly url: string;
  readonly sealedSecret: string;
  readonly state: 'PENDING' | 'DELIVERED' | 'EXHAUSTED';
  /** Attempts that have ended. */
  readonly attempts: number;
  /** Time of the next attempt, if there is one. */
  readonly dueAt: Date;
  readonly eventType: string;
  /** JSON (service interface, "Delivery envelope"). */
  readonly body: string;
}

/** The body of every delivery. Receivers recognise repeats by the id. */
export function deliveryBody(delivery: {
  readonly deliveryId: string;
  readonly eventType: string;
  readonly tenantId: string;
  readonly transactionId?: string | undefined;
  readonly at: Date;
  readonly data: Readonly<Record<string, unknown>>;
  readonly test?: true;
}): string {
  const { deliveryId: id, eventType, tenantId, transactionId, at, data, test } = delivery;
  return JSON.stringify({ id, eventType, tenantId, transactionId, timestamp: at.toISOString(), data, test });
}

/** @param found with the columns of `COLUMNS` */
export function toDelivery(found: Row): Delivery {
  const { transactionId, data, occurredAt: at, ...delivery } = deliveryRow.parse(found);
  return { ...delivery, body: deliveryBody({ ...delivery, transactionId, at, data }) };
}

/**
 * Deliveries are jobs while pending, and history afterwards. Chooses the webhook first, then its oldest delivery,
 * so that a long queue of one webhook does not delay others. The parameters are those of `Eligibility`. It looks at the webhooks
 * alone for which something waits, from one to the next in the index, however many others there are.
 */
export const DELIVERY_JOBS: JobTable = {
  name: 'webhook_deliveries',
  key: 'delivery_id',
  waiting: `state = 'PENDING'`,
  eligible: due => `${due} AND webhook_id = (
    WITH RECURSIVE waiting AS (
      (SELECT webhook_id FROM webhook_deliveries WHERE state = 'PENDING' ORDER BY webhook_id LIMIT 1)
      UNION ALL
      SELECT (SELECT next.webhook_id FROM webhook_deliveries AS next
        WHERE next.state = 'PENDING' AND next.webhook_id > waiting.webhook_id ORDER BY next.webhook_id LIMIT 1)
      FROM waiting WHERE waiting.webhook_id IS NOT NULL)
    SELECT webhook_id FROM waiting JOIN webhooks USING (webhook_id)
    WHERE status = 'ACTIVE' AND webhook_id <> ALL($4::text[]) AND tenant_id <> ALL($5::text[])
      AND EXISTS (
        SELECT FROM webhook_deliveries AS other WHERE other.webhook_id = webhooks.webhook_id AND ${due})
    ORDER BY array_position($6::text[], webhook_id) NULLS FIRST, webhook_id LIMIT 1)`,
  read: `SELECT ${COLUMNS} FROM claimed JOIN webhooks USING (webhook_id) JOIN outbox USING (event_id)`,
};

/** Deliveries that a worker may claim when they are due: those of a disabled webhook wait for its owner. */
export const OF_ACTIVE_WEBHOOKS = `webhook_id IN (SELECT webhook_id FROM webhooks WHERE status = 'ACTIVE')`;

/**
 * Locks the webhooks of these events, so that they are not deleted before the transaction ends; other changes of
 * them are possible.
 *
 * Lock order, to avoid deadlocks: an envelope, its sessions, events, webhooks, deliveries, attempts. An erasure,
 * which locks many of each, goes by their ids.
 *
 * Deleting a webhook or an event also deletes its deliveries, in an order that the database chooses, so two such
 * transactions could deadlock. Therefore lock the webhooks before their deliveries. Deleting a webhook, settling an
 * attempt and writing an event do so in the same statement; deleting events must call this. Not needed for work on
 * a single delivery and nothing after it: claiming, releasing or resending it.
 */
async function lockWebhooksOf(queries: Queries, eventIds: readonly string[]): Promise<void> {
  await queries.query(
    `SELECT webhook_id FROM webhooks
     WHERE webhook_id IN (SELECT webhook_id FROM webhook_deliveries WHERE event_id = ANY($1))
     ORDER BY webhook_id FOR KEY SHARE`,
    [eventIds],
  );
}

/** Deletes events that are locked, and with them their deliveries. */
export async function eraseEvents(queries: Queries, eventIds: readonly string[]): Promise<void> {
  if (eventIds.length === 0) return;
  await lockWebhooksOf(queries, eventIds);
  await queries.query('DELETE FROM outbox WHERE event_id = ANY($1)', [eventIds]);
}

/**
 * One statement, to save round trips: writes the outcome, the attempt, and the consequences for the webhook. Writes
 * nothing if the delivery was deleted meanwhile, or was claimed by another process because it took too long. Locks
 * the webhook first (lock order: see `lockWebhooksOf`).
 */
const SETTLE = `
  WITH webhook AS (
    SELECT webhook_id FROM webhooks WHERE webhook_id = $11 FOR NO KEY UPDATE
  ), settled AS (
    UPDATE webhook_deliveries SET attempts = attempts + 1, state = $3, due_at = $4, leased_until = '-infinity'
    FROM webhook WHERE webhook_deliveries.webhook_id = webhook.webhook_id AND delivery_id = $1 AND claim = $2
    RETURNING webhook_deliveries.webhook_id
  ), tried AS (
    INSERT INTO webhook_attempts (delivery_id, at, http_status, error, signed_at, signature)
    SELECT $1, $5, $6, $7, $8, $9 FROM settled
  )
  UPDATE webhooks SET
    exhausted_in_a_row = CASE WHEN $3 = 'DELIVERED' THEN 0 ELSE exhausted_in_a_row + 1 END,
    status = CASE WHEN $3 = 'EXHAUSTED' AND exhausted_in_a_row + 1 >= $10::int THEN 'DISABLED' ELSE status END,
    updated_at = CASE WHEN $3 = 'EXHAUSTED' AND exhausted_in_a_row + 1 >= $10::int THEN $5 ELSE updated_at END
  WHERE webhook_id IN (SELECT webhook_id FROM settled)
    AND ($3 = 'EXHAUSTED' OR ($3 = 'DELIVERED' AND exhausted_in_a_row > 0))`;

/** Writes the outcome of an attempt and its consequences for the delivery and its webhook. */
export async function settleAttempt(
  queries: Queries,
  delivery: Delivery,
  claim: string,
  { at, httpStatus, error, signedAt, signature }: Attempt & { readonly at: Date },
): Promise<void> {
  const delay = RETRY_SECONDS[delivery.attempts];
  const state = error === null ? 'DELIVERED' : delay === undefined ? 'EXHAUSTED' : 'PENDING';
  const dueAt = new Date(at.getTime() + (delay ?? 0) * 1000);
  const outcome = [at, httpStatus, error, signedAt, signature];
  const { deliveryId, webhookId } = delivery;
  const about = [deliveryId, claim, state, dueAt];
  await queries.query(SETTLE, [...about, ...outcome, EXHAUSTED_TO_DISABLE, webhookId]);
}

const attemptRow = rowSchema({
  at: jsonTime,
  httpStatus: z.number(),
  error: nullable(z.string()).transform(error => error ?? null),
  signedAt: z.number(),
  signature: z.string(),
});

/** A delivery with its attempts, oldest first. */
export interface DeliveryRecord extends Delivery {
  readonly tries: readonly (Attempt & { readonly at: Date })[];
}

/** The newest deliveries of all tenants, for the local console. */
export async function listDeliveries(queries: Queries, limit: number): Promise<DeliveryRecord[]> {
  const rows = await queries.query(
    `SELECT ${COLUMNS}, (SELECT coalesce(json_agg(tried ORDER BY tried.position), '[]') FROM webhook_attempts AS tried
       WHERE tried.delivery_id = webhook_deliveries.delivery_id) AS tries
     FROM webhook_deliveries JOIN webhooks USING (webhook_id) JOIN outbox USING (event_id)
     ORDER BY webhook_deliveries.position DESC LIMIT $1::int`,
    [limit],
  );
  return rows.map(row => ({ ...toDelivery(row), tries: z.array(attemptRow).parse(row['tries']) }));
}

/**
 * Resends a delivery, with six new attempts. An attempt in progress no longer counts.
 * @param of.webhookId the webhook that it must be of; undefined: any
 * @returns whether the delivery exists
 */
export async function replayDelivery(
  queries: Queries,
  { deliveryId, webhookId = null }: { readonly deliveryId: string; readonly webhookId?: string | null },
  now: Date,
): Promise<boolean> {
  const rows = await queries.query(
    `UPDATE webhook_deliveries SET state = 'PENDING', attempts = 0, due_at = $2, claim = NULL,
       leased_until = '-infinity'
     WHERE delivery_id = $1 AND webhook_id = coalesce($3, webhook_id) RETURNING delivery_id`,
    [deliveryId, now, webhookId],
  );
  return rows.length === 1;
}
