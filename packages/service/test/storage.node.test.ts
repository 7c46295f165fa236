import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { openFileStore } from '../src/documents/file-store.ts';
import { type DocumentStore, LIST_PAGE, openTableStore } from '../src/storage/document-store.ts';
import {
  forgetIssued,
  insertDocument,
  noteRemoved,
  notingStore,
  removeOrphans,
  TooManyOrphansError,
} from '../src/documents/issued-documents.ts';
import { Metrics } from '../src/metrics/metrics.ts';
import { createKeyRing } from '../src/keys/key-ring.ts';
import { systemRandom } from '../src/domain/ids.ts';
import { hashOf } from '../src/domain/sha256.ts';
import type { Database } from '../src/storage/database.ts';
import { FolderInUseError, lockFolder } from '../src/storage/folder-lock.ts';
import { migrate, NewerSchemaError } from '../src/storage/migrations.ts';
import { openEmbeddedDatabase } from '../src/storage/pglite.ts';
import { builtInSeeds } from '../src/tenants/built-in-tenants.ts';
import { putTenantSeeds } from '../src/tenants/tenants-file.ts';
import { storedIds } from './support/stored-ids.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sign-session-test-'));
});
const folders: string[] = [];
beforeEach(() => folders.push(folder));
after(() => Promise.all(folders.map(made => rm(made, { recursive: true, force: true }))));

const lockFile = (): string => path.join(folder, 'lock.json');

describe('the lock on the data folder', () => {
  test('is held by one, and free again when it is released', async () => {
    const lock = await lockFolder(folder);
    await assert.rejects(lockFolder(folder), FolderInUseError);
    await lock.release();
    await (await lockFolder(folder)).release();
    assert.deepEqual(await readdir(folder), []);
  });

  test('of a dead process is taken over', async () => {
    for (const left of [
      '{"pid":999999999,"birth":"1"}',
      // A reused pid: the lock is by an earlier process.
      JSON.stringify({ pid: process.pid, birth: 'long ago' }),
      '{"pid": 12',
      '',
    ]) {
      await writeFile(lockFile(), left);
      const lock = await lockFolder(folder);
      assert.equal(JSON.parse(await readFile(lockFile(), 'utf8')).pid, process.pid);
      await lock.release();
    }
  });

  test('is taken by only one of many that find it stale', async () => {
    await writeFile(lockFile(), '{"pid":999999999,"birth":"1"}');
    const taken = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)));
    assert.equal(taken.filter(({ status }) => status === 'fulfilled').length, 1);
  });
});

/** Replaces a document many times at once, and reads it meanwhile. Neither may meet a mixture, nor nothing. */
async function replaceAtOnce(store: DocumentStore): Promise<void> {
  const versions = [Buffer.alloc(50_000, 'a'), Buffer.alloc(90_000, 'b')];
  const [first = Buffer.alloc(0)] = versions;
  const assertWhole = (bytes: Uint8Array | undefined) =>
    assert.ok(versions.some(version => bytes !== undefined && version.equals(bytes)));
  await store.replace('doc_1', first);
  assertWhole(await store.read('doc_1'));
  await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      await store.replace('doc_1', versions[index % 2] ?? first);
      assertWhole(await store.read('doc_1'));
    }),
  );
  await store.remove('doc_1');
}

const modeOf = async (name: string): Promise<number> => (await stat(name)).mode & 0o777;

