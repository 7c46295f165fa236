import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openTableStore } from '../src/storage/document-store.ts';
import type { Database } from '../src/storage/database.ts';
import { openDatabaseServer } from '../src/storage/postgres.ts';
import { startPostgres, type PostgresServer } from '../../../test/support/postgres-server.ts';
import { createServerDatabase, type ServerDatabase } from './support/test-database.ts';
import { openServiceOver, sessionRequest, type TestService } from './support/test-service.ts';
import { withoutTools } from './support/tools.ts';

/** A run of all tests provides a server; a run of this file alone starts its own. */
const { TEST_DATABASE_URL: shared = '' } = process.env;
const skip = shared === '' && withoutTools('pg_ctlcluster');

describe('while the database takes no changes, as a standby after a failover', { skip }, () => {
  let server: PostgresServer | undefined;
  let main: Database;
  let empty: ServerDatabase;
  let service: TestService;
  before(async () => {
    if (shared === '') server = await startPostgres();
    main = openDatabaseServer(server?.url ?? shared);
    empty = await createServerDatabase(server?.url ?? shared);
    const database = openDatabaseServer(empty.url);
    const documents = openTableStore(database);
    service = await openServiceOver({ database, documents, close: () => database.close() });
  });
  after(async () => {
    await service.close();
    await empty.drop();
    await main.close();
    await server?.stop();
  });

  const name = () => new URL(empty.url).pathname.slice(1);

  /** As the failover does: open connections are cut, and those made from now on can only read. */
  async function becomeReadOnly(): Promise<void> {
    await main.query(`ALTER DATABASE ${name()} SET default_transaction_read_only = on`);
    await main.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()',
      [name()],
    );
  }

  /** As the next failover does. Open connections still lead to the server that can only be read. */
  const becomeWritable = () => main.query(`ALTER DATABASE ${name()} RESET default_transaction_read_only`);

  async function untilHealthy(): Promise<void> {
    while ((await service.call('/health')).body.status !== 'healthy')
      await new Promise(resolve => setTimeout(resolve, 20));
  }

  test('what reads is answered, what changes is answered by 503, and nothing is restarted afterwards', async () => {
    const as = await service.token();
    const [open, opened] = [await service.create(), await service.create()];
    const completed = await service.create();
    await service.accept(completed);
    const { evidenceId } = await service.view(completed);
    await service.view(opened);
    await becomeReadOnly();
    while ((await service.call('/health')).body.status !== 'degraded')
      await new Promise(resolve => setTimeout(resolve, 20));

    const { body: health, status } = await service.call('/health');
    assert.deepEqual([status, health.services.database.status], [200, 'degraded']);
    assert.equal((await service.call('/ready')).status, 200);
    assert.match(await service.metrics(), /^sign_session_health\{part="database"\} 0$/m);

    const reads: readonly (readonly [path: string, as?: string])[] = [
      [`/v1/signing-sessions/${open.sessionId}`, open.clientSecret],
      [`/v1/signing-sessions/${opened.sessionId}`, opened.clientSecret],
      [`/v1/signing-sessions/${opened.sessionId}/status`, as],
      ['/v1/signing-sessions', as],
      ['/v1/transactions', as],
      [`/v1/transactions/${completed.transactionId}/download`, as],
      ['/v1/webhooks', as],
      ['/v1/quotas', as],
      [`/v1/verify/${evidenceId}`],
      ['/v1/verify/trust-anchors'],
      ['/.well-known/jwks.json'],
    ];
    for (const [path, credential] of reads) {
      const answer = await service.call(path, credential === undefined ? {} : { as: credential });
      assert.equal(answer.status, 200, `${path}: ${JSON.stringify(answer.body)}`);
    }
    assert.match(await service.token(), /^ey/);

    const create = { as, json: sessionRequest(), key: 'while-read-only' };
    for (const answer of [
      await service.call('/v1/signing-sessions', create),
      await service.accept(open),
      await service.call(`/v1/signing-sessions/${open.sessionId}/cancel`, { as, json: {} }),
    ]) {
      assert.deepEqual(
        [answer.status, answer.body.type],
        [503, 'service-unavailable'],
        JSON.stringify(answer),
      );
      assert.equal(answer.headers.get('Retry-After'), '5');
      assert.match(answer.body.detail, /Nothing can be changed/);
    }

    await becomeWritable();
    await untilHealthy();
    assert.equal((await service.accept(open)).body.status, 'COMPLETED');
    assert.equal((await service.call('/v1/signing-sessions', create)).status, 201);
  });

  test('the log says it once, not at every try', () => {
    assert.equal(new Set(service.errors).size, service.errors.length);
  });
});
