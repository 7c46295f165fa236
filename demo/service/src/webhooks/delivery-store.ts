import * as z from 'zod';
import type { Database, Queries } from '../storage/database.ts';
import type { Attempt } from './webhook-sender.ts';

/** Longer than a try can take: one that was not reported by then died with its process. */
const LEASE_SECONDS = 20;

/** Delays after each failure (service interface, "Retry"); with the first try there are six. */
const RETRY_SECONDS = [30, 120, 600, 1800, 7200];

/** Deliveries in a row with all tries used up that disable a webhook (signer API, section 7). */
const EXHAUSTED_TO_DISABLE = 5;

/** The body of a delivery is made of its event at every try: the same bytes each time. */
const SELECT_DELIVERY = `
  SELECT delivery_id, webhook_id, url, sealed_secret, state, attempts, due_at, event_type, outbox.tenant_id,
    transaction_id, data, occurred_at
  FROM webhook_deliveries JOIN webhooks USING (webhook_id) JOIN outbox USING (event_id)`;

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

function toDelivery(found: unknown): Delivery {
  const row = deliveryRow.parse(found);
  const { delivery_id: deliveryId, event_type: eventType, tenant_id: tenantId, data } = row;
  const transactionId = row.transaction_id ?? undefined;
  return {
    deliveryId,
    webhookId: row.webhook_id,
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
 * The next delivery that is due, for the holder of `claim` alone.
 * @param busy webhooks that wait for an answer to another one
 */
export async function claimDelivery(
  queries: Queries,
  claim: string,
  now: Date,
  busy: readonly string[],
): Promise<Delivery | undefined> {
  const [claimed] = await queries.query<{ delivery_id: string }>(
    `UPDATE webhook_deliveries SET claim = $1,
       leased_until = clock_timestamp() + $2::int * interval '1 second'
     WHERE delivery_id = (
       SELECT delivery_id FROM webhook_deliveries JOIN webhooks USING (webhook_id)
       WHERE state = 'PENDING' AND due_at <= $3 AND leased_until <= clock_timestamp()
         AND status = 'ACTIVE' AND webhook_id <> ALL($4::text[])
       ORDER BY due_at, webhook_deliveries.position LIMIT 1 FOR UPDATE OF webhook_deliveries SKIP LOCKED)
     RETURNING delivery_id`,
    [claim, LEASE_SECONDS, now, busy],
  );
  if (claimed === undefined) return undefined;
  const [found] = await queries.query(`${SELECT_DELIVERY} WHERE delivery_id = $1`, [claimed.delivery_id]);
  return found && toDelivery(found);
}

/** Claims die with their process; the embedded database has only this one. */
export async function clearDeliveryClaims(queries: Queries): Promise<void> {
  await queries.query(
    `UPDATE webhook_deliveries SET leased_until = '-infinity' WHERE leased_until > clock_timestamp()`,
  );
}

/** Takes back a claim whose try was broken off. */
export async function releaseDelivery(queries: Queries, claim: string): Promise<void> {
  await queries.query(`UPDATE webhook_deliveries SET leased_until = '-infinity' WHERE claim = $1`, [claim]);
}

/** Writes what became of a try, and what follows for the delivery and for its webhook. */
export async function settleAttempt(
  database: Database,
  delivery: Delivery,
  claim: string,
  attempt: Attempt & { readonly at: Date },
): Promise<void> {
  const { deliveryId, webhookId } = delivery;
  const succeeded = attempt.error === null;
  const delay = RETRY_SECONDS[delivery.attempts];
  const state = succeeded ? 'DELIVERED' : delay === undefined ? 'EXHAUSTED' : 'PENDING';
  const dueAt = new Date(attempt.at.getTime() + (delay ?? 0) * 1000);
  await database.transaction(async queries => {
    const settled = await queries.query(
      `UPDATE webhook_deliveries SET attempts = attempts + 1, state = $3, due_at = $4, leased_until = '-infinity'
       WHERE delivery_id = $1 AND claim = $2 RETURNING delivery_id`,
      [deliveryId, claim, state, dueAt],
    );
    // It was deleted meanwhile, or took so long that somebody else has it now.
    if (settled.length === 0) return;
    await insertAttempt(queries, deliveryId, attempt);
    if (state === 'DELIVERED') await countSuccess(queries, webhookId);
    if (state === 'EXHAUSTED') await countExhausted(queries, webhookId, attempt.at);
  });
}

async function insertAttempt(
  queries: Queries,
  deliveryId: string,
  { at, httpStatus, error, signedAt, signature }: Attempt & { readonly at: Date },
): Promise<void> {
  await queries.query(
    `INSERT INTO webhook_attempts (delivery_id, at, http_status, error, signed_at, signature)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [deliveryId, at, httpStatus, error, signedAt, signature],
  );
}

async function countSuccess(queries: Queries, webhookId: string): Promise<void> {
  await queries.query(
    'UPDATE webhooks SET exhausted_in_a_row = 0 WHERE webhook_id = $1 AND exhausted_in_a_row > 0',
    [webhookId],
  );
}

async function countExhausted(queries: Queries, webhookId: string, at: Date): Promise<void> {
  await queries.query(
    `UPDATE webhooks SET exhausted_in_a_row = exhausted_in_a_row + 1,
       status = CASE WHEN exhausted_in_a_row + 1 >= $2::int THEN 'DISABLED' ELSE status END,
       updated_at = CASE WHEN exhausted_in_a_row + 1 >= $2::int THEN $3 ELSE updated_at END
     WHERE webhook_id = $1`,
    [webhookId, EXHAUSTED_TO_DISABLE, at],
  );
}

/** A delivery with its tries, oldest first. */
export interface DeliveryRecord extends Delivery {
  readonly tries: readonly (Attempt & { readonly at: Date })[];
}

type AttemptRow = {
  at: Date;
  http_status: number;
  error: string | null;
  signed_at: number;
  signature: string;
};

/** The newest deliveries first, of all tenants: for this machine's own console. */
export async function listDeliveries(queries: Queries, limit: number): Promise<DeliveryRecord[]> {
  const rows = await queries.query(
    `${SELECT_DELIVERY} ORDER BY webhook_deliveries.position DESC LIMIT $1::int`,
    [limit],
  );
  const records: DeliveryRecord[] = [];
  for (const delivery of rows.map(toDelivery)) {
    const tries = await queries.query<AttemptRow>(
      `SELECT at, http_status, error, signed_at::int AS signed_at, signature FROM webhook_attempts
       WHERE delivery_id = $1 ORDER BY position`,
      [delivery.deliveryId],
    );
    records.push({
      ...delivery,
      tries: tries.map(({ http_status: httpStatus, signed_at: signedAt, ...rest }) => ({
        ...rest,
        httpStatus,
        signedAt,
      })),
    });
  }
  return records;
}

/** Sends a delivery again, with six new tries. @returns whether it is there */
export async function redeliver(queries: Queries, deliveryId: string, now: Date): Promise<boolean> {
  const rows = await queries.query(
    `UPDATE webhook_deliveries SET state = 'PENDING', attempts = 0, due_at = $2
     WHERE delivery_id = $1 RETURNING delivery_id`,
    [deliveryId, now],
  );
  return rows.length === 1;
}
