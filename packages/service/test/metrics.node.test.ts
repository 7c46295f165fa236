import assert from 'node:assert/strict';
import { get as getOverHttp } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { openMetricsServer } from '../src/main/metrics-server.ts';
import { onEachDatabase } from './support/test-database.ts';
import { openTestService, PUBLIC_URL, sessionRequest, type TestService } from './support/test-service.ts';
import { openReceiver } from './support/webhook-receiver.ts';

/** The value of the only sample with these labels; undefined without one. */
function valueOf(
  text: string,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const samples = text.split('\n').filter(line => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const found = samples.filter(sample => wanted.every(label => sample.includes(label)));
  assert.ok(found.length <= 1, `${name} is ambiguous: ${found.join(', ')}`);
  return found[0] === undefined ? undefined : Number(found[0].split(' ').at(-1));
}

onEachDatabase(kind => {
  let service: TestService;
  before(async () => {
    service = await openTestService({ allowLocalWebhooks: true }, kind);
  });
  after(() => service.close());

  test('a signing shows as requests, steps, events and seals', async () => {
    const session = await service.create();
    assert.equal((await service.accept(session)).body.status, 'COMPLETED');
    const text = await service.metrics();
    const count = 'sign_session_http_request_duration_seconds_count';
    const route = '/v1/signing-sessions/:sessionId/advance';
    assert.equal(valueOf(text, count, { method: 'POST', route, status: '200' }), 1);
    const accepted = { type: 'CLICK_ACCEPT', status: 'COMPLETED' };
    assert.equal(valueOf(text, 'sign_session_steps_total', accepted), 1);
    assert.equal(valueOf(text, 'sign_session_events_total', { type: 'TRANSACTION.COMPLETED' }), 1);
    const sealed = { kind: 'document', outcome: 'sealed' };
    assert.equal(valueOf(text, 'sign_session_seal_duration_seconds_count', sealed), 1);
    assert.equal(valueOf(text, 'sign_session_sealing_jobs', { state: 'running' }), 0);
    assert.equal(valueOf(text, 'sign_session_health', { part: 'database' }), 1);
    assert.equal(valueOf(text, 'sign_session_errors_total'), 0);
  });

  test('deliveries show by outcome, and what waits by its age', async () => {
    const receiver = await openReceiver();
    receiver.answer(500);
    const as = await service.token();
    const json = { url: receiver.url, events: ['SIGNING_SESSION.CREATED'] };
    const { webhookId } = (await service.call('/v1/webhooks', { as, json })).body;
    await service.create();
    const attempts = 'sign_session_webhook_attempt_duration_seconds_count';
    for (;;) {
      const text = await service.metrics();
      const waiting = valueOf(text, 'sign_session_queue_jobs', { queue: 'webhook_deliveries' });
      const isDue =
        valueOf(text, 'sign_session_queue_oldest_due_seconds', { queue: 'webhook_deliveries' }) !== 0;
      if (valueOf(text, attempts, { outcome: 'refused' }) === 1 && !isDue) {
        assert.equal(waiting, 1, 'it is tried again later');
        break;
      }
      await new Promise(resolve => setTimeout(resolve, 5));
    }
    await service.database.query(`UPDATE webhooks SET status = 'DISABLED' WHERE webhook_id = $1`, [
      webhookId,
    ]);
    service.clock.advance(600_000);
    const text = await service.metrics();
    assert.equal(valueOf(text, 'sign_session_queue_jobs', { queue: 'webhook_deliveries' }), 0);
    assert.equal(valueOf(text, 'sign_session_webhooks', { status: 'DISABLED' }), 1);
    await receiver.close();
  });

  test('a plan shows when most of it is used, and refusals are counted', async () => {
    const ratio = { tenant: 'tenant_limited', dimension: 'monthlyTransactions' };
    const as = await service.token('limited');
    await service.create({}, as);
    assert.equal(valueOf(await service.metrics(), 'sign_session_quota_used_ratio', ratio), undefined);
    await service.create({}, as);
    const { status } = await service.call('/v1/signing-sessions', { as, json: sessionRequest() });
    assert.equal(status, 429);
    const text = await service.metrics();
    assert.equal(valueOf(text, 'sign_session_quota_used_ratio', ratio), 1);
    assert.match(text, /sign_session_quota_refusals_total\{dimension="monthly\w+"\} 1/);
  });

  test('labels have no ids of sessions, and nothing of signers', async () => {
    const session = await service.create();
    await service.view(session);
    await service.call(`/v1/transactions/${session.transactionId}`, { as: await service.token() });
    await service.call('/52998224725/maria@example.com');
    const text = await service.metrics();
    for (const secret of [session.sessionId, session.transactionId, '52998224725', 'maria', 'Maria'])
      assert.ok(!text.includes(secret), secret);
  });
});

describe('GET /metrics', () => {
  let service: TestService;
  before(async () => {
    service = await openTestService();
  });
  after(() => service.close());
  const token = 'a-token-of-16-characters';

  test('is told without a token only to who asks by an address, so that no page reads it by a name of its own', async () => {
    const server = await openMetricsServer({ host: '127.0.0.1', port: 0, token: undefined });
    const { port } = new URL(server.address);
    const statusAs = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const request = { port, path: '/metrics', headers: { Host: host } };
        getOverHttp(request, answer => resolve(answer.resume().statusCode)).on('error', reject);
      });
    const hosts = [
      '127.0.0.1:9464',
      'localhost',
      '[::1]:9464',
      '10.0.0.7',
      'evil.example',
      'localhost.evil.example',
      'a b',
    ];
    const given = [];
    for (const host of hosts) given.push(await statusAs(host));
    assert.deepEqual(given, [503, 503, 503, 503, 403, 403, 403]);
    await server.close();
  });

  test('is served on a port of its own, to who has the token', async () => {
    const server = await openMetricsServer({ host: '127.0.0.1', port: 0, token });
    const get = async (headers: Record<string, string>, path = '') =>
      fetch(server.address + path, { headers });
    const as = { Authorization: `Bearer ${token}` };
    assert.equal((await get(as)).status, 503, 'the service is starting');
    server.serve({ measurements: { read: () => service.metrics() } });
    assert.equal((await get({})).status, 401);
    assert.equal((await get({ Authorization: 'Bearer another-token-of-16' })).status, 401);
    assert.equal((await get(as, '/else')).status, 404);
    const response = await get(as);
    assert.equal(response.status, 200);
    assert.match(response.headers.get('Content-Type') ?? '', /^text\/plain; version=0\.0\.4/);
    const text = await response.text();
    assert.match(text, /^sign_session_build_info\{version="[\d.]+"\} 1$/m);
    assert.match(text, /^process_resident_memory_bytes \d+$/m);
    assert.match(text, /^nodejs_eventloop_lag_seconds /m);
    await server.close();
  });

  test('is not on the port of signers', async () => {
    const { status } = await service.call(`${PUBLIC_URL}/metrics`);
    assert.equal(status, 404);
  });
});
