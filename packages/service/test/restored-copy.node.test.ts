import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../src/storage/database.ts';
import { tablesOf } from './support/copied-rows.ts';
import { restoreCopy } from './support/restored-copy.ts';
import { areCopies, openTestDatabase } from './support/test-database.ts';
import { openTestService } from './support/test-service.ts';

async function contentsOf(database: Database): Promise<Record<string, unknown>> {
  const contents: Record<string, unknown> = {};
  for (const table of await tablesOf(database))
    contents[table] = await database.query(`SELECT * FROM ${table} ORDER BY ${table}::text`);
  contents['sequences'] = await database.query(
    "SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = 'public' ORDER BY sequencename",
  );
  return contents;
}

/** The embedded database is opened from a file each time. */
const skip = areCopies ? false : 'without a template';

test('a copy that a service has worked on is like the template again', { skip }, async t => {
  const copy = await openTestDatabase();
  const isServer = copy.database.kind === 'server';
  const template = isServer && (await contentsOf(copy.database));
  await copy.drop();
  if (!isServer) return t.skip('no server');
  const service = await openTestService();
  t.after(() => service.close());
  const { database } = service;
  const session = await service.create();
  assert.equal((await service.accept(session)).status, 200);
  await database.query("UPDATE tenants SET name = 'Another'");
  await database.query('DELETE FROM sealing_roots');
  assert.notDeepEqual(await contentsOf(database), template);
  assert.equal(await restoreCopy(database), true);
  assert.deepEqual(await contentsOf(database), template);
});

for (const change of [
  'ALTER TABLE sessions ADD COLUMN more integer',
  'CREATE TABLE more (id integer)',
  'DROP TABLE handovers CASCADE',
  'ALTER TABLE steps ALTER COLUMN status DROP NOT NULL',
  'CREATE INDEX more ON sessions (status)',
])
  test(`a copy is not used again after ${change}`, { skip }, async t => {
    const { database, drop } = await openTestDatabase();
    if (database.kind !== 'server') t.skip('no server');
    else {
      await database.query(change);
      assert.equal(await restoreCopy(database), false);
    }
    await drop();
  });
