import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openTableStore } from '../src/storage/document-store.ts';
import { openDatabaseServer } from '../src/storage/postgres.ts';
import { startPostgres, type PostgresServer } from '../../../test/support/postgres-server.ts';
import { openServiceOver, PUBLIC_URL, sessionRequest, type TestService } from './support/test-service.ts';
import { withoutTools } from './support/tools.ts';

const skip = withoutTools('pg_ctlcluster');

describe('while the database server is away', { skip }, () => {
  let server: PostgresServer;
  let service: TestService;
  before(async () => {
    server = await startPostgres();
    const database = openDatabaseServer(server.url);
    const documents = openTableStore(database);
    service = await openServiceOver({ database, documents, close: () => database.close() });
  });
  after(async () => {
    await service.close();
    await server.stop();
  });

  /** A sealed document in base64, and what it is verified by. */
  async function whatIsVerified(): Promise<{ signed: string; anchors: readonly string[] }> {
    await service.call('/_local/certificates');
    const session = await service.create();
    await service.accept(session);
    const { downloadUrl } = await service.view(session);
    const response = await service.fetch(new Request(downloadUrl));
    const { certificates: anchors } = (await service.call('/v1/verify/trust-anchors')).body;
    return { signed: Buffer.from(await response.arrayBuffer()).toString('base64'), anchors };
  }

  test('requests are answered by 503, and it needs no restart afterwards', async () => {
    const as = await service.token();
    const before503 = await service.create();
    const keys = (await service.call('/.well-known/jwks.json')).body;
    const { signed, anchors } = await whatIsVerified();
    await server.pause();

    const requests = [
      service.call('/v1/signing-sessions', { as, json: sessionRequest(), key: 'while-away' }),
      service.call('/v1/signing-sessions', { as }),
      service.call(`/v1/signing-sessions/${before503.sessionId}`, { as: before503.clientSecret }),
      service.accept(before503),
    ];
    for (const { status, body, headers } of await Promise.all(requests)) {
      assert.deepEqual([status, body.type], [503, 'service-unavailable']);
      assert.equal(headers.get('Retry-After'), '5');
    }
    const Accept = 'text/html,*/*;q=0.8';
    const page = await service.fetch(
      new Request(`${PUBLIC_URL}/cloud/start?t=none`, { headers: { Accept, 'Accept-Language': 'en' } }),
    );
    assert.deepEqual([page.status, page.headers.get('Retry-After')], [503, '5']);
    assert.match(await page.text(), /<h1>The service did not answer<\/h1>[\s\S]*<a href="">Try again<\/a>/);
    const health = await service.call('/health');
    assert.equal(health.status, 503);
    const { database } = health.body.services;
    assert.deepEqual([health.body.status, database.status], ['unhealthy', 'unhealthy']);
    assert.equal((await service.call('/ready')).status, 200, 'taking this instance out would help nobody');
    const away = await service.metrics();
    assert.match(away, /^sign_session_health\{part="database"\} 0$/m);
    assert.doesNotMatch(away, /^sign_session_queue_jobs\{/m);

    // What needs no database goes on.
    assert.equal((await service.call('/openapi.json')).status, 200);
    assert.deepEqual((await service.call('/.well-known/jwks.json')).body, keys);
    assert.deepEqual((await service.call('/v1/verify/trust-anchors')).body.certificates, anchors);
    const verdict = await service.call('/v1/verify/document', { json: { content: signed } });
    assert.equal(verdict.body.signatures?.[0]?.indication, 'TOTAL-PASSED', JSON.stringify(verdict.body));

    await server.resume();
    assert.equal((await service.call('/health')).status, 200);
    assert.equal((await service.accept(before503)).body.status, 'COMPLETED');
    const again = { as, json: sessionRequest(), key: 'while-away' };
    assert.equal((await service.call('/v1/signing-sessions', again)).status, 201);
    const history = (await service.call('/health/history')).body.entries;
    assert.deepEqual(
      history.map((entry: { status: string }) => entry.status),
      ['unhealthy', 'healthy'],
    );
  });

  test('the log says it once, not at every try', async () => {
    assert.equal(new Set(service.errors).size, service.errors.length);
  });
});
