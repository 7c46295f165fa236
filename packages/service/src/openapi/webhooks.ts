import { z } from '@hono/zod-openapi';
import type { ServiceApp } from '../http/app.ts';
import { EVENT_TYPES, type EventType } from '../../event-types.ts';
import { EXAMPLES } from './complete-operations.ts';
import { EVENT_ENTRIES } from './webhook-event.ts';

/** Headers of every delivery (service interface, "Delivery headers"). */
const headers = z.object({
  'X-Service-Signature': z
    .string()
    .describe('HMAC-SHA256 in hex over `{X-Service-Timestamp}.{raw body}`; the key is the webhook’s secret.'),
  'X-Service-Timestamp': z
    .string()
    .describe('Unix seconds. Refuse a delivery that is more than 300 seconds away from your clock.'),
  'X-Service-Webhook-Id': z.string(),
  traceparent: z
    .string()
    .optional()
    .describe('W3C Trace Context of the request that caused the event, if it or the service is traced'),
});

/** `ENVELOPE.ALL_SIGNED` → `EnvelopeAllSigned` */
const pascalCase = (type: EventType): string =>
  type.toLowerCase().replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());

function deliveryOf(type: EventType) {
  const { data, transaction: named } = EVENT_ENTRIES[type];
  const ofOne = z.string().optional().describe('Absent for a photo that you enrolled yourself.');
  const transactionId = named === 'always' ? z.string() : ofOne;
  return z
    .object({
      id: z.string().describe('Of the delivery. Repeated attempts have the same: ignore what you have seen.'),
      eventType: z.literal(type),
      tenantId: z.string(),
      ...(named !== 'never' && { transactionId }),
      timestamp: z.iso.datetime().describe('When it happened. ISO 8601, UTC'),
      data: data.openapi(`${pascalCase(type)}Data`),
    })
    .openapi(`${pascalCase(type)}Event`);
}

/** Describes every event under `webhooks`. */
export function registerWebhooks(app: ServiceApp): void {
  for (const type of EVENT_TYPES) {
    const { description } = EVENT_ENTRIES[type];
    app.openAPIRegistry.registerWebhook({
      method: 'post',
      path: type,
      operationId: `on${pascalCase(type)}`,
      tags: ['Webhooks'],
      summary: type,
      description,
      // Deliveries are authenticated by the signature header, not by a security scheme.
      security: [],
      request: {
        headers,
        body: {
          required: true,
          content: { 'application/json': { schema: deliveryOf(type), example: EXAMPLES.events[type] } },
        },
      },
      responses: {
        '2XX': {
          description:
            'Received. Any other status, or none within 10 seconds, makes the service try again: up to 6 attempts in 2 h 42 min.',
        },
      },
    });
  }
}
