import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIST_PAGE, type DocumentStore } from '../../src/storage/document-store.ts';
import { storedIds } from './stored-ids.ts';

/** What every store on another machine does, by its own rules of addresses, signatures and lists. */
export function declareStoreContract(store: () => DocumentStore): void {
  const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251));

  test('documents are read as they were written, whole or in part, until they are removed', async () => {
    await store().write('doc_1', bytes);
    assert.deepEqual(Buffer.from((await store().read('doc_1')) ?? []), bytes);
    const part = await store().read('doc_1', { start: 500, end: 509 });
    assert.deepEqual(Buffer.from(part ?? []), bytes.subarray(500, 510));
    await store().replace('doc_1', Buffer.from('new'));
    assert.equal(Buffer.from((await store().read('doc_1')) ?? []).toString(), 'new');
    await store().remove('doc_1');
    await store().remove('doc_1');
    assert.equal(await store().read('doc_1'), undefined);
  });

  test('documents are listed in pages by their age', async () => {
    const ids = Array.from({ length: LIST_PAGE + 1 }, (_, index) => `doc_${index}`);
    const left = ids.values();
    const writeSome = async () => {
      for (const id of left) await store().write(id, Buffer.from('x'));
    };
    await Promise.all([writeSome(), writeSome(), writeSome(), writeSome()]);
    // A server may round to whole seconds.
    assert.deepEqual((await storedIds(store(), -2000)).toSorted(), ids.toSorted());
    assert.deepEqual(await storedIds(store(), 60_000), []);
  });

  test('many documents are removed together, and unknown ones with them', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `many_${index}`);
    for (const id of [...ids, 'stays']) await store().write(id, Buffer.from('x'));
    await store().removeAll([...ids, 'unknown']);
    const left = await storedIds(store(), -2000);
    assert.ok(left.includes('stays'));
    assert.ok(!left.some(id => id.startsWith('many_')));
    await store().removeAll(['stays']);
  });

  test('it is asked whether it works', () => store().check());
}
