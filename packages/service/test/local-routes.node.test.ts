import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openTestService, sessionRequest, START, type TestService } from './support/test-service.ts';
import { storedIds } from './support/stored-ids.ts';

let service: TestService;
before(async () => {
  service = await openTestService();
});
after(() => service.close());

const loopback = { remoteAddress: '127.0.0.1' };

describe('the development routes', () => {
  test('are for this machine', async () => {
    const messages = '/_local/messages';
    assert.equal((await service.call(messages, { connection: loopback })).status, 200);
    assert.equal((await service.call(messages, { connection: { remoteAddress: '::1' } })).status, 200);
    for (const remoteAddress of ['192.168.0.7', '10.0.0.1', '', '127.evil']) {
      assert.equal(
        (await service.call(messages, { connection: { remoteAddress } })).status,
        403,
        remoteAddress,
      );
    }
  });

  test('are under this machine’s names, so that no foreign name can be pointed here', async () => {
    for (const host of ['localhost:4010', '127.0.0.1:9999', '[::1]:4010']) {
      assert.equal((await service.call(`http://${host}/_local/messages`)).status, 200, host);
    }
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '0.0.0.0:4010']) {
      assert.equal((await service.call(`http://${host}/_local/messages`)).status, 403, host);
    }
  });

  test('are out of reach through a proxy, a tunnel and the public name', async () => {
    const names =
      'Forwarded X-Forwarded-For X-Forwarded-Host X-Forwarded-Proto X-Forwarded Via X-Real-IP CF-Connecting-IP CF-Ray ' +
      'True-Client-IP X-Client-IP X-Cluster-Client-IP Fastly-Client-IP Fly-Client-IP X-Original-Host X-Original-URL CDN-Loop X-Envoy-Peer';
    for (const name of names.split(' ')) {
      const answer = await service.call('/_local/messages', { headers: { [name]: 'localhost' } });
      assert.equal(answer.status, 403, name);
    }
    const tunnelled = await service.restart({ publicUrl: 'https://sign.example' });
    const open = (address: string) => tunnelled.call(address, { connection: loopback });
    assert.equal((await open('https://sign.example/_local/messages')).status, 403);
    assert.equal((await open('http://localhost:4010/_local/messages')).status, 200);
  });

  test('are closed to webhooks, which an integrator may point here', async () => {
    const headers = { 'X-Service-Webhook-Id': 'wh_1' };
    for (const path of ['/_local/reset', '/_local/broken-finalizations']) {
      const { status, body } = await service.call(path, { json: {}, headers });
      assert.deepEqual([status, body.type], [403, 'forbidden'], path);
    }
    assert.notEqual((await service.call('/_local/webhook-receiver', { json: {}, headers })).status, 403);
  });

  test('are closed to foreign pages', async () => {
    const send = (headers: Record<string, string>) =>
      service.call('/_local/reset', { method: 'POST', headers });
    for (const origin of ['https://evil.example', 'http://127.0.0.1:4011', 'null']) {
      assert.equal((await send({ Origin: origin })).status, 403, origin);
    }
    assert.equal((await send({ 'Sec-Fetch-Site': 'cross-site' })).status, 403);
    assert.equal((await send({ Origin: 'http://127.0.0.1:4010' })).status, 200);
    const preflight = await service.call('/_local/clock', {
      method: 'OPTIONS',
      headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' },
    });
    assert.equal(preflight.headers.get('Access-Control-Allow-Origin'), null);
  });

  test('are not there outside local mode, and then nothing promises an e-mail', async () => {
    const open = await service.restart({ local: undefined });
    for (const name of ['messages', 'clock', 'reset', 'faults', 'broken-finalizations']) {
      const method = name === 'messages' ? 'GET' : 'POST';
      const { status } = await open.call(`/_local/${name}`, { method, connection: loopback });
      assert.equal(status, 404, name);
    }
    const answer = await open.call('/v1/signing-sessions', {
      as: await open.token(),
      json: sessionRequest({ owner: { email: 'o@example.com' } }),
    });
    assert.equal(answer.body.inviteSent, false);
  });

  test('aside, the OpenAPI document lets nothing be left out of a path', async () => {
    const { body } = await service.call('/openapi.json');
    const operations = Object.values<Record<string, { parameters?: { in: string; required: boolean }[] }>>(
      body.paths,
    ).flatMap(path => Object.values(path));
    const inPaths = operations.flatMap(({ parameters = [] }) => parameters).filter(one => one.in === 'path');
    assert.ok(inPaths.length > 20);
    assert.ok(inPaths.every(({ required }) => required));
  });

  test('are not in the OpenAPI document', async () => {
    const { body } = await service.call('/openapi.json');
    assert.equal(body.openapi, '3.1.0');
    assert.ok(body.paths['/v1/signing-sessions/{sessionId}/advance'].post);
    assert.ok(body.components.schemas.SignerView.properties.steps);
    assert.deepEqual(
      Object.keys(body.paths).filter(path => path.startsWith('/_local')),
      [],
    );
  });
});

