import * as z from 'zod';
import { EVENT_TYPES } from '../../event-types.ts';
import { jsonTime, nullable, rowSchema } from '../storage/row-schema.ts';
import type { Queries, SqlValue } from '../storage/database.ts';

export const DELIVERY_STATES = ['PENDING', 'DELIVERED', 'EXHAUSTED'] as const;

const lastAttemptRow = rowSchema({
  at: jsonTime,
  httpStatus: z.number(),
  error: nullable(z.string()).transform(error => error ?? null),
});

const summaryRow = rowSchema({
  position: z.string(),
  deliveryId: z.string(),
  eventType: z.enum(EVENT_TYPES),
  transactionId: nullable(z.string()),
  occurredAt: z.date(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.number(),
  dueAt: z.date(),
  lastAttempt: nullable(lastAttemptRow),
});

/** A delivery without its body, which names the signer and holds the integrator's metadata. */
export type DeliverySummary = z.infer<typeof summaryRow>;

export interface DeliveryFilter {
  readonly webhookId: string;
  readonly state?: DeliverySummary['state'] | undefined;
  readonly limit: number;
  /** The position of the last one of the page before. */
  readonly before?: string | undefined;
}

/** One more than the limit, where there are more: newest first. */
async function findPage(
  queries: Queries,
  { webhookId, state, limit, before }: DeliveryFilter,
): Promise<DeliverySummary[]> {
  const parameters: SqlValue[] = [webhookId, limit + 1];
  const conditions = ['webhook_id = $1'];
  if (state !== undefined) conditions.push(`state = $${parameters.push(state)}`);
  if (before !== undefined)
    conditions.push(`webhook_deliveries.position < $${parameters.push(before)}::text::bigint`);
  const rows = await queries.query(
    `SELECT webhook_deliveries.position::text, delivery_id, event_type, transaction_id, occurred_at, state, attempts,
       due_at, (SELECT json_build_object('at', at, 'http_status', http_status, 'error', error)
         FROM webhook_attempts AS tried WHERE tried.delivery_id = webhook_deliveries.delivery_id
         ORDER BY tried.position DESC LIMIT 1) AS last_attempt
     FROM webhook_deliveries JOIN outbox USING (event_id) WHERE ${conditions.join(' AND ')}
     ORDER BY webhook_deliveries.position DESC LIMIT $2::int`,
    parameters,
  );
  return rows.map(row => summaryRow.parse(row));
}

/** A page of a webhook's deliveries, newest first, with the position that the next page begins after, if any. */
export async function listDeliveriesOf(
  queries: Queries,
  filter: DeliveryFilter,
): Promise<{ readonly deliveries: DeliverySummary[]; readonly next: string | undefined }> {
  const found = await findPage(queries, filter);
  const deliveries = found.slice(0, filter.limit);
  return { deliveries, next: found.length > filter.limit ? deliveries.at(-1)?.position : undefined };
}
