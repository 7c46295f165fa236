import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { queueRemovals, Removals } from '../src/documents/removals.ts';
import type { DocumentStore } from '../src/storage/document-store.ts';
import { openTableStore } from '../src/storage/document-store.ts';
import { testCore } from './support/test-core.ts';
import { openTestDatabase } from './support/test-database.ts';
import { openServiceOver } from './support/test-service.ts';

/** A store that removes nothing until the signal says so. */
const stuck = (store: DocumentStore): DocumentStore => ({
  ...store,
  async removeAll(_documentIds, signal) {
    await setTimeout(600_000, undefined, { ref: false, ...(signal && { signal }) });
  },
});

describe('an erasure, where the store removes slowly', () => {
  test('holds up neither the other work nor the end, and goes on after the next start', async () => {
    const { database, drop } = await openTestDatabase();
    const documents = openTableStore(database);
    const over = { database, documents, close: async () => undefined };
    const service = await openServiceOver({ ...over, documents: stuck(documents) });
    const erased = async () => {
      await service.create();
      await database.query(
        `UPDATE sessions SET status = 'CANCELLED', ended_at = created_at, erase_at = '2020-01-01'`,
      );
      while ((await database.query('SELECT 1 FROM sessions')).length > 0) await setTimeout(50);
    };
    await erased();
    await erased();
    const [jobs] = await database.query('SELECT count(*)::int AS count FROM removals');
    assert.deepEqual(jobs, { count: 2 }, 'both wait for the store');

    const began = performance.now();
    await service.close();
    assert.ok(performance.now() - began < 10_000);

    const next = await openServiceOver(over);
    const left = () => database.query('SELECT removal_id FROM removals');
    while ((await left()).length > 0) await setTimeout(50);
    assert.deepEqual(await database.query('SELECT document_id FROM document_bytes'), []);
    await next.close();
    await drop();
  });

  test('of many documents asks for as many at once as the store removes quickly', async () => {
    const { database, drop } = await openTestDatabase();
    const asked: number[] = [];
    const documents: DocumentStore = {
      ...openTableStore(database),
      removeAll: async ids => void asked.push(ids.length),
    };
    await queueRemovals(
      database,
      Array.from({ length: 2500 }, (_, index) => `doc_${index}`),
    );
    const { queue } = new Removals(await testCore({ database, documents }));
    await queue.runDue();
    assert.deepEqual(asked, [100, 200, 400, 300, 1000, 500]);
    assert.deepEqual(await database.query('SELECT 1 FROM removals'), []);
    await queue.stop();
    await drop();
  });
});