describe('documents as files', () => {
  test('are written whole, read in part and removed', async () => {
    const store = await openFileStore(folder);
    await store.write('doc_1', Buffer.from('0123456789'));
    assert.deepEqual(await readdir(folder), ['doc_1'], 'no draft is left');
    assert.deepEqual(Buffer.from((await store.read('doc_1')) ?? '').toString(), '0123456789');
    assert.deepEqual(Buffer.from((await store.read('doc_1', { start: 2, end: 4 })) ?? '').toString(), '234');
    await store.remove('doc_1');
    await store.remove('doc_1');
    assert.equal(await store.read('doc_1'), undefined);
  });

  test('cannot be read by other users of this machine', async () => {
    const own = path.join(folder, 'own');
    await mkdir(own, { mode: 0o755 });
    const store = await openFileStore(own);
    await store.write('doc_1', new Uint8Array(1));
    assert.deepEqual([await modeOf(own), await modeOf(path.join(own, 'doc_1'))], [0o700, 0o600]);
    const data = path.join(folder, 'data');
    const lock = await lockFolder(data);
    assert.deepEqual([await modeOf(data), await modeOf(path.join(data, 'lock.json'))], [0o700, 0o600]);
    await lock.release();
  });

  test('are never half written, neither after a crash nor after an error', async () => {
    await writeFile(path.join(folder, 'doc_1.draft'), 'half');
    const store = await openFileStore(folder);
    assert.deepEqual(await readdir(folder), []);
    // A folder with the document's name prevents the draft from being renamed to it.
    await mkdir(path.join(folder, 'doc_2', 'inside'), { recursive: true });
    await assert.rejects(store.write('doc_2', new Uint8Array(1)));
    assert.deepEqual(await readdir(folder), ['doc_2']);
  });

  test('are replaced whole, also by several at once', async () => {
    await replaceAtOnce(await openFileStore(folder));
    assert.deepEqual(await readdir(folder), [], 'no draft is left');
  });

  test('may vanish while they are being listed', async () => {
    const store = await openFileStore(folder);
    await store.write('doc_1', new Uint8Array(1));
    // A dangling link looks like a file that was deleted after its name was read.
    await symlink(path.join(folder, 'gone'), path.join(folder, 'doc_2'));
    assert.deepEqual(await storedIds(store), ['doc_1']);
  });

  test('are listed in pages, each once', async () => {
    const store = await openFileStore(folder);
    const ids = Array.from({ length: LIST_PAGE + 1 }, (_, index) => `doc_${index}`);
    await Promise.all(ids.map(id => writeFile(path.join(folder, id), id)));
    assert.deepEqual((await storedIds(store)).toSorted(), ids.toSorted());
  });

  test('cannot be stored when their folder is missing', async () => {
    const store = await openFileStore(path.join(folder, 'documents'));
    await store.check();
    await rm(path.join(folder, 'documents'), { recursive: true });
    await assert.rejects(store.check(), /ENOENT/);
  });

  test('have ids that cannot lead elsewhere', async () => {
    const store = await openFileStore(folder);
    for (const id of ['../x', 'a/b', '', '.']) {
      await assert.rejects(async () => store.write(id, new Uint8Array(1)), TypeError);
    }
  });
});

/** A document's row. */
const row = (documentId: string) => ({
  documentId,
  tenantId: 'tenant_local',
  filename: 'a.pdf',
  mediaType: 'application/pdf' as const,
  hash: 'sha256:0',
  sizeBytes: 1,
  pages: 1,
});

