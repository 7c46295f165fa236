import * as z from 'zod/mini';

/* What the console reads of the webhook routes' answers, and of the local service's own tools. */

const text = z.string();

export const registeredWebhookShape = z.object({ webhookId: text, secret: text });

export const webhooksShape = z.object({
  webhooks: z.array(z.object({ webhookId: text, url: text, events: z.array(text), status: text })),
});
export type Webhook = z.output<typeof webhooksShape>['webhooks'][number];

export const testDeliveryShape = z.object({
  testDelivery: z.object({ httpStatus: z.number(), success: z.boolean(), error: z.nullable(text) }),
});
export type TestDelivery = z.output<typeof testDeliveryShape>['testDelivery'];

export const deliveriesShape = z.array(
  z.object({
    deliveryId: text,
    webhookId: text,
    url: text,
    eventType: text,
    state: text,
    dueAt: text,
    body: text,
    tries: z.array(
      z.object({
        at: text,
        httpStatus: z.number(),
        error: z.nullable(text),
        timestamp: z.number(),
        signature: text,
      }),
    ),
  }),
);
export type Delivery = z.output<typeof deliveriesShape>[number];
export type Attempt = Delivery['tries'][number];

/** As it arrived at the built-in receiver. */
export const arrivalsShape = z.array(
  z.object({ at: text, webhookId: text, timestamp: text, signature: text, body: text }),
);
export type Arrival = z.output<typeof arrivalsShape>[number];
