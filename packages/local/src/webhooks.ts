/** Webhooks for testers: what was delivered and how, and a receiver that shows what arrives. */
import { createRoute, z } from '@hono/zod-openapi';
import type { Clock } from '../../service/src/domain/clock.ts';
import type { ServiceApp } from '../../service/src/http/app.ts';
import type { LocalServices } from '../../service/src/main/local-mode.ts';
import { json } from '../../service/src/http/openapi-parts.ts';
import { notFound } from '../../service/src/domain/problem.ts';
import { idSchema } from '../../service/src/domain/ids.ts';
import type { Database } from '../../service/src/storage/database.ts';
import {
  listDeliveries,
  replayDelivery,
  type DeliveryRecord,
} from '../../service/src/webhooks/delivery-store.ts';

/** The service's own webhook receiver, for the console. */
export const LOCAL_RECEIVER = '/_local/webhook-receiver';

/** As many as a person looks through; older ones are in the database. */
const SHOWN = 100;

const deliveriesAnswer = z.array(
  z.object({
    deliveryId: z.string(),
    webhookId: z.string(),
    url: z.string(),
    eventType: z.string(),
    state: z.enum(['PENDING', 'DELIVERED', 'EXHAUSTED']),
    dueAt: z.string(),
    body: z.string(),
    tries: z.array(
      z.object({
        at: z.string(),
        httpStatus: z.number(),
        error: z.string().nullable(),
        timestamp: z.number(),
        signature: z.string(),
      }),
    ),
  }),
);

function describe(record: DeliveryRecord): z.input<typeof deliveriesAnswer>[number] {
  const { deliveryId, webhookId, url, eventType, state, dueAt, body } = record;
  const tries = record.tries.map(({ at, signedAt: timestamp, ...rest }) => ({
    ...rest,
    at: at.toISOString(),
    timestamp,
  }));
  return { deliveryId, webhookId, url, eventType, state, dueAt: dueAt.toISOString(), body, tries };
}

/** A received delivery: raw, so that its signature can be checked. */
const receivedAnswer = z.array(
  z.object({
    at: z.string(),
    webhookId: z.string(),
    timestamp: z.string(),
    signature: z.string(),
    body: z.string(),
  }),
);
type ReceivedWebhook = z.output<typeof receivedAnswer>[number];

/** Deliveries to the service's own receiver since the start or the last reset. */
export class ReceivedWebhooks {
  #receivedWebhooks: readonly ReceivedWebhook[] = [];

  get list(): readonly ReceivedWebhook[] {
    return this.#receivedWebhooks;
  }

  add(arrival: ReceivedWebhook): void {
    this.#receivedWebhooks = [...this.#receivedWebhooks, arrival].slice(-SHOWN);
  }

  clear(): void {
    this.#receivedWebhooks = [];
  }
}

export interface LocalWebhookRoutesOptions {
  readonly receivedWebhooks: ReceivedWebhooks;
  readonly database: Database;
  readonly clock: Clock;
  readonly sendWebhooks: LocalServices['sendWebhooks'];
}

/** Routes for the console: deliveries with their attempts, and a receiver. Call after `localOnly` is in place. */
export function mountLocalWebhooks(app: ServiceApp, options: LocalWebhookRoutesOptions): void {
  mountDeliveries(app, options);
  mountReceiver(app, options.receivedWebhooks);
}

function mountDeliveries(app: ServiceApp, options: LocalWebhookRoutesOptions): void {
  const { database, clock, sendWebhooks } = options;
  app.openapi(
    createRoute({
      method: 'get',
      path: '/_local/webhook-deliveries',
      hide: true,
      responses: { 200: json('The newest deliveries with their attempts', deliveriesAnswer) },
    }),
    async c => {
      c.header('Cache-Control', 'no-store');
      return c.json(deliveriesAnswer.parse((await listDeliveries(database, SHOWN)).map(describe)), 200);
    },
  );
  app.openapi(
    createRoute({
      method: 'post',
      path: '/_local/webhook-deliveries/{deliveryId}/redeliver',
      hide: true,
      request: { params: z.object({ deliveryId: idSchema }) },
      responses: { 204: { description: 'Queued for delivery' } },
    }),
    async c => {
      if (!(await replayDelivery(database, c.req.valid('param'), clock.now()))) throw notFound();
      // Not awaited: the receiver may be this very process.
      sendWebhooks();
      return c.body(null, 204);
    },
  );
}

/**
 * Receives and shows deliveries. It knows no secret: the console, which registered the webhook, checks the
 * signatures.
 */
function mountReceiver(app: ServiceApp, receivedWebhooks: ReceivedWebhooks): void {
  app.post(LOCAL_RECEIVER, async c => {
    const header = (name: string) => c.req.header(`X-Service-${name}`) ?? '';
    receivedWebhooks.add({
      at: new Date().toISOString(),
      webhookId: header('Webhook-Id'),
      timestamp: header('Timestamp'),
      signature: header('Signature'),
      body: await c.req.text(),
    });
    return c.body(null, 204);
  });
  app.openapi(
    createRoute({
      method: 'get',
      path: LOCAL_RECEIVER,
      hide: true,
      responses: { 200: json('Received deliveries, newest last', receivedAnswer) },
    }),
    c => {
      c.header('Cache-Control', 'no-store');
      return c.json(receivedAnswer.parse(receivedWebhooks.list), 200);
    },
  );
}
