import { z } from '@hono/zod-openapi';
import type { StoredResponse } from '../http/stored-response.ts';
import { EVENT_TYPES } from '../../event-types.ts';
import type { Webhook } from './webhook.ts';

/** Response schemas of the webhook routes. Only one of them contains a secret. */

const time = z.string().describe('ISO 8601, UTC');

const webhook = z.object({
  webhookId: z.string(),
  url: z.string(),
  events: z.array(z.enum(EVENT_TYPES)),
  status: z.enum(['ACTIVE', 'DISABLED']),
  createdAt: time,
});

export const registeredAnswer = webhook
  .extend({ secret: z.string().describe('The HMAC key. Answered here and nowhere else.') })
  .openapi('RegisteredWebhook');

export const webhookAnswer = webhook.extend({ updatedAt: time }).openapi('Webhook');

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
