import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startPostgres, type PostgresServer } from '../../../test/support/postgres-server.ts';
import { onePagePdf } from '../../../test/support/small-pdf.ts';
import { createLocalMode } from '../../local/src/index.ts';
import type { RateRule } from '../src/limits/rate-limits.ts';
import { createService, type Service } from '../src/main/service.ts';
import { type Database, DatabaseAwayError } from '../src/storage/database.ts';
import { openTableStore } from '../src/storage/document-store.ts';
import { openDatabaseServer } from '../src/storage/postgres.ts';
import { testRates } from './support/test-core.ts';
import { createServerDatabase, type ServerDatabase } from './support/test-database.ts';
import { PUBLIC_URL } from './support/test-service.ts';
import { withoutTools } from './support/tools.ts';

const RULE: RateRule = { name: 'tries', most: 10, windowMs: 60_000 };

/** A run of all tests provides a server; a run of this file alone starts its own. */
const { TEST_DATABASE_URL: shared = '' } = process.env;

const withSecret = (secret: string) => () =>
  new Request(`${PUBLIC_URL}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'local',
      client_secret: secret,
    }),
  });

const open = (database: Database) =>
  createService({
    local: createLocalMode(),
    database,
    documents: openTableStore(database),
    publicUrl: PUBLIC_URL,
  });

describe('a limit over two instances', { skip: shared === '' && withoutTools('pg_ctlcluster') }, () => {
  let server: PostgresServer | undefined;
  let empty: ServerDatabase;
  let databases: [Database, Database];
  let instances: [Service, Service];

  before(async () => {
    if (shared === '') server = await startPostgres();
    empty = await createServerDatabase(server?.url ?? shared);
    databases = [openDatabaseServer(empty.url), openDatabaseServer(empty.url)];
    instances = [await open(databases[0]), await open(databases[1])];
  });
  after(async () => {
    for (const instance of instances) await instance.close();
    for (const database of databases) await database.close();
    await empty.drop();
    await server?.stop();
  });

  /** Asks both in turn. */
  async function statuses(count: number, ask: () => Request, remoteAddress: string): Promise<number[]> {
    const found: number[] = [];
    for (let asked = 0; asked < count; asked += 1) {
      const instance = instances[asked % 2 === 0 ? 0 : 1];
      found.push((await instance.fetch(ask(), { remoteAddress })).status);
    }
    return found;
  }

  test('holds for wrong secrets, of one client and address', async () => {
    const wrong = withSecret('nonsense');
    const found = await statuses(14, wrong, '203.0.113.1');
    assert.deepEqual(found, [...Array(10).fill(401), ...Array(4).fill(429)]);
    const right = withSecret('local-secret');
    assert.deepEqual(await statuses(2, right, '203.0.113.1'), [429, 429]);
    assert.deepEqual(await statuses(2, right, '203.0.113.2'), [200, 200]);
  });

  test('holds for files that are verified without a token', async () => {
    const content = Buffer.from(onePagePdf('Contrato')).toString('base64');
    const headers = { 'Content-Type': 'application/json' };
    const ask = () =>
      new Request(`${PUBLIC_URL}/v1/verify/document`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ content }),
      });
    const found = await statuses(12, ask, '203.0.113.3');
    assert.deepEqual(found, [...Array(10).fill(200), 429, 429]);
  });

  test('lets exactly as many through, however many ask at once', async () => {
    const rates = databases.map(database => testRates(database));
    const all = rates.flatMap(each => Array.from({ length: 20 }, () => each.spend(RULE, 'together')));
    const allowed = (await Promise.all(all)).filter(wait => wait === 0);
    assert.equal(allowed.length, 10);
  });

  test('begins anew when its window is over, of which nothing is left then', async () => {
    const [database] = databases;
    const brief = { ...RULE, name: 'brief', windowMs: 1 };
    for (let count = 0; count < 30; count += 1) assert.equal(await testRates(database).spend(brief, 'a'), 0);
    const keys = async () =>
      (await database.query('SELECT key FROM rate_windows')).map(({ key }) => String(key));
    while ((await keys()).some(key => key.includes('brief'))) await testRates(database).removeOld();
    assert.ok((await keys()).length > 0, 'what is not over stays');
    assert.doesNotMatch((await keys()).join(' '), /203\.0\.113/, 'no address is kept');
  });
});

describe('a limit while the database', () => {
  const failing = {
    kind: 'server' as const,
    query: () => Promise.reject(new DatabaseAwayError('It is away.')),
  };

  test('is away is counted by each process', async () => {
    const rates = testRates(failing);
    for (let count = 0; count < 10; count += 1) assert.equal(await rates.spend(RULE, 'a'), 0);
    assert.ok((await rates.spend(RULE, 'a')) > 50);
    assert.equal(await rates.spend(RULE, 'b'), 0);
  });

  test('does not answer keeps one request waiting for a moment, and none after it', async () => {
    let asked = 0;
    const silent = {
      kind: 'server' as const,
      query: () => {
        asked += 1;
        return new Promise<never>(() => undefined);
      },
    };
    const rates = testRates(silent);
    for (let count = 0; count < 10; count += 1) assert.equal(await rates.spend(RULE, 'a'), 0);
    assert.ok((await rates.spend(RULE, 'a')) > 0);
    assert.equal(asked, 1);
  });
});
