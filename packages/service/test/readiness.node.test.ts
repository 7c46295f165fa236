import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openTableStore } from '../src/storage/document-store.ts';
import { openSealer } from '../src/evidence/sealer.ts';
import { createLocalMode } from '../../local/src/index.ts';
import { createService } from '../src/main/service.ts';
import { inspectPdf } from '../src/pdf/inspect-pdf.ts';
import { openServiceOver, PUBLIC_URL, START } from './support/test-service.ts';
import { openTestDatabase } from './support/test-database.ts';

/** The service with a store that says nothing for as long as it is asked, unless something else is wrong. */
async function openWith({ isAlive = true, check = (): Promise<void> => new Promise(() => undefined) } = {}) {
  const { database, drop } = await openTestDatabase();
  const documents = { ...openTableStore(database), check };
  const sealer = { ...(await openSealer(database, { now: () => START })), isAlive: () => isAlive };
  return openServiceOver({ database, documents, close: drop }, { sealer });
}

describe('whether an instance is ready', () => {
  test('is no matter of a store that hangs, which all instances share', async () => {
    const service = await openWith();
    const began = performance.now();
    const { status, body } = await service.call('/ready');
    assert.deepEqual([status, body.status], [200, 'ready']);
    assert.ok(performance.now() - began < 1000, 'it asks nobody');
    const health = await service.call('/health');
    assert.deepEqual([health.status, health.body.services.documents.status], [503, 'unhealthy']);
    await service.close();
  });

  test('is no while its own sealing thread cannot be started', async () => {
    const service = await openWith({ isAlive: false, check: async () => undefined });
    const { status, body } = await service.call('/ready');
    assert.deepEqual([status, body.status], [503, 'unready']);
    assert.equal((await service.call('/health')).status, 200);
    await service.close();
  });

  test('begins when its thread has made a sealed page, and a process has read one', async () => {
    const { database, drop } = await openTestDatabase();
    const own = await openSealer(database, { now: () => START });
    const pages: Uint8Array[] = [];
    const sealer = {
      ...own,
      warm: async () => {
        const page = await own.warm();
        if (page !== undefined) pages.push(page);
        return page;
      },
    };
    const service = await createService({
      local: createLocalMode(),
      database,
      documents: openTableStore(database),
      publicUrl: PUBLIC_URL,
      sealer,
    });
    await service.warm();
    const [page = new Uint8Array()] = pages;
    assert.equal((await inspectPdf(page)).pages, 1);
    await service.close();
    await drop();
  });

  test('is no from the moment that it stops', async () => {
    const service = await openWith({ check: async () => undefined });
    const closed = service.close();
    assert.equal((await service.call('/ready')).status, 503);
    await closed;
  });
});
