import * as z from 'zod';
import type { JobTable } from '../queue/job-table.ts';
import type { Queries, Row } from '../storage/database.ts';
import type { Attempt } from './webhook-sender.ts';

/** Delays after each failure (service interface, "Retry"); with the first try there are six. */
export const RETRY_SECONDS = [30, 120, 600, 1800, 7200];

/** Deliveries in a row with all tries used up that disable a webhook (signer API, section 7). */
const EXHAUSTED_TO_DISABLE = 5;

/** What a delivery is made of. Its body is made of its event at every try: the same bytes each time. */
const COLUMNS = `delivery_id, webhook_id, url, sealed_secret, state, attempts, due_at, event_type,
  outbox.tenant_id, transaction_id, data, occurred_at`;

const deliveryRow = z.object({
  delivery_id: z.string(),
  webhook_id: z.string(),
  url: z.string(),
  sealed_secret: z.string(),
  state: z.enum(['PENDING', 'DELIVERED', 'EXHAUSTED']),
  attempts: z.number(),
  due_at: z.date(),
  event_type: z.string(),
  tenant_id: z.string(),
  transaction_id: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
  occurred_at: z.date(),
});

/** An event on its way to one webhook. */
export interface Delivery {
  readonly deliveryId: string;
  readonly webhookId: string;
  readonly tenantId: string;
  readonly url: string;
  readonly sealedSecret: string;
  readonly state: 'PENDING' | 'DELIVERED' | 'EXHAUSTED';
  /** Tries that have ended. */
  readonly attempts: number;
  /** Of the next try, while there is one. */
  readonly dueAt: Date;
  readonly eventType: string;
  /** JSON (service interface, "Delivery envelope"). */
  readonly body: string;
}

/** What every delivery carries. The id is for the receiver to tell repeats by. */
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
  const row = deliveryRow.parse(found);
  const { delivery_id: deliveryId, event_type: eventType, tenant_id: tenantId, data } = row;
  const transactionId = row.transaction_id ?? undefined;
  return {
    deliveryId,
    webhookId: row.webhook_id,
    tenantId,
    url: row.url,
    sealedSecret: row.sealed_secret,
    state: row.state,
    attempts: row.attempts,
    dueAt: row.due_at,
    eventType,
    body: deliveryBody({ deliveryId, eventType, tenantId, transactionId, at: row.occurred_at, data }),
  };
}

/**
 * Deliveries are jobs while they are pending, and history from then on. The webhook comes first, then its oldest
 * delivery: a long queue of one webhook is no reason for another to wait. The parameters are those of `Eligibility`.
 */
export const DELIVERY_JOBS: JobTable = {
  name: 'webhook_deliveries',
  key: 'delivery_id',
  waiting: `state = 'PENDING'`,
  eligible: due => `${due} AND webhook_id = (
    SELECT webhook_id FROM webhooks
    WHERE status = 'ACTIVE' AND webhook_id <> ALL($4::text[]) AND tenant_id <> ALL($5::text[])
      AND EXISTS (
        SELECT FROM webhook_deliveries AS other WHERE other.webhook_id = webhooks.webhook_id AND ${due})
    ORDER BY array_position($6::text[], webhook_id) NULLS FIRST, webhook_id LIMIT 1)`,
  read: `SELECT ${COLUMNS} FROM claimed JOIN webhooks USING (webhook_id) JOIN outbox USING (event_id)`,
};

/**
 * The order in which rows are held, so that no two transactions wait for each other: an envelope, its sessions, events,
 * webhooks, deliveries, tries. An erasure, which holds many of each, goes by their ids.
 *
 * Deleting a webhook or an event takes its deliveries along in an order of storage's own: two that delete some of the
 * same would each have what the other wants. Whoever touches deliveries therefore holds their webhooks before. Who
 * deletes a webhook, settles a try or writes a new event does so in that very statement; who deletes events calls this.
 * Only who takes a single delivery and nothing after it need not: to claim it, to let it go, to send it again.
 *
 * Until the transaction ends, the webhooks that these events go to are not deleted; all else may happen to them.
 */
export async function holdWebhooksOf(queries: Queries, eventIds: readonly string[]): Promise<void> {
  await queries.query(
    `SELECT webhook_id FROM webhooks
     WHERE webhook_id IN (SELECT webhook_id FROM webhook_deliveries WHERE event_id = ANY($1))
     ORDER BY webhook_id FOR KEY SHARE`,
    [eventIds],
  );
}

/**
 * In one statement, so that each try costs storage one: the outcome, the try itself, and what it means for the
 * webhook. Nothing where the delivery was deleted meanwhile, or took so long that somebody else has it now. The
 * webhook is held first (the order at `holdWebhooksOf`).
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

/** Writes what became of a try, and what follows for the delivery and for its webhook. */
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

const attemptRow = z.object({
  at: z.string().transform(text => new Date(text)),
  http_status: z.number(),
  error: z.string().nullable(),
  signed_at: z.number(),
  signature: z.string(),
});

/** A delivery with its tries, oldest first. */
export interface DeliveryRecord extends Delivery {
  readonly tries: readonly (Attempt & { readonly at: Date })[];
}

/** The newest deliveries first, of all tenants: for this machine's own console. */
export async function listDeliveries(queries: Queries, limit: number): Promise<DeliveryRecord[]> {
  const rows = await queries.query(
    `SELECT ${COLUMNS}, (SELECT coalesce(json_agg(tried ORDER BY tried.position), '[]') FROM webhook_attempts AS tried
       WHERE tried.delivery_id = webhook_deliveries.delivery_id) AS tries
     FROM webhook_deliveries JOIN webhooks USING (webhook_id) JOIN outbox USING (event_id)
     ORDER BY webhook_deliveries.position DESC LIMIT $1::int`,
    [limit],
  );
  return rows.map(row => ({
    ...toDelivery(row),
    tries: z
      .array(attemptRow)
      .parse(row['tries'])
      .map(({ http_status: httpStatus, signed_at: signedAt, ...rest }) => ({
        ...rest,
        httpStatus,
        signedAt,
      })),
  }));
}

/**
 * Sends a delivery again, with six new tries. One under way no longer counts: its end would be that of the new ones.
 * @returns whether it is there
 */
export async function redeliver(queries: Queries, deliveryId: string, now: Date): Promise<boolean> {
  const rows = await queries.query(
    `UPDATE webhook_deliveries SET state = 'PENDING', attempts = 0, due_at = $2, claim = NULL,
       leased_until = '-infinity'
     WHERE delivery_id = $1 RETURNING delivery_id`,
    [deliveryId, now],
  );
  return rows.length === 1;
}