const statusAt = async (from: TestService, host: string) =>
  (await from.call(`http://${host}/openapi.json`)).status;

describe('a foreign name that resolves to this machine', () => {
  test('reaches nothing if the secrets are well known', async () => {
    const published = await service.restart({ publicUrl: 'https://sign.example' });
    for (const host of ['localhost', '127.0.0.1:1234', '[::1]:4010', 'sign.example']) {
      assert.equal(await statusAt(published, host), 200, host);
    }
    assert.equal(await statusAt(published, 'evil.example'), 403);
    const { status, body } = await service.call('http://evil.example/oauth2/token', {
      form: { grant_type: 'client_credentials', client_id: 'local', client_secret: 'local-secret' },
    });
    assert.deepEqual([status, body.type], [403, 'forbidden']);
    const half = await service.restart({ clientSecrets: { local: 'a secret', limited: 'limited-secret' } });
    assert.equal(await statusAt(half, 'evil.example'), 403);
  });

  test('is allowed if the secrets are private, or a proxy is in front of the service', async () => {
    const secret = await service.restart({ clientSecrets: { local: 'a secret', limited: 'another' } });
    assert.equal(await statusAt(secret, 'evil.example'), 200);
    const served = await service.restart({ local: undefined });
    assert.equal(await statusAt(served, 'evil.example'), 200);
    // Each start sets the secrets of the built-in clients.
    await service.restart();
  });
});

describe('the clock', () => {
  test('moves by seconds and to a time, and what is due happens', async () => {
    const session = await service.create({ expiresInMinutes: 10 });
    const moved = await service.call('/_local/clock', { json: { advanceSeconds: 601 } });
    assert.deepEqual(moved.body, { now: new Date(START.getTime() + 601_000).toISOString() });
    const events = await service.events(session.transactionId);
    assert.equal(events.at(-1)?.type, 'SIGNING_SESSION.EXPIRED', 'nobody has asked for the session');
    const back = await service.call('/_local/clock', { json: { advanceSeconds: -601 } });
    assert.deepEqual(back.body, { now: START.toISOString() });
    const at = await service.call('/_local/clock', { json: { at: '2027-01-01T00:00:00-03:00' } });
    assert.deepEqual(at.body, { now: '2027-01-01T03:00:00.000Z' });
    for (const json of [{}, { advanceSeconds: '5' }, { at: 'tomorrow' }, { advanceSeconds: 1e15 }]) {
      assert.equal((await service.call('/_local/clock', { json })).status, 400, JSON.stringify(json));
    }
  });

  test('stays within the validity of the service’s certificates', async () => {
    await service.call('/_local/reset', { method: 'POST' });
    const day = 86_400;
    const move = async (json: object) => (await service.call('/_local/clock', { json })).status;
    assert.equal(await move({ advanceSeconds: -299 * day }), 200);
    assert.equal(await move({ advanceSeconds: -2 * day }), 400, 'together they are too much');
    assert.equal(await move({ advanceSeconds: (299 + 4 * 365 - 1) * day }), 200);
    assert.equal((await service.accept(await service.create())).body.status, 'COMPLETED');
    assert.equal(await move({ advanceSeconds: 2 * day }), 400);
    assert.equal(await move({ at: '2025-12-31T00:00:00Z' }), 400);
    assert.equal(await move({ at: '9999-12-31T00:00:00Z' }), 400);
    const { body } = await service.call('/health');
    assert.equal(
      Date.parse(body.timestamp) - START.getTime(),
      (4 * 365 - 1) * day * 1000,
      'it has not moved',
    );
    await service.call('/_local/reset', { method: 'POST' });
  });

  test('keeps its offset over a restart, until a reset', async () => {
    await service.call('/_local/clock', { json: { advanceSeconds: 3600 } });
    const { body } = await service.call('/health');
    const next = await service.restart();
    assert.equal((await next.call('/health')).body.timestamp, body.timestamp);
    const reset = await next.call('/_local/reset', { method: 'POST' });
    assert.deepEqual(reset.body, { now: START.toISOString() });
  });
});

