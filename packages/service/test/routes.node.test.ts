import { z } from '@hono/zod-openapi';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createApp } from '../src/http/app.ts';
import { forget, type SaveResponse, type StoredResponse } from '../src/http/idempotency.ts';
import { LargeBodies } from '../src/http/large-bodies.ts';
import { created, noContent, ok, route } from '../src/http/route.ts';
import { Metrics } from '../src/metrics/metrics.ts';
import { clientWith } from '../src/oauth/authentication.ts';

const idempotency = {
  run: (_: unknown, work: (save: SaveResponse) => Promise<StoredResponse>) => work(forget),
};

/** An app that knows one client, of the tenant `shop`. */
function openApp() {
  return createApp({
    log: undefined,
    reportError: line => assert.fail(line),
    metrics: new Metrics(),
    parts: {
      largeBodies: new LargeBodies(),
      idempotency,
      credentials: {
        identify: async () => {
          return { kind: 'client', tenantId: 'shop', scopes: ['webhooks:write'] };
        },
        isAdministrator: () => false,
      },
    },
  });
}

const json = (body: unknown) => {
  return { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
};

const answer = z.object({ text: z.string() });

describe('a route', () => {
  test('gives its handler the parts of the request, and what it returns is stored by no cache', async () => {
    const app = openApp();
    route(app, {
      method: 'post',
      path: '/things/{id}',
      access: clientWith('webhooks:write'),
      params: z.object({ id: z.string() }),
      query: z.object({ page: z.coerce.number() }),
      body: z.object({ name: z.string(), note: z.string().optional() }),
      isIdempotent: true,
      answer: created('Made', answer),
      handle: async ({ tenantId, params, query, body, once }) => {
        const text = [tenantId, params.id, query.page + 1, body.name, body.note].join(' ');
        const { body: kept } = await once(async () => ({ status: 201, body: { text } }));
        return answer.parse(kept);
      },
    });
    const response = await app.request('/things/a?page=1', json({ name: 'b', note: null }));
    assert.equal(response.status, 201);
    assert.deepEqual(await response.json(), { text: 'shop a 2 b ' });
    assert.equal(response.headers.get('Cache-Control'), 'no-store');
    assert.equal((await app.request('/things/a?page=1', json({ name: 1 }))).status, 400);
  });

  test('for anybody leaves it to its handler how long an answer is kept', async () => {
    const app = openApp();
    route(app, {
      method: 'get',
      path: '/public',
      answer: ok('All', answer),
      handle: async () => ({ text: 'all' }),
    });
    const response = await app.request('/public');
    assert.deepEqual([response.status, response.headers.get('Cache-Control')], [200, null]);
  });

  test('answers with a status alone, and takes a body that may be left out', async () => {
    const app = openApp();
    const reasons: (string | undefined)[] = [];
    route(app, {
      method: 'post',
      path: '/end',
      access: clientWith('webhooks:write'),
      optionalBody: z.object({ reason: z.string().optional() }),
      answer: noContent('Ended'),
      handle: async ({ body }) => void reasons.push(body.reason),
    });
    for (const request of [{ method: 'POST' }, json({ reason: 'late' })]) {
      const response = await app.request('/end', request);
      assert.deepEqual([response.status, await response.text()], [204, '']);
    }
    assert.deepEqual(reasons, [undefined, 'late']);
  });
});
