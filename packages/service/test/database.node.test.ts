import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { TransactionAbortedError, type Database } from '../src/storage/database.ts';
import { onEachDatabase, openTestDatabase, type TestDatabase } from './support/test-database.ts';

onEachDatabase(kind => {
  let database: Database;
  let drop: TestDatabase['drop'];
  before(async () => {
    ({ database, drop } = await openTestDatabase(kind));
    await database.query('CREATE TABLE notes (note text PRIMARY KEY, at timestamptz)');
  });
  after(() => drop());

  const insert = 'INSERT INTO notes (note) VALUES ($1)';

  const notes = async (): Promise<unknown[]> =>
    (await database.query('SELECT note FROM notes ORDER BY note')).map(({ note }) => note);

  describe('a database', () => {
    test('stores and returns every kind of value', async () => {
      const at = new Date('2026-11-20T14:58:03.500Z');
      const bytes = new Uint8Array([0, 1, 255]);
      const read = `SELECT $1::text AS text, $2::int AS number, $3::boolean AS yes, $4::timestamptz AS at,
      $5::bytea AS bytes, $6::text[] AS texts, $7::jsonb AS json, $8::text AS nothing`;
      // Twice: the second time the statement is prepared.
      for (let time = 1; time <= 2; time += 1) {
        const texts = ['a "quoted" one', 'with, comma', ''];
        const json = JSON.stringify({ kept: [1, 'ção'] });
        const [row] = await database.query(read, ['ção\n', 7, true, at, bytes, texts, json, null]);
        assert.ok(row && row['bytes'] instanceof Uint8Array);
        assert.deepEqual(Array.from(row['bytes']), [0, 1, 255]);
        assert.deepEqual(
          { ...row, bytes: undefined },
          {
            text: 'ção\n',
            number: 7,
            yes: true,
            at,
            bytes: undefined,
            texts,
            json: { kept: [1, 'ção'] },
            nothing: null,
          },
        );
      }
    });

    test('works after a failed statement, also a prepared one', async () => {
      await database.query(insert, ['one']);
      await assert.rejects(database.query(insert, ['one']), { code: '23505' });
      await assert.rejects(database.query('SELECT $1 FROM nowhere', ['x']), { code: '42P01' });
      await database.query(insert, ['two']);
      assert.deepEqual(await notes(), ['one', 'two']);
    });

    test('rolls back a transaction in which a statement failed, and throws', async () => {
      const went = database.transaction(async queries => {
        await queries.query(insert, ['three']);
        await queries.query(insert, ['one']).catch(() => undefined);
      });
      await assert.rejects(went, TransactionAbortedError);
      assert.deepEqual(await notes(), ['one', 'two']);
    });

    test('runs no other query inside a transaction', async () => {
      let outside: Promise<unknown> = Promise.resolve();
      const rolledBack = database.transaction(async queries => {
        await queries.query(insert, ['four']);
        // Requested during the transaction, so the embedded database runs it afterwards.
        outside = database.query(insert, ['five']);
        throw new Error('changed my mind');
      });
      await assert.rejects(rolledBack, /changed my mind/);
      await outside;
      assert.deepEqual(await notes(), ['five', 'one', 'two']);
    });
  });
}, true);