describe('a reset', () => {
  test('wipes the data and keeps the authority, the keys and the clients', async context => {
    // Not the one above: what was started again there, outside local mode, may take an e-mail, and has no inbox for it.
    const fresh = await openTestService();
    context.after(() => fresh.close());
    const token = await fresh.token();
    const session = await fresh.create({ owner: { email: 'owner@example.com' } }, token);
    const accepted = await fresh.accept(session);
    assert.equal(accepted.body.status, 'COMPLETED', JSON.stringify(accepted.body));
    const authority = await fresh.database.query(`SELECT value FROM settings WHERE name = 'authority'`);
    // An invitation, and the completion twice.
    while ((await fresh.messages()).length < 3) await delay(20);
    assert.equal((await fresh.call('/_local/reset', { method: 'POST' })).status, 200);
    assert.deepEqual((await fresh.call('/_local/messages')).body, []);
    assert.deepEqual((await fresh.call('/v1/signing-sessions', { as: token })).body, { sessions: [] });
    assert.deepEqual(await storedIds(fresh.documents), []);
    assert.deepEqual(await fresh.database.query('SELECT * FROM outbox'), []);
    assert.deepEqual(
      await fresh.database.query(`SELECT value FROM settings WHERE name = 'authority'`),
      authority,
    );
    const later = await fresh.accept(await fresh.create({}, token));
    assert.equal(later.body.status, 'COMPLETED', JSON.stringify(later.body));
  });
});

const check = async (): Promise<never> => Promise.reject(new Error('The folder is gone.'));

describe('every answer', () => {
  test('names the interface’s version, and problems their type and title', async () => {
    for (const address of [
      '/health',
      '/health/history',
      '/openapi.json',
      '/nothing/here',
      '/v1/signing-sessions',
      '/',
    ]) {
      const { headers } = await service.call(address);
      assert.equal(headers.get('API-Version'), '1.0', address);
    }
    const { status, body, headers } = await service.call('/nothing/here?secret=1');
    assert.equal(status, 404);
    assert.equal(headers.get('Content-Type'), 'application/problem+json');
    assert.deepEqual([body.type, body.title, body.instance], ['not-found', 'Not found', '/nothing/here']);
  });

  test('leaves a line in the log that holds no id of a session, no query and no secret', async () => {
    const session = await service.create();
    const view = await service.call(`/v1/signing-sessions/${session.sessionId}`, {
      as: session.clientSecret,
    });
    await service.call(view.body.document.presignedUrl);
    await service.call(`/s/${session.sessionId}?cs=${session.clientSecret}`);
    const log = service.log.join('\n');
    assert.match(log, /^POST \/v1\/signing-sessions 201 \d+ ms [\da-f-]{36}$/m);
    assert.match(log, /^GET \/v1\/signing-sessions\/:sessionId 200 \d+ ms [\da-f-]{36}$/m);
    assert.match(log, /^GET \/v1\/documents\/:documentId 200 \d+ ms [\da-f-]{36}$/m);
    assert.doesNotMatch(log, /ss_|\?|signature|Maria/);
  });

  test('about health tells when documents cannot be kept', async () => {
    const broken = await service.restart({ documents: { ...service.documents, check } });
    const { status, body } = await broken.call('/health');
    assert.deepEqual([status, body.status, body.services.documents.status], [503, 'unhealthy', 'unhealthy']);
    assert.equal(body.services.database.status, 'healthy');
  });

  test('about health says how the parts are doing', async () => {
    const { body } = await service.call('/health');
    assert.equal(body.status, 'healthy');
    assert.deepEqual(Object.keys(body.services), ['database', 'documents']);
    const history = await service.call('/health/history');
    assert.equal(history.body.entries.at(-1).status, 'healthy');
  });
});
