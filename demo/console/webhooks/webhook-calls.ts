import { postJson, requestJson, send, type ServiceClient } from '../http/service-client.ts';
import type {
  Answers,
  Arrival,
  Delivery,
  RegisteredWebhook,
  TestDelivery,
  Webhook,
} from '../http/service-types.ts';

/* Webhooks through the integrator's interface, and what the local service shows of its deliveries. All throw as
   `ServiceClient` does. */

const addressOf = (webhookId: string): string => `/v1/webhooks/${encodeURIComponent(webhookId)}`;

/** The address of the local service's own receiver, on this page's host name. */
export const receiverUrl = (): string => new URL('/_local/webhook-receiver', location.href).href;

/** @returns the id and the secret, which the service returns only once */
export function registerWebhook(
  service: ServiceClient,
  webhook: { readonly url: string; readonly events: readonly string[] },
): Promise<RegisteredWebhook> {
  return service.create('/v1/webhooks', webhook);
}

/** Oldest first. */
export async function readWebhooks(service: ServiceClient, signal: AbortSignal): Promise<Webhook[]> {
  return (await service.ask<Answers['Webhooks']>('/v1/webhooks', { signal })).webhooks;
}

/** Sends a delivery now, marked as a test. */
export async function testWebhook(service: ServiceClient, webhookId: string): Promise<TestDelivery> {
  const init = { method: 'POST' };
  return (await service.ask<Answers['TestDelivery']>(`${addressOf(webhookId)}/test`, init)).testDelivery;
}

export async function enableWebhook(service: ServiceClient, webhookId: string): Promise<void> {
  await service.send(`${addressOf(webhookId)}/enable`, { method: 'POST' });
}

export async function deleteWebhook(service: ServiceClient, webhookId: string): Promise<void> {
  await service.send(addressOf(webhookId), { method: 'DELETE' });
}

/** The newest deliveries of all clients first. */
export function readDeliveries(signal: AbortSignal): Promise<Delivery[]> {
  return requestJson('/_local/webhook-deliveries', { signal });
}

/** Sends a delivery again, with six new attempts. */
export async function redeliver(deliveryId: string): Promise<void> {
  await send(`/_local/webhook-deliveries/${encodeURIComponent(deliveryId)}/redeliver`, postJson({}));
}

/** The webhooks that the built-in receiver got since the service was started, newest last. */
export function readArrivals(signal: AbortSignal): Promise<Arrival[]> {
  return requestJson('/_local/webhook-receiver', { signal });
}
