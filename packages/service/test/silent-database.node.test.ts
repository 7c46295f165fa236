import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DatabaseAwayError, type Database } from '../src/storage/database.ts';
import { openDatabaseServer } from '../src/storage/postgres.ts';
import { startPostgres, type PostgresServer } from '../../../test/support/postgres-server.ts';
import { openFreezableProxy, type FreezableProxy } from './support/freezable-proxy.ts';
import { createServerDatabase, type ServerDatabase } from './support/test-database.ts';
import { withoutTools } from './support/tools.ts';

/** A run of all tests provides a server; a run of this file alone starts its own. */
const { TEST_DATABASE_URL: shared = '' } = process.env;
const skip = shared === '' && withoutTools('pg_ctlcluster');

/** Far longer than the test, so that only what notices the silence ends what waits. */
const LIMITS = { connectMs: 60_000, statementMs: 60_000, idleInTransactionMs: 60_000, unansweredMs: 1000 };
const POOL_SIZE = 2;

describe('a database server that goes dead', { skip }, () => {
  let server: PostgresServer | undefined;
  let empty: ServerDatabase;
  let proxy: FreezableProxy;
  let database: Database;
  before(async () => {
    if (shared === '') server = await startPostgres();
    empty = await createServerDatabase(server?.url ?? shared);
    const url = new URL(empty.url);
    proxy = await openFreezableProxy(Number(url.port));
    url.port = String(proxy.port);
    database = openDatabaseServer(url.href, LIMITS, POOL_SIZE);
  });
  after(async () => {
    await database.close();
    await proxy.close();
    await empty.drop();
    await server?.stop();
  });

  async function untilAnswered(): Promise<void> {
    for (;;) {
      try {
        return void (await database.query('SELECT 1'));
      } catch (error) {
        assert.ok(error instanceof DatabaseAwayError, String(error));
        await new Promise(resolve => setTimeout(resolve, 20));
      }
    }
  }

  test('fails what waits for it, and then at once what is asked, until it is back', async () => {
    await database.query('SELECT 1');
    const answers: Promise<unknown>[] = [];
    const answer = (to: Promise<unknown>) =>
      answers.push(to.then(() => 'answered').catch((error: unknown) => error));
    const transaction = database.transaction(async queries => {
      await queries.query('SELECT 1');
      proxy.freeze();
      // Only now: another connection might answer them before.
      for (let count = 0; count < 5; count += 1) answer(database.query('SELECT 3'));
      await queries.query('SELECT 2');
    });
    await assert.rejects(transaction, DatabaseAwayError);
    assert.equal(answers.length, 5);
    for (const error of await Promise.all(answers))
      assert.ok(error instanceof DatabaseAwayError, String(error));

    await assert.rejects(database.query('SELECT 4'), { message: 'The database server does not answer.' });

    proxy.thaw();
    await untilAnswered();
    await database.transaction(async queries => void (await queries.query('SELECT 5')));
  });

  test('is not thought to be dead because a statement takes its time', async () => {
    const long = database.query(`SELECT pg_sleep(1.2), 'done' AS state`);
    const [row] = await long;
    assert.equal(row?.['state'], 'done');
  });
});