describe('the embedded database', () => {
  let database: Database;
  before(async () => {
    database = await openEmbeddedDatabase();
    await migrate(database);
  });
  after(() => database.close());

  test('is migrated once, and not by an older version', async () => {
    await migrate(database);
    await database.query('INSERT INTO schema_steps (step) VALUES (1000)');
    await assert.rejects(migrate(database), NewerSchemaError);
    await database.query('DELETE FROM schema_steps WHERE step = 1000');
    await migrate(database);
  });

  test('commits all of a transaction or nothing', async () => {
    const broken = database.transaction(async queries => {
      await queries.query(`INSERT INTO settings (name, value) VALUES ('half', '1')`);
      throw new Error('on the way');
    });
    await assert.rejects(broken, /on the way/);
    assert.deepEqual(await database.query(`SELECT * FROM settings WHERE name = 'half'`), []);
  });

  const noting = async () =>
    notingStore(database, await openFileStore(folder), {
      metrics: new Metrics(),
      reportError: () => undefined,
    });
  const age = (hours: number) =>
    database.query(`UPDATE issued_documents SET issued_at = issued_at - make_interval(hours => $1)`, [hours]);

  describe('of leftovers in the store', () => {
    beforeEach(async () => {
      await putTenantSeeds(database, builtInSeeds({}));
      await database.query('DELETE FROM issued_documents');
      await database.query('DELETE FROM documents');
    });

    test('removes what was issued a day ago and has no row, and nothing that it never issued', async () => {
      const store = await noting();
      for (const id of ['left', 'kept', 'gone', 'erased']) await store.write(id, new Uint8Array(1));
      await insertDocument(database, row('kept'), new Date());
      await insertDocument(database, row('erased'), new Date());
      await store.remove('gone');
      // Such as a document that was signed since the backup from which this database was restored.
      await writeFile(path.join(folder, 'foreign'), 'x');
      const past = new Date(Date.now() - 90 * 24 * 3_600_000);
      await utimes(path.join(folder, 'foreign'), past, past);
      await database.query(`DELETE FROM documents WHERE document_id = 'erased'`);
      await noteRemoved(database, ['erased']);
      await age(23);
      await removeOrphans(database, store);
      assert.deepEqual((await readdir(folder)).toSorted(), ['erased', 'foreign', 'kept', 'left']);
      await age(2);
      await removeOrphans(database, store);
      assert.deepEqual((await readdir(folder)).toSorted(), ['foreign', 'kept']);
      assert.deepEqual(await database.query('SELECT * FROM issued_documents'), []);
    });

    test('notes an id before its bytes are written, also of a process that then ends', async () => {
      const inner = await openFileStore(folder);
      const parts = { metrics: new Metrics(), reportError: () => undefined };
      const dying = { ...inner, write: () => Promise.reject(new Error('killed')) };
      await assert.rejects(notingStore(database, dying, parts).write('doc_1', new Uint8Array(1)), /killed/);
      const [noted] = await database.query('SELECT document_id FROM issued_documents');
      assert.deepEqual(noted, { document_id: 'doc_1' });
      await forgetIssued(database, 'doc_1');
    });

    test('stops where there are far more than crashes explain, but for those of an erasure', async () => {
      const store = await noting();
      const ids = Array.from({ length: 21 }, (_, index) => `doc_${index}`);
      for (const id of ids) await store.write(id, new Uint8Array(1));
      await age(25);
      await assert.rejects(removeOrphans(database, store), TooManyOrphansError);
      assert.equal((await readdir(folder)).length, 21);
      await database.query(`DELETE FROM issued_documents WHERE document_id = 'doc_0'`);
      await removeOrphans(database, store);
      assert.deepEqual(await readdir(folder), ['doc_0'], 'twenty are not too many');
      for (const id of ids) await store.write(id, new Uint8Array(1)).catch(() => undefined);
      await noteRemoved(database, ids);
      await age(25);
      await removeOrphans(database, store);
      assert.deepEqual(await readdir(folder), []);
    });

    test('removes uploads that were never confirmed, and what was erased, whatever else is left', async () => {
      const store = await noting();
      const ids = Array.from({ length: 30 }, (_, index) => `doc_${index}`);
      for (const id of ids) await store.write(id, new Uint8Array(1));
      for (const id of ids) await store.replace(`upload_${id}`, new Uint8Array(1));
      await store.write('erased', new Uint8Array(1));
      await noteRemoved(database, ['erased']);
      await age(25);
      await assert.rejects(removeOrphans(database, store), /^TooManyOrphansError: 30 documents/);
      assert.deepEqual((await readdir(folder)).toSorted(), ids.toSorted());
    });

    test('answers no bytes but those of the row', async () => {
      const reported: string[] = [];
      const metrics = new Metrics();
      const inner = await openFileStore(folder);
      const store = notingStore(database, inner, { metrics, reportError: line => void reported.push(line) });
      const bytes = Buffer.from('contract');
      await store.write('doc_1', bytes);
      await insertDocument(database, { ...row('doc_1'), hash: hashOf(bytes) }, new Date());
      assert.deepEqual(Buffer.from((await store.read('doc_1')) ?? []), bytes);
      for (const other of ['', 'contrast', '<html>Log in to this network</html>']) {
        await inner.replace('doc_1', Buffer.from(other));
        await assert.rejects(store.read('doc_1'), /not in the store at the moment/);
      }
      assert.equal(reported.length, 3);
      await assert.rejects(store.check());
    });
  });

  test('replaces documents whole, also by several at once', () => replaceAtOnce(openTableStore(database)));

  test('reads parts of documents that are rows', async () => {
    const store = openTableStore(database);
    await store.write('doc_parts', Buffer.from('0123456789'));
    const part = await store.read('doc_parts', { start: 3, end: 6 });
    assert.equal(Buffer.from(part ?? []).toString(), '3456');
    await store.remove('doc_parts');
  });

  test('lists documents in pages, each once', async () => {
    await database.query(
      `INSERT INTO document_bytes (document_id, bytes) SELECT 'doc_' || n, '' FROM generate_series(1, $1::int) AS n`,
      [LIST_PAGE + 1],
    );
    const ids = await storedIds(openTableStore(database));
    assert.deepEqual([ids.length, new Set(ids).size], [LIST_PAGE + 1, LIST_PAGE + 1]);
    await database.query('DELETE FROM document_bytes');
  });

  test('keeps signing keys: the newest signs, old ones verify, each for its purpose', async () => {
    let now = new Date('2026-11-20T12:00:00Z');
    const open = () => createKeyRing({ database, clock: { now: () => now }, random: systemRandom });
    const first = await open().current('client-secret');
    assert.deepEqual(await open().current('client-secret'), first);
    now = new Date('2026-12-21T12:00:00Z');
    const second = await open().current('client-secret');
    assert.notEqual(second.keyId, first.keyId);
    now = new Date('2026-12-21T12:00:01Z');
    const third = await open().rotate('client-secret');
    assert.equal((await open().current('client-secret')).keyId, third.keyId);
    assert.deepEqual(await open().find('client-secret', first.keyId), first);
    assert.equal(await open().find('access-token', first.keyId), undefined);
    assert.equal(await open().find('client-secret', 'key_UNKNOWN'), undefined);
  });
});
