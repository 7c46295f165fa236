import * as z from 'zod';
import { EVENT_TYPES } from '../outbox/event-types.ts';
import type { Queries } from '../storage/database.ts';
import type { Webhook } from './webhook.ts';

const webhookRow = z.object({
  webhook_id: z.string(),
  tenant_id: z.string(),
  url: z.string(),
  sealed_secret: z.string(),
  events: z.array(z.enum(EVENT_TYPES)),
  status: z.enum(['ACTIVE', 'DISABLED']),
  created_at: z.date(),
  updated_at: z.date(),
});

function toWebhook(found: unknown): Webhook {
  const row = webhookRow.parse(found);
  return {
    webhookId: row.webhook_id,
    tenantId: row.tenant_id,
    url: row.url,
    sealedSecret: row.sealed_secret,
    events: row.events,
    status: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export async function insertWebhook(queries: Queries, webhook: Webhook): Promise<void> {
  await queries.query(
    `INSERT INTO webhooks (webhook_id, tenant_id, url, sealed_secret, events, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5::jsonb, $6, $7)`,
    [
      webhook.webhookId,
      webhook.tenantId,
      webhook.url,
      webhook.sealedSecret,
      JSON.stringify(webhook.events),
      webhook.createdAt,
      webhook.updatedAt,
    ],
  );
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
  return found && toWebhook(found);
}

/** Oldest first. */
export async function listWebhooks(queries: Queries, tenantId: string): Promise<Webhook[]> {
  const rows = await queries.query(
    'SELECT * FROM webhooks WHERE tenant_id = $1 ORDER BY created_at, webhook_id',
    [tenantId],
  );
  return rows.map(toWebhook);
}

/** Deletes a webhook, and then its deliveries (lock order: see `holdWebhooksOf`). @returns whether it existed */
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
