import * as z from 'zod';
import { EVENT_TYPES } from '../../event-types.ts';
import { rowSchema } from '../storage/row-schema.ts';
import { insertRow } from '../storage/insert-row.ts';
import type { Queries } from '../storage/database.ts';
import type { Webhook } from './webhook.ts';

const webhookRow = rowSchema({
  webhookId: z.string(),
  tenantId: z.string(),
  url: z.string(),
  sealedSecret: z.string(),
  events: z.array(z.enum(EVENT_TYPES)),
  status: z.enum(['ACTIVE', 'DISABLED']),
  createdAt: z.date(),
  updatedAt: z.date(),
});

export async function insertWebhook(queries: Queries, webhook: Webhook): Promise<void> {
  await insertRow(queries, 'webhooks', { ...webhook });
}

/** The tenant's webhook; undefined also for another tenant's. */
export async function findWebhook(
  queries: Queries,
  tenantId: string,
  webhookId: string,
): Promise<Webhook | undefined> {
  const [found] = await queries.query('SELECT * FROM webhooks WHERE webhook_id = $1 AND tenant_id = $2', [
    webhookId,
    tenantId,
  ]);
  return found && webhookRow.parse(found);
}

/** Oldest first. */
export async function listWebhooks(queries: Queries, tenantId: string): Promise<Webhook[]> {
  const rows = await queries.query(
    'SELECT * FROM webhooks WHERE tenant_id = $1 ORDER BY created_at, webhook_id',
    [tenantId],
  );
  return rows.map(row => webhookRow.parse(row));
}

/** Deletes a webhook, and then its deliveries (lock order: see `lockWebhooksOf`). @returns whether it existed */
export async function deleteWebhook(queries: Queries, tenantId: string, webhookId: string): Promise<boolean> {
  const rows = await queries.query(
    'DELETE FROM webhooks WHERE webhook_id = $1 AND tenant_id = $2 RETURNING webhook_id',
    [webhookId, tenantId],
  );
  return rows.length === 1;
}

/** Enables a webhook again. Deliveries that were pending when it was disabled are sent first. */
export async function enableWebhook(queries: Queries, webhookId: string, at: Date): Promise<void> {
  await queries.query(
    `UPDATE webhooks SET status = 'ACTIVE', exhausted_in_a_row = 0, updated_at = $2
     WHERE webhook_id = $1 AND status = 'DISABLED'`,
    [webhookId, at],
  );
}

/** How many webhooks all tenants have, by status. */
export async function countWebhooks(
  queries: Queries,
): Promise<{ readonly status: Webhook['status']; readonly count: number }[]> {
  return queries.query('SELECT status, count(*)::int AS count FROM webhooks GROUP BY status');
}
