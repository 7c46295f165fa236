import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { after, before, describe, test } from 'node:test';
import { EVENT_TYPES } from '../event-types.ts';
import { openTestService, type Answer, type TestService } from './support/test-service.ts';

const HOSTS: Readonly<Record<string, readonly LookupAddress[]>> = {
  'hooks.example': [{ address: '93.184.215.14', family: 4 }],
  'inside.example': [
    { address: '93.184.215.14', family: 4 },
    { address: '10.0.0.7', family: 4 },
  ],
  'loop.example': [{ address: '::ffff:127.0.0.1', family: 6 }],
  'unique.example': [{ address: 'fd00::1', family: 6 }],
  'metadata.example': [{ address: '169.254.169.254', family: 4 }],
};

async function resolveHost(hostname: string): Promise<readonly LookupAddress[]> {
  const found = HOSTS[hostname];
  if (found === undefined) throw new Error('ENOTFOUND');
  return found;
}

let service: TestService;
let token: string;
before(async () => {
  service = await openTestService({ resolveHost });
  token = await service.token();
});
after(() => service.close());

const register = (
  json: Readonly<Record<string, unknown>>,
  call: { as?: string; key?: string } = {},
): Promise<Answer> => service.call('/v1/webhooks', { as: token, json, ...call });

const events = ['TRANSACTION.COMPLETED'];

describe('registering a webhook', () => {
  test('answers its secret once', async () => {
    const json = { url: 'https://hooks.example/in?of=acme', events: [...events, ...events], secret: 'mine' };
    const { status, body, headers } = await register(json);
    assert.equal(status, 201);
    assert.match(body.webhookId, /^wh_/);
    assert.match(body.secret, /^whsec_[\w-]{43}$/);
    assert.equal(headers.get('Cache-Control'), 'no-store');
    assert.deepEqual(
      { ...body, webhookId: '', secret: '', createdAt: '' },
      { webhookId: '', url: json.url, secret: '', events, status: 'ACTIVE', createdAt: '' },
    );
    const list = await service.call('/v1/webhooks', { as: token });
    assert.equal(list.body.count, list.body.webhooks.length);
    const listed = list.body.webhooks.find((one: { webhookId: string }) => one.webhookId === body.webhookId);
    assert.deepEqual(Object.keys(listed).toSorted(), [
      'createdAt',
      'events',
      'status',
      'updatedAt',
      'url',
      'webhookId',
    ]);
    const rows = JSON.stringify(await service.database.query('SELECT * FROM webhooks'));
    assert.ok(!rows.includes(body.secret), 'it is not kept in clear text');
  });

  test('is done once under one key, and answers the same secret again', async () => {
    const json = { url: 'https://hooks.example/once', events };
    const first = await register(json, { key: 'webhook-1' });
    const again = await register(json, { key: 'webhook-1' });
    assert.deepEqual(again.body, first.body);
    assert.equal((await register({ ...json, events: ['QUOTA.WARNING'] }, { key: 'webhook-1' })).status, 409);
    const kept = await service.database.query('SELECT answer FROM idempotency_keys');
    assert.ok(!JSON.stringify(kept).includes(first.body.secret));
  });

  test('takes every type of the contract, and a host that does not resolve yet', async () => {
    const answer = await register({ url: 'https://later.example', events: EVENT_TYPES });
    assert.equal(answer.status, 201);
    assert.equal(answer.body.events.length, 20);
  });

  test('refuses what the contract does not hold', async () => {
    for (const [json, pointer] of [
      [{ url: 'https://hooks.example', events: [] }, '/events'],
      [{ url: 'https://hooks.example' }, '/events'],
      [{ url: 'https://hooks.example', events: 'TRANSACTION.COMPLETED' }, '/events'],
      [{ url: 'https://hooks.example', events: ['transaction.completed'] }, '/events/0'],
      [{ url: 'https://hooks.example', events: [...events, 'STEP.COMPLETED'] }, '/events/1'],
      [{ events }, '/url'],
      [{ url: 'hooks.example', events }, '/url'],
      [{ url: 'ftp://hooks.example', events }, '/url'],
      [{ url: 'http://hooks.example', events }, '/url'],
      [{ url: 'https://me:secret@hooks.example', events }, '/url'],
      [{ url: 'https://hooks.example/#part', events }, '/url'],
      [{ url: 'https://hooks.example:8443/', events }, '/url'],
      [{ url: 'https://hooks.example:22/', events }, '/url'],
      [{ url: 'https://93.184.215.14/', events }, '/url'],
      [{ url: 'https://1572395534/', events }, '/url'],
      [{ url: 'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/', events }, '/url'],
      [{ url: `https://hooks.example/${'x'.repeat(2100)}`, events }, '/url'],
    ] as const) {
      const { status, body } = await register(json);
      assert.equal(status, 400, JSON.stringify(json));
      assert.equal(body.type, 'validation-error');
      assert.equal(body.errors[0].pointer, pointer, JSON.stringify(json));
    }
    const retired = await register({ url: 'https://hooks.example', events: ['STEP.STARTED'] });
    assert.match(retired.body.detail, /retired/);
  });

  test('refuses this machine and private addresses, however they are written', async () => {
    for (const host of [
      'localhost',
      'localhost.',
      'LOCALHOST',
      'api.localhost',
      'printer.local',
      'db.internal',
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '0.0.0.0',
      '10.1.2.3',
      '172.16.0.1',
      '192.168.1.1',
      '3232235777',
      '100.64.0.1',
      '169.254.169.254',
      '224.0.0.1',
      '255.255.255.255',
      '[::]',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:10.0.0.1]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
      '[fd00::1]',
      '[fe80::1]',
      '[ff02::1]',
      'inside.example',
      'loop.example',
      'unique.example',
      'metadata.example',
    ]) {
      for (const scheme of ['https', 'http']) {
        // Names are resolved only for URLs that webhooks may have.
        if (scheme === 'http' && host.endsWith('.example')) continue;
        const { status, body } = await register({ url: `${scheme}://${host}/hooks`, events });
        assert.equal(status, 403, `${scheme}://${host}`);
        assert.equal(body.type, 'forbidden');
      }
    }
  });

  test('is for tokens with webhooks:write', async () => {
    const reader = await service.token('local', 'transactions:read');
    const json = { url: 'https://hooks.example', events };
    assert.equal((await register(json, { as: reader })).status, 403);
    const { clientSecret } = await service.create();
    assert.equal((await register(json, { as: clientSecret })).status, 401);
    const evidence = await service.token('local', 'evidence:read');
    assert.equal((await service.call('/v1/webhooks', { as: evidence })).status, 403);
  });

  test('stops at a hundred of a tenant', async () => {
    const as = await service.token('limited');
    const json = { url: 'https://hooks.example', events };
    const answers = await Promise.all(Array.from({ length: 102 }, () => register(json, { as })));
    assert.equal(answers.filter(({ status }) => status === 201).length, 100);
    assert.equal(answers.filter(({ status }) => status === 409).length, 2);
  });
});

