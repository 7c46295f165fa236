import { postJson, requestJson, send } from '../http/answer.ts';
import type { ServiceClient } from '../http/service-client.ts';
import {
  arrivalsShape,
  deliveriesShape,
  registeredWebhookShape,
  testDeliveryShape,
  webhooksShape,
  type Arrival,
  type Delivery,
  type TestDelivery,
  type Webhook,
} from './webhook-shapes.ts';

/* Webhooks through the integrator's interface, and what the local service shows of its deliveries. All throw as
   `ServiceClient` does. */

const addressOf = (webhookId: string): string => `/v1/webhooks/${encodeURIComponent(webhookId)}`;

/** The local service's own receiver, by the name that this page was opened by. */
export const receiverUrl = (): string => new URL('/_local/webhook-receiver', location.href).href;

/** @returns the id and the secret, which is told this once */
export function registerWebhook(
  service: ServiceClient,
  webhook: { readonly url: string; readonly events: readonly string[] },
): Promise<{ webhookId: string; secret: string }> {
  return service.create(registeredWebhookShape, '/v1/webhooks', webhook);
}

/** Oldest first. */
export async function readWebhooks(service: ServiceClient, signal: AbortSignal): Promise<Webhook[]> {
  return (await service.ask(webhooksShape, '/v1/webhooks', { signal })).webhooks;
}

/** Sends a delivery now, marked as a test. */
export async function testWebhook(service: ServiceClient, webhookId: string): Promise<TestDelivery> {
  const init = { method: 'POST' };
  return (await service.ask(testDeliveryShape, `${addressOf(webhookId)}/test`, init)).testDelivery;
}

export async function enableWebhook(service: ServiceClient, webhookId: string): Promise<void> {
  await service.send(`${addressOf(webhookId)}/enable`, { method: 'POST' });
}

export async function deleteWebhook(service: ServiceClient, webhookId: string): Promise<void> {
  await service.send(addressOf(webhookId), { method: 'DELETE' });
}

/** The newest deliveries of all clients first. */
export function readDeliveries(signal: AbortSignal): Promise<Delivery[]> {
  return requestJson(deliveriesShape, '/_local/webhook-deliveries', { signal });
}

/** Sends a delivery again, with six new tries. */
export async function redeliver(deliveryId: string): Promise<void> {
  await send(`/_local/webhook-deliveries/${encodeURIComponent(deliveryId)}/redeliver`, postJson({}));
}

/** What came to the built-in receiver since the service was started, newest last. */
export function readArrivals(signal: AbortSignal): Promise<Arrival[]> {
  return requestJson(arrivalsShape, '/_local/webhook-receiver', { signal });
}
