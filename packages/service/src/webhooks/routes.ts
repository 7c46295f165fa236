import { z } from '@hono/zod-openapi';
import type { Core } from '../core/core.ts';
import type { ServiceApp } from '../http/app.ts';
import { route, created, ok, noContent } from '../http/route.ts';
import { clientWith } from '../oauth/authentication.ts';
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

const pathParams = z.object({ webhookId: idSchema });

/** Routes for the tenant's webhooks (service interface, "Webhook"). */
export function mountWebhooks(app: ServiceApp, core: Core, webhooks: Webhooks): void {
  const { database } = core;

  route(app, {
    method: 'post',
    path: '/v1/webhooks',
    summary: 'Register a webhook',
    access: clientWith('webhooks:write'),
    body: registrationSchema,
    isIdempotent: true,
    answer: created('The webhook with its secret', registeredAnswer),
    problems: [503],
    handle: async ({ tenantId, body, once }) => {
      const answer = await once(async saveResponse =>
        storedWebhook(await webhooks.register(tenantId, body, saveResponse)),
      );
      // A repeat gets the secret too, because the first response may have been lost.
      const webhook = await webhooks.find(tenantId, z.string().parse(answer.body['webhookId']));
      const secret = await webhooks.secretOf(webhook);
      return registeredAnswer.parse({ ...answer.body, secret });
    },
  });

  route(app, {
    method: 'get',
    path: '/v1/webhooks',
    summary: 'The tenant’s webhooks, oldest first, without their secrets',
    // There is no scope for reading webhooks only; who may read transactions may see where their events go.
    access: clientWith('webhooks:write', 'transactions:read'),
    answer: ok('All of them', webhooksAnswer),
    handle: async ({ tenantId }) => {
      const found = await listWebhooks(database, tenantId);
      return webhooksAnswer.parse({ webhooks: found.map(describeWebhook), count: found.length });
    },
  });

  route(app, {
    method: 'post',
    path: '/v1/webhooks/{webhookId}/test',
    summary: 'Send one signed delivery now, marked as a test',
    access: clientWith('webhooks:write'),
    params: pathParams,
    answer: ok('The result of the delivery', testedAnswer),
    handle: async ({ tenantId, params }) => {
      const { webhookId } = params;
      const { httpStatus, error, at } = await webhooks.test(tenantId, webhookId);
      const testDelivery = { httpStatus, success: error === null, error, timestamp: at.toISOString() };
      return testedAnswer.parse({ webhookId, testDelivery });
    },
  });

  route(app, {
    method: 'post',
    path: '/v1/webhooks/{webhookId}/enable',
    summary: 'Send again to a webhook that was disabled',
    access: clientWith('webhooks:write'),
    params: pathParams,
    answer: ok('The webhook', webhookAnswer),
    handle: async ({ tenantId, params }) => {
      const webhook = await webhooks.enable(tenantId, params.webhookId);
      return webhookAnswer.parse(describeWebhook(webhook));
    },
  });

  route(app, {
    method: 'delete',
    path: '/v1/webhooks/{webhookId}',
    summary: 'Delete a webhook and its pending deliveries',
    access: clientWith('webhooks:write'),
    params: pathParams,
    answer: noContent('The webhook is deleted'),
    handle: async ({ tenantId, params }) => {
      if (!(await deleteWebhook(database, tenantId, params.webhookId))) throw notFound();
    },
  });
}
