import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { migrate } from '../src/storage/migrations.ts';
import { openDatabaseServer } from '../src/storage/postgres.ts';
import { SCHEMA_STEPS } from '../src/storage/schema.ts';
import { startPostgres, type PostgresServer } from '../../../test/support/postgres-server.ts';
import { createServerDatabase, type ServerDatabase } from './support/test-database.ts';
import { withoutTools } from './support/tools.ts';

/** A message of the PostgreSQL protocol, version 3: type letter, length, content. */
function message(letter: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(letter), length, content]);
}

const LOGGED_IN = message('R', Buffer.alloc(4));
const READY = message('Z', Buffer.from('I'));
const DONE = message('C', Buffer.from('BEGIN\0'));

const sockets: Socket[] = [];
/** Accepts every client and every statement. */
const server = createServer(socket => {
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.once('data', () => {
    socket.write(Buffer.concat([LOGGED_IN, READY]));
    socket.on('data', () => socket.write(Buffer.concat([DONE, READY])));
  });
});
before(() => once(server.listen(0, '127.0.0.1'), 'listening'));
after(() => server.close());

const addressInfo = (of = server): AddressInfo => {
  const address = of.address();
  assert.ok(address !== null && typeof address === 'object');
  return address;
};

describe('a database server', () => {
  test('that cuts a connection in use fails its transaction and nothing else', async () => {
    const database = openDatabaseServer(`postgres://somebody@127.0.0.1:${addressInfo().port}/any`);
    const cut = database.transaction(async queries => {
      const socket = sockets.at(-1);
      assert.ok(socket);
      const closed = once(socket, 'close');
      socket.destroy();
      await closed;
      // The driver notices in a later turn of the event loop; nothing awaits the connection then.
      await new Promise(resolve => setImmediate(() => setImmediate(resolve)));
      await queries.query('SELECT 1');
    });
    await assert.rejects(cut);
    assert.deepEqual(await database.query('SELECT 1'), []);
    await database.close();
  });
});

/** A run of all tests provides a server; a run of this file alone starts its own. */
const { TEST_DATABASE_URL: shared = '' } = process.env;
const LIMITS = { connectMs: 100, statementMs: 100, idleInTransactionMs: 100 };

test('a database server that says nothing fails the connection in time', async () => {
  const silent = createServer(socket => void sockets.push(socket));
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const url = `postgres://somebody@127.0.0.1:${addressInfo(silent).port}/any`;
  const database = openDatabaseServer(url, LIMITS);
  try {
    await assert.rejects(database.query('SELECT 1'), { name: 'DatabaseAwayError' });
  } finally {
    await database.close();
    silent.close();
  }
});

test('a database server is away for who still asks while the process ends', async () => {
  const database = openDatabaseServer('postgres://somebody@127.0.0.1:1/any', LIMITS);
  await database.close();
  await assert.rejects(database.query('SELECT 1'), { name: 'DatabaseAwayError' });
  await assert.rejects(
    database.transaction(queries => queries.query('SELECT 1')),
    { name: 'DatabaseAwayError' },
  );
});

describe('limits of time', { skip: shared === '' && withoutTools('pg_ctlcluster') }, () => {
  let own: PostgresServer | undefined;
  let empty: ServerDatabase;
  before(async () => {
    if (shared === '') own = await startPostgres();
    empty = await createServerDatabase(own?.url ?? shared);
  });
  after(async () => {
    await empty.drop();
    await own?.stop();
  });

  test('end a statement, and the connection goes on', async () => {
    const database = openDatabaseServer(empty.url, LIMITS);
    await assert.rejects(database.query('SELECT pg_sleep(60)'), { code: '57014' });
    assert.deepEqual(await database.query('SELECT 1 AS one'), [{ one: 1 }]);
    await database.close();
  });

  test('end a transaction in which nothing happens, so that its rows are free', async () => {
    const [limited, other] = [openDatabaseServer(empty.url, LIMITS), openDatabaseServer(empty.url)];
    await other.query('CREATE TABLE notes AS SELECT 1 AS note');
    const held = limited.transaction(async queries => {
      await queries.query('SELECT note FROM notes FOR UPDATE');
      await other.query('SELECT note FROM notes FOR UPDATE');
    });
    await assert.rejects(held);
    await Promise.all([limited.close(), other.close()]);
  });

  test('do not end a migration that waits for another, or is long', async () => {
    const [limited, other] = [openDatabaseServer(empty.url, LIMITS), openDatabaseServer(empty.url)];
    let migrated: Promise<void> | undefined;
    await other.transaction(async queries => {
      await queries.query('SELECT pg_advisory_xact_lock($1::int)', [7_316_402]);
      migrated = migrate(limited);
      migrated.catch(() => undefined);
      await queries.query('SELECT pg_sleep(0.3)');
    });
    await migrated;
    const [row] = await limited.query('SELECT count(*)::int AS steps FROM schema_steps');
    assert.equal(row?.['steps'], SCHEMA_STEPS.length);
    await Promise.all([limited.close(), other.close()]);
  });
});
