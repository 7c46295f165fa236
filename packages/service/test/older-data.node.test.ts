import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { openFileStore } from '../src/documents/file-store.ts';
import type { Database, Queries } from '../src/storage/database.ts';
import { SCHEMA_STEPS } from '../src/storage/schema.ts';
import { testAssets } from '../../../test/support/repository.ts';
import { openEmptyDatabase } from './support/test-database.ts';
import { openServiceOver, type CreatedSession, type TestService } from './support/test-service.ts';

const MINUTE = 60_000;

const sessionShape = z.object({
  sessionId: z.string(),
  transactionId: z.string(),
  clientSecret: z.string(),
  url: z.string(),
});

/** What a service of version 0.1.0 had in its data folder; test/assets/README.md says how it was made. */
const dataShape = z.object({
  writtenAt: z.iso.datetime(),
  evidenceId: z.string(),
  envelopeId: z.string(),
  webhookId: z.string(),
  sessions: z.record(z.string(), sessionShape),
  /** The steps of its schema. */
  schema: z.array(z.array(z.string())),
  /** By tables, in the order of their creation. */
  rows: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  /** Base64 by names. */
  documents: z.record(z.string(), z.string()),
});

const data = dataShape.parse(
  JSON.parse(gunzipSync(readFileSync(path.join(testAssets, 'data-of-0.1.0.json.gz'))).toString()),
);

/** White space means nothing in SQL. */
const words = (steps: readonly (readonly string[])[]): string[][] =>
  steps.map(step => step.map(statement => statement.split(/\s+/).join(' ')));

function session(name: string): CreatedSession {
  const found = data.sessions[name];
  assert.ok(found, name);
  return { ...found, expiresAt: '' };
}

async function insertRows(queries: Queries, table: string, rows: readonly object[]): Promise<void> {
  await queries.query(
    `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::${table}, $1::json)`,
    [JSON.stringify(rows)],
  );
  if (rows[0] === undefined || !('position' in rows[0])) return;
  const sequence = `pg_get_serial_sequence('${table}', 'position')`;
  await queries.query(`SELECT setval(${sequence}, max(position)) FROM ${table}`);
}

async function restoreTables(database: Database): Promise<void> {
  await database.query(
    'CREATE TABLE schema_steps (step integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
  );
  for (const statement of data.schema.flat()) await database.query(statement);
  await database.transaction(async queries => {
    // Tables refer to each other, so no order of them is right.
    await queries.query('SET LOCAL session_replication_role = replica');
    for (const [table, rows] of Object.entries(data.rows)) await insertRows(queries, table, rows);
  });
}

async function restore(): Promise<TestService> {
  const { database, drop } = await openEmptyDatabase();
  await restoreTables(database);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sign-session-test-'));
  for (const [name, content] of Object.entries(data.documents))
    await writeFile(path.join(folder, name), content, 'base64');
  const close = async () => {
    await drop();
    await rm(folder, { recursive: true });
  };
  const start = new Date(Date.parse(data.writtenAt) + MINUTE);
  return openServiceOver({ database, documents: await openFileStore(folder), start, close });
}

describe('the data of version 0.1.0', () => {
  let service: TestService;
  let token: string;
  before(async () => {
    service = await restore();
    token = await service.token();
  });
  after(() => service.close());

  const get = async (address: string) => (await service.call(address, { as: token })).body;

  test('has steps of the schema that are still the same', () => {
    const known = SCHEMA_STEPS.slice(0, data.schema.length);
    assert.deepEqual(words(known), words(data.schema));
  });

  test('has its completed sessions, whose evidence and document still verify', async () => {
    const { sessionId, transactionId } = session('completed');
    const status = await get(`/v1/signing-sessions/${sessionId}/status`);
    assert.deepEqual([status.status, status.evidenceId], ['COMPLETED', data.evidenceId]);
    const { signedUrl } = await get(`/v1/transactions/${transactionId}/download`);
    const signed = Buffer.from(await (await service.fetch(new Request(signedUrl))).arrayBuffer());
    const record = (await service.call(`/v1/verify/${data.evidenceId}`)).body;
    assert.equal(record.signedHash, `sha256:${createHash('sha256').update(signed).digest('hex')}`);
    const { body } = await service.call('/v1/verify/document', {
      json: { content: signed.toString('base64') },
    });
    assert.deepEqual(
      body.signatures.map(({ indication }: { indication: string }) => indication),
      ['TOTAL-PASSED'],
    );
  });

  test('has open sessions, which go on', async () => {
    assert.equal((await service.view(session('pending'))).status, 'ACTIVE');
    const { body } = await service.accept(session('pending'));
    assert.equal(body.status, 'COMPLETED', JSON.stringify(body));
    assert.equal((await service.accept(session('trust'))).body.status, 'COMPLETED');
    assert.equal((await service.view(session('certificate'))).status, 'ACTIVE');
  });

  test('has codes that were sent, and still open what they were for', async () => {
    const texts = (await service.messages()).map(({ text }) => text);
    const [code] = texts.flatMap(text => /\b\d{6}\b/.exec(text)?.[0] ?? []);
    const { body } = await service.act(session('code'), { action: 'verify_otp', otpCode: code });
    assert.equal(body.status, 'COMPLETED', JSON.stringify(body));
  });

  test('has envelopes half signed, which the next signer completes', async () => {
    const address = `/v1/envelopes/${data.envelopeId}`;
    assert.equal((await get(address)).status, 'ACTIVE');
    const { body } = await service.accept(session('second'));
    assert.equal(body.status, 'COMPLETED', JSON.stringify(body));
    assert.equal((await get(address)).status, 'COMPLETED');
  });

  test('has its webhooks', async () => {
    const { webhooks } = await get('/v1/webhooks');
    assert.deepEqual(
      webhooks.map(({ webhookId, status }: Record<string, unknown>) => [webhookId, status]),
      [[data.webhookId, 'ACTIVE']],
    );
  });
});
