import { z } from '@hono/zod-openapi';
import type { Core } from '../core/core.ts';
import type { ServiceApp } from '../http/app.ts';
import { declareRoute, jsonBody, runOnce } from '../http/declare-route.ts';
import { clientOf } from '../domain/principal.ts';
import { clientWith } from '../oauth/authentication.ts';
import { json } from '../http/openapi-parts.ts';
import { notFound } from '../domain/problem.ts';
import { idSchema } from '../domain/ids.ts';
import {
  deleteWebhook,
  describeWebhook,
  listWebhooks,
  registeredAnswer,
  registrationSchema,
  storedWebhook,
  testedAnswer,
  webhookAnswer,
  type Webhooks,
  webhooksAnswer,
} from './webhooks.ts';

const params = z.object({ webhookId: idSchema });

/** Routes for the tenant's webhooks (service interface, "Webhook"). */
export function mountWebhooks(app: ServiceApp, core: Core, webhooks: Webhooks): void {
  mountRegister(app, webhooks);
  mountList(app, core);
  mountTest(app, webhooks);
  mountEnable(app, webhooks);
  mountDelete(app, core);
}

function mountRegister(app: ServiceApp, webhooks: Webhooks): void {
  const route = declareRoute({
    method: 'post',
    path: '/v1/webhooks',
    summary: 'Register a webhook',
    access: clientWith('webhooks:write'),
    request: { body: jsonBody(registrationSchema) },
    isIdempotent: true,
    answers: { 201: json('The webhook with its secret', registeredAnswer) },
    problems: [503],
  });
  app.openapi(route, async c => {
    const { tenantId } = clientOf(c.get('principal'));
    const answer = await runOnce(c, async saveResponse =>
      storedWebhook(await webhooks.register(tenantId, c.req.valid('json'), saveResponse)),
    );
    // A repeat gets the secret too, because the first response may have been lost.
    const webhook = await webhooks.find(tenantId, z.string().parse(answer.body['webhookId']));
    c.header('Cache-Control', 'no-store');
    const secret = await webhooks.secretOf(webhook);
    return c.json(registeredAnswer.parse({ ...answer.body, secret }), 201);
  });
}

function mountList(app: ServiceApp, { database }: Core): void {
  const route = declareRoute({
    method: 'get',
    path: '/v1/webhooks',
    summary: 'The tenant’s webhooks, oldest first, without their secrets',
    // There is no scope for reading webhooks only; who may read transactions may see where their events go.
    access: clientWith('webhooks:write', 'transactions:read'),
    request: {},
    answers: { 200: json('All of them', webhooksAnswer) },
  });
  app.openapi(route, async c => {
    const found = await listWebhooks(database, clientOf(c.get('principal')).tenantId);
    c.header('Cache-Control', 'no-store');
    return c.json(webhooksAnswer.parse({ webhooks: found.map(describeWebhook), count: found.length }), 200);
  });
}

function mountTest(app: ServiceApp, webhooks: Webhooks): void {
  const route = declareRoute({
    method: 'post',
    path: '/v1/webhooks/{webhookId}/test',
    summary: 'Send one signed delivery now, marked as a test',
    access: clientWith('webhooks:write'),
    request: { params },
    answers: { 200: json('The result of the delivery', testedAnswer) },
  });
  app.openapi(route, async c => {
    const { webhookId } = c.req.valid('param');
    const { httpStatus, error, at } = await webhooks.test(clientOf(c.get('principal')).tenantId, webhookId);
    const testDelivery = { httpStatus, success: error === null, error, timestamp: at.toISOString() };
    return c.json(testedAnswer.parse({ webhookId, testDelivery }), 200);
  });
}

function mountEnable(app: ServiceApp, webhooks: Webhooks): void {
  const route = declareRoute({
    method: 'post',
    path: '/v1/webhooks/{webhookId}/enable',
    summary: 'Send again to a webhook that was disabled',
    access: clientWith('webhooks:write'),
    request: { params },
    answers: { 200: json('The webhook', webhookAnswer) },
  });
  app.openapi(route, async c => {
    const { tenantId } = clientOf(c.get('principal'));
    const webhook = await webhooks.enable(tenantId, c.req.valid('param').webhookId);
    return c.json(webhookAnswer.parse(describeWebhook(webhook)), 200);
  });
}

function mountDelete(app: ServiceApp, { database }: Core): void {
  const route = declareRoute({
    method: 'delete',
    path: '/v1/webhooks/{webhookId}',
    summary: 'Delete a webhook and its pending deliveries',
    access: clientWith('webhooks:write'),
    request: { params },
    answers: { 204: { description: 'The webhook is deleted' } },
  });
  app.openapi(route, async c => {
    const { tenantId } = clientOf(c.get('principal'));
    if (!(await deleteWebhook(database, tenantId, c.req.valid('param').webhookId))) throw notFound();
    return c.body(null, 204);
  });
}
