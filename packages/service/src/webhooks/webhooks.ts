/** Webhooks: registering, changing and reading them. */
import { z } from '@hono/zod-openapi';
import { EVENT_TYPES, type EventType, RETIRED_EVENT_TYPES } from '../../event-types.ts';
import type { Core } from '../core/core.ts';
import { randomId } from '../domain/ids.ts';
import { notFound, Problem } from '../domain/problem.ts';
import type { SaveResponse, StoredResponse } from '../http/idempotency.ts';
import { insertRow, type Queries, rowSchema } from '../storage/database.ts';
import { deliveryBody } from './delivery-store.ts';
import type { WebhookAddresses } from './webhook-address.ts';
import type { Attempt, WebhookSender } from './webhook-sender.ts';

/** An integrator's URL that receives events. */
interface Webhook {
  readonly webhookId: string;
  readonly tenantId: string;
  readonly url: string;
  /** The HMAC key, encrypted; only signing needs it. */
  readonly sealedSecret: string;
  readonly events: readonly EventType[];
  readonly status: 'ACTIVE' | 'DISABLED';
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const eventType = z
  .string()
  .refine(type => !RETIRED_EVENT_TYPES.includes(type), 'Is a retired event type.')
  .pipe(z.enum(EVENT_TYPES))
  .meta({ enum: [...EVENT_TYPES] });

/** The body of POST /v1/webhooks. A secret in it is ignored: the service makes its own. */
export const registrationSchema = z
  .object({
    url: z.string().describe('https, a host name, port 443.'),
    events: z
      .array(eventType)
      .min(1, 'Must not be empty.')
      .max(100, 'Must be at most 100 entries.')
      .transform(events => [...new Set(events)]),
  })
  .meta({ id: 'RegisterWebhook' });

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

async function insertWebhook(queries: Queries, webhook: Webhook): Promise<void> {
  await insertRow(queries, 'webhooks', { ...webhook });
}

/** The tenant's webhook; undefined also for another tenant's. */
async function findWebhook(
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
async function enableWebhook(queries: Queries, webhookId: string, at: Date): Promise<void> {
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

/** Response schemas of the webhook routes. Only one of them contains a secret. */

const time = z.string().describe('ISO 8601, UTC');

const webhookSchema = z.object({
  webhookId: z.string(),
  url: z.string(),
  events: z.array(z.enum(EVENT_TYPES)),
  status: z.enum(['ACTIVE', 'DISABLED']),
  createdAt: time,
});

export const registeredAnswer = webhookSchema
  .extend({ secret: z.string().describe('The HMAC key. Answered here and nowhere else.') })
  .openapi('RegisteredWebhook');

export const webhookAnswer = webhookSchema.extend({ updatedAt: time }).openapi('Webhook');

export const webhooksAnswer = z
  .object({ webhooks: z.array(webhookAnswer), count: z.number() })
  .openapi('Webhooks');

export const testedAnswer = z
  .object({
    webhookId: z.string(),
    testDelivery: z.object({
      httpStatus: z.number().describe('0 when there was no answer.'),
      success: z.boolean(),
      error: z.string().nullable(),
      timestamp: time,
    }),
  })
  .openapi('TestDelivery');

/** A webhook as listed. */
export function describeWebhook(found: Webhook): z.input<typeof webhookAnswer> {
  const { webhookId, url, events, status, createdAt, updatedAt } = found;
  const times = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
  return { webhookId, url, events: [...events], status, ...times };
}

/** The stored response to a registration. It leaves out the secret. */
export function storedWebhook(made: Webhook): StoredResponse {
  const { updatedAt: _, ...body } = describeWebhook(made);
  return { status: 201, body };
}

/** More webhooks than this suggest a loop that does not delete them; every event is delivered to each. */
const MOST_PER_TENANT = 100;

const SECRET_BYTES = 32;

/** Manages integrators' webhooks. */
export class Webhooks {
  readonly #core: Core;
  readonly #parts;
  readonly #closing = new AbortController();

  constructor(core: Core, parts: { addresses: WebhookAddresses; sender: WebhookSender }) {
    this.#core = core;
    this.#parts = parts;
  }

  /** Aborts test deliveries. */
  stop(): void {
    this.#closing.abort();
  }

  /**
   * @throws Problem `validation-error` or `forbidden` for the URL; `conflict` when the tenant has the maximum
   *   number
   */
  async register(
    tenantId: string,
    wanted: { readonly url: string; readonly events: readonly EventType[] },
    saveResponse: SaveResponse,
  ): Promise<Webhook> {
    const { database, clock, random, fieldCipher } = this.#core;
    const { addresses } = this.#parts;
    const url = await addresses.require(wanted.url);
    const at = clock.now();
    const secret = `whsec_${Buffer.from(random(SECRET_BYTES)).toString('base64url')}`;
    const webhook: Webhook = {
      webhookId: randomId('wh', random),
      tenantId,
      url: url.href,
      sealedSecret: fieldCipher.seal(secret),
      events: wanted.events,
      status: 'ACTIVE',
      createdAt: at,
      updatedAt: at,
    };
    await database.transaction(async queries => {
      // Lock the tenant, so that concurrent registrations cannot exceed the maximum.
      await queries.query('SELECT tenant_id FROM tenants WHERE tenant_id = $1 FOR NO KEY UPDATE', [tenantId]);
      const { length } = await listWebhooks(queries, tenantId);
      if (length >= MOST_PER_TENANT) {
        throw new Problem('conflict', `A tenant has at most ${MOST_PER_TENANT} webhooks. Delete one first.`);
      }
      await insertWebhook(queries, webhook);
      await saveResponse(queries, storedWebhook(webhook));
    });
    return webhook;
  }

  /** @throws Problem `not-found` for an unknown webhook and another tenant's */
  async find(tenantId: string, webhookId: string): Promise<Webhook> {
    const webhook = await findWebhook(this.#core.database, tenantId, webhookId);
    if (webhook === undefined) throw notFound();
    return webhook;
  }

  /** Only for the response to its registration. */
  secretOf(webhook: Webhook): Promise<string> {
    return this.#core.fieldCipher.open(webhook.sealedSecret);
  }

  /**
   * Sends a signed test delivery now, once, whatever the webhook's status.
   * @throws Problem `not-found`
   */
  async test(tenantId: string, webhookId: string): Promise<Attempt & { readonly at: Date }> {
    const { clock, random } = this.#core;
    const { sender } = this.#parts;
    const webhook = await this.find(tenantId, webhookId);
    const at = clock.now();
    const body = deliveryBody({
      deliveryId: randomId('del', random),
      eventType: webhook.events[0] ?? 'TRANSACTION.COMPLETED',
      tenantId,
      at,
      data: { webhookId, message: 'This is a test: nothing happened.' },
      test: true,
    });
    const { url } = webhook;
    const secret = await this.secretOf(webhook);
    const attempt = await sender.send({ webhookId, url, secret, body }, this.#closing.signal);
    return { ...attempt, at };
  }

  /** @throws Problem `not-found` */
  async enable(tenantId: string, webhookId: string): Promise<Webhook> {
    const { database, clock } = this.#core;
    await this.find(tenantId, webhookId);
    await enableWebhook(database, webhookId, clock.now());
    return this.find(tenantId, webhookId);
  }
}
