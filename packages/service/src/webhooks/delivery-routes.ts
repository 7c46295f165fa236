/** The deliveries of a webhook: listing and repeating them. */
import { z } from '@hono/zod-openapi';
import { EVENT_TYPES } from '../../event-types.ts';
import type { Core } from '../core/core.ts';
import { idSchema } from '../domain/ids.ts';
import { invalid, notFound, Problem } from '../domain/problem.ts';
import type { ServiceApp } from '../http/app.ts';
import { route, ok, noContent } from '../http/route.ts';
import { clientWith } from '../oauth/authentication.ts';
import { jsonTime, nullable, type Queries, rowSchema, type SqlValue } from '../storage/database.ts';
import { replayDelivery } from './delivery-store.ts';
import type { WebhookDelivery } from './webhook-delivery.ts';
import type { Webhooks } from './webhooks.ts';

const DELIVERY_STATES = ['PENDING', 'DELIVERED', 'EXHAUSTED'] as const;

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
type DeliverySummary = z.infer<typeof summaryRow>;

interface DeliveryFilter {
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
async function listDeliveriesOf(
  queries: Queries,
  filter: DeliveryFilter,
): Promise<{ readonly deliveries: DeliverySummary[]; readonly next: string | undefined }> {
  const found = await findPage(queries, filter);
  const deliveries = found.slice(0, filter.limit);
  return { deliveries, next: found.length > filter.limit ? deliveries.at(-1)?.position : undefined };
}

const time = z.string().describe('ISO 8601, UTC');

const deliverySchema = z.object({
  deliveryId: z.string().describe('The `id` in the delivery’s body.'),
  eventType: z.enum(EVENT_TYPES),
  transactionId: z.string().optional(),
  occurredAt: time,
  state: z.enum(DELIVERY_STATES),
  attempts: z.number().describe('Those that have ended, since the last replay.'),
  nextAttemptAt: time.optional(),
  lastAttempt: z
    .object({
      timestamp: time,
      httpStatus: z.number().describe('0 when there was no answer.'),
      error: z.string().nullable(),
    })
    .optional(),
});

const deliveriesAnswer = z
  .object({ deliveries: z.array(deliverySchema), nextCursor: z.string().optional() })
  .openapi('WebhookDeliveries');

const querySchema = z.object({
  state: z.enum(DELIVERY_STATES).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(100).optional(),
});

/** An opaque cursor for the position of a delivery. @throws Problem for one that this service did not write */
function readCursor(cursor: string): string {
  const position = Buffer.from(cursor, 'base64url').toString('latin1');
  if (!/^\d{1,18}$/.test(position)) throw invalid('/cursor', 'Is not a cursor of this list.');
  return position;
}

function describe(found: DeliverySummary): z.input<typeof deliverySchema> {
  const { deliveryId, eventType, transactionId, occurredAt, state, attempts, dueAt, lastAttempt } = found;
  const tried = lastAttempt && {
    timestamp: lastAttempt.at.toISOString(),
    httpStatus: lastAttempt.httpStatus,
    error: lastAttempt.error,
  };
  return {
    deliveryId,
    eventType,
    transactionId,
    occurredAt: occurredAt.toISOString(),
    state,
    attempts,
    ...(state === 'PENDING' && { nextAttemptAt: dueAt.toISOString() }),
    ...(tried && { lastAttempt: tried }),
  };
}

/** Routes for what was delivered to an integrator's webhooks. No answer holds a delivery's body. */
export function mountDeliveryRoutes(
  app: ServiceApp,
  core: Core,
  parts: { webhooks: Webhooks; webhookDelivery: WebhookDelivery },
): void {
  const { database, clock } = core;
  const { webhooks, webhookDelivery } = parts;

  route(app, {
    method: 'get',
    path: '/v1/webhooks/{webhookId}/deliveries',
    summary: 'The deliveries to a webhook, newest first, without their bodies',
    access: clientWith('webhooks:write', 'transactions:read'),
    params: z.object({ webhookId: idSchema }),
    query: querySchema,
    answer: ok('One page', deliveriesAnswer),
    handle: async ({ tenantId, params, query }) => {
      const { webhookId } = params;
      const { state, limit, cursor } = query;
      await webhooks.find(tenantId, webhookId);
      const before = cursor === undefined ? undefined : readCursor(cursor);
      const { deliveries, next } = await listDeliveriesOf(database, { webhookId, state, limit, before });
      const nextCursor = next === undefined ? undefined : Buffer.from(next).toString('base64url');
      return { deliveries: deliveries.map(describe), nextCursor };
    },
  });

  route(app, {
    method: 'post',
    path: '/v1/webhooks/{webhookId}/deliveries/{deliveryId}/replay',
    summary: 'Send a delivery again, with the same id and six new attempts',
    access: clientWith('webhooks:write'),
    params: z.object({ webhookId: idSchema, deliveryId: idSchema }),
    answer: noContent('It is sent soon', 202),
    problems: [409],
    handle: async ({ tenantId, params }) => {
      const { webhookId, deliveryId } = params;
      const { status } = await webhooks.find(tenantId, webhookId);
      if (status === 'DISABLED') throw new Problem('conflict', 'The webhook is disabled. Enable it first.');
      if (!(await replayDelivery(database, { webhookId, deliveryId }, clock.now()))) throw notFound();
      webhookDelivery.queue.wake();
    },
  });
}