describe('a webhook', () => {
  test('is deleted once', async () => {
    const { webhookId } = (await register({ url: 'https://hooks.example', events })).body;
    const gone = await service.call(`/v1/webhooks/${webhookId}`, { as: token, method: 'DELETE' });
    assert.equal(gone.status, 204);
    const again = await service.call(`/v1/webhooks/${webhookId}`, { as: token, method: 'DELETE' });
    assert.equal(again.status, 404);
  });

  test('is unknown to another tenant', async () => {
    const { webhookId } = (await register({ url: 'https://hooks.example', events })).body;
    const other = await service.token('limited');
    for (const [method, path] of [
      ['DELETE', ''],
      ['POST', '/test'],
      ['POST', '/enable'],
    ] as const) {
      const answer = await service.call(`/v1/webhooks/${webhookId}${path}`, { as: other, method });
      assert.equal(answer.status, 404, path);
    }
    const list = await service.call('/v1/webhooks', { as: other });
    assert.ok(!JSON.stringify(list.body).includes(webhookId));
  });
});

const registerAt = (url: string, on = service) =>
  on.call('/v1/webhooks', { as: token, json: { url, events } });

describe('the receiver that the console shows', () => {
  test('is taken by each of this machine’s names, and nothing beside it', async () => {
    for (const host of ['127.0.0.1:4010', 'localhost:4010', '[::1]:4010']) {
      assert.equal((await registerAt(`http://${host}/_local/webhook-receiver`)).status, 201, host);
    }
    for (const url of [
      'http://127.0.0.1:4010/_local/reset',
      'http://127.0.0.1:4010/_local/webhook-receiver/x',
      'http://127.0.0.1:4011/_local/webhook-receiver',
      'https://127.0.0.1:4010/_local/webhook-receiver',
      'http://10.0.0.7:4010/_local/webhook-receiver',
    ]) {
      assert.equal((await registerAt(url)).status, 403, url);
    }
  });

  test('is nothing outside local mode', async () => {
    const deployed = await service.restart({ local: undefined });
    assert.equal((await registerAt('http://127.0.0.1:4010/_local/webhook-receiver', deployed)).status, 403);
  });
});

describe('with local webhooks allowed', () => {
  test('this machine is taken by http too, and other private addresses are not', async () => {
    const open = await service.restart({ allowLocalWebhooks: true });
    for (const url of [
      'http://127.0.0.1:4000/hooks',
      'http://localhost:4000/hooks',
      'https://[::1]:4000/hooks',
    ]) {
      assert.equal((await registerAt(url, open)).status, 201, url);
    }
    for (const url of ['http://192.168.1.1/hooks', 'https://loop.example/', 'http://10.0.0.1:80/']) {
      assert.equal((await registerAt(url, open)).status, 403, url);
    }
    assert.equal((await registerAt('http://hooks.example/', open)).status, 400);
  });
});
