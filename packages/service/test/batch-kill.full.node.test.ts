import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { newDataFolder } from '../../../test/support/ready-service.ts';
import { batchOf } from './support/batches.ts';
import { runService, type ServiceRun } from './support/service-run.ts';
import { sessionRequest } from './support/test-service.ts';

/** Enough that the service is killed while it seals. */
const TITLES = Array.from({ length: 40 }, (_, index) => `Contrato ${index + 1}`);

let folder: string;
let run: ServiceRun;
before(async () => {
  folder = await newDataFolder();
  run = await start();
});
after(async () => {
  await run.end('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

const start = () => runService(folder, { DATABASE_URL: '' });

async function token(): Promise<string> {
  const client = { client_id: 'local', client_secret: 'local-secret' };
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...client });
  return (await (await fetch(`${run.url}/oauth2/token`, { method: 'POST', body })).json()).access_token;
}

async function ask(address: string, as: string, json?: unknown) {
  const headers = { Authorization: `Bearer ${as}`, 'Content-Type': 'application/json' };
  const init = json === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(json) };
  const response = await fetch(run.url + address, init);
  assert.ok(response.ok, `${address} answers ${response.status}`);
  return response.json();
}

interface SealedDocument {
  readonly hash: string;
  readonly evidenceId?: string;
  readonly downloadUrl?: string;
}

describe('killing the service while it seals a batch', () => {
  test('loses no document and doubles none: the next start seals the rest', async () => {
    const request = sessionRequest(batchOf(TITLES));
    const { sessionId, clientSecret } = await ask('/v1/signing-sessions', await token(), request);
    const own = `/v1/signing-sessions/${sessionId}`;
    const list = async (): Promise<{ documents: SealedDocument[]; batch: { sealed?: number } }> =>
      ask(`${own}/documents`, clientSecret);
    const acceptedDocuments = (await list()).documents.map(({ hash: documentHash }) => ({ documentHash }));
    await ask(`${own}/advance`, clientSecret, { action: 'accept', acceptedDocuments });
    for (let sealed = 0; sealed < 3;)
      ({
        batch: { sealed = 0 },
      } = await list());
    await run.end('SIGKILL');

    run = await start();
    const found = await list();
    assert.ok((found.batch.sealed ?? 0) >= 3, 'what was sealed is kept');
    assert.ok(found.documents.every(({ evidenceId }) => evidenceId === undefined));
    for (;;) if ((await ask(`${own}/status`, clientSecret)).status !== 'ACTIVE') break;
    const { documents } = await list();
    assert.equal(new Set(documents.map(({ evidenceId }) => evidenceId)).size, TITLES.length);
    for (const { downloadUrl = '' } of documents) assert.equal((await fetch(downloadUrl)).status, 200);
  });
});
