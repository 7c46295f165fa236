import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { openFileStore } from '../src/documents/file-store.ts';
import { openTableStore } from '../src/storage/document-store.ts';
import { openDatabaseFolder } from '../src/storage/database-folder.ts';
import { openDatabaseServer } from '../src/storage/postgres.ts';
import { startPostgres, type PostgresServer } from '../../../test/support/postgres-server.ts';
import { createServerDatabase, type ServerDatabase } from './support/test-database.ts';
import { openServiceOver, START, type CreatedSession, type TestService } from './support/test-service.ts';
import { withoutTools } from './support/tools.ts';

interface Signing {
  readonly signed: CreatedSession;
  readonly evidenceId: string;
  readonly open: CreatedSession;
}

/** What has to survive: a signed session with its files, and one that its signer has yet to sign. */
async function signOne(service: TestService): Promise<Signing> {
  const signed = await service.create();
  const { evidenceId } = (await service.accept(signed)).body;
  return { signed, evidenceId, open: await service.create() };
}

/** The signed PDF's bytes, by an address that the service gives. */
async function download(service: TestService, { transactionId }: CreatedSession): Promise<Buffer> {
  const as = await service.token();
  const { body } = await service.call(`/v1/transactions/${transactionId}/download`, { as });
  const response = await service.fetch(new Request(body.signedUrl));
  assert.equal(response.status, 200);
  return Buffer.from(await response.arrayBuffer());
}

/** The restored service has all of it, with the same keys: secrets that signers have in their mail still work. */
async function assertRestored(
  service: TestService,
  { signed, evidenceId, open }: Signing,
  pdf: Buffer,
): Promise<void> {
  assert.deepEqual(await download(service, signed), pdf);
  assert.equal((await service.call(`/v1/verify/${evidenceId}`)).status, 200);
  const json = { content: pdf.toString('base64') };
  const verified = (await service.call('/v1/verify/document', { as: await service.token(), json })).body;
  assert.equal(verified.signatures[0].indication, 'TOTAL-PASSED', JSON.stringify(verified.signatures));
  assert.equal((await service.accept(open)).body.status, 'COMPLETED');
}

describe('a backup of the data folder', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'sign-session-backup-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function openFolder(name: string): Promise<TestService> {
    await mkdir(path.join(folder, name), { recursive: true });
    const database = await openDatabaseFolder(path.join(folder, name, 'database'));
    const documents = await openFileStore(path.join(folder, name, 'documents'));
    return openServiceOver({ database, documents, close: () => database.close() });
  }

  test('is a copy of it, taken while the service is stopped', async () => {
    const original = await openFolder('original');
    const signing = await signOne(original);
    const pdf = await download(original, signing.signed);
    await original.close();
    await cp(path.join(folder, 'original'), path.join(folder, 'restored'), { recursive: true });
    await rm(path.join(folder, 'original'), { recursive: true });
    const restored = await openFolder('restored');
    await assertRestored(restored, signing, pdf);
    await restored.close();
  });
});

function openOn({ url }: ServerDatabase): Promise<TestService> {
  const database = openDatabaseServer(url);
  const documents = openTableStore(database);
  return openServiceOver({ database, documents, start: START, close: () => database.close() });
}

describe('a backup of PostgreSQL', { skip: withoutTools('pg_ctlcluster', 'pg_dump', 'pg_restore') }, () => {
  let server: PostgresServer;
  let folder: string;
  before(async () => {
    server = await startPostgres();
    folder = await mkdtemp(path.join(os.tmpdir(), 'sign-session-backup-'));
  });
  after(async () => {
    await rm(folder, { recursive: true, force: true });
    await server.stop();
  });

  test('is a dump, taken while the service runs', async () => {
    const [from, to] = [await createServerDatabase(server.url), await createServerDatabase(server.url)];
    const original = await openOn(from);
    const signing = await signOne(original);
    const pdf = await download(original, signing.signed);
    const file = path.join(folder, 'backup.dump');
    const run = promisify(execFile);
    await run('pg_dump', ['--format=custom', `--file=${file}`, from.url]);
    const later = await original.create();
    await original.close();
    await from.drop();
    await run('pg_restore', ['--exit-on-error', '--no-owner', `--dbname=${to.url}`, file]);
    const restored = await openOn(to);
    await assertRestored(restored, signing, pdf);
    const { status } = await restored.call(`/v1/signing-sessions/${later.sessionId}`, {
      as: later.clientSecret,
    });
    assert.equal(status, 404, 'what came after the dump is not in it');
    await restored.close();
    await to.drop();
  });
});
