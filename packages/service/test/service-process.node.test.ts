import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { request } from 'node:http';
import { createServer } from 'node:net';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { newDataFolder } from '../../../test/support/ready-service.ts';
import { runService, StartRefusedError, type ServiceRun } from './support/service-run.ts';
import { sessionRequest } from './support/test-service.ts';

let folder: string;
let run: ServiceRun;
before(async () => {
  folder = await newDataFolder();
  run = await runService(folder);
});
after(async () => {
  await run.end('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

async function token(secret = 'local-secret'): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: 'local',
    client_secret: secret,
  });
  const answer = await (await fetch(`${run.url}/oauth2/token`, { method: 'POST', body })).json();
  return answer.access_token;
}

async function call(address: string, as: string, json?: unknown) {
  const headers = { Authorization: `Bearer ${as}`, 'Content-Type': 'application/json' };
  const init = json === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(json) };
  const response = await fetch(address.startsWith('http') ? address : run.url + address, init);
  return { status: response.status, body: await response.json() };
}

describe('the process', () => {
  test('prints its address, its start time and its clients', () => {
    const output = run.output();
    assert.match(output, /^Ready at http:\/\/127\.0\.0\.1:\d+ after \d+\.\d s\.$/m);
    assert.match(output, /local \/ local-secret/);
    assert.match(output, /limited \/ limited-secret/);
  });

  test('loses nothing when it is killed', async () => {
    const as = await token();
    const open = (await call('/v1/signing-sessions', as, sessionRequest())).body;
    const signed = (await call('/v1/signing-sessions', as, sessionRequest())).body;
    const accepted = await call(`/v1/signing-sessions/${signed.sessionId}/advance`, signed.clientSecret, {
      action: 'accept',
    });
    assert.equal(accepted.body.status, 'COMPLETED');
    await fetch(`${run.url}/_local/clock`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"advanceSeconds":60}',
    });

    await run.end('SIGKILL');
    run = await runService(folder);
    const view = await call(`/v1/signing-sessions/${open.sessionId}`, open.clientSecret);
    assert.equal(view.body.status, 'ACTIVE');
    assert.ok(Date.parse(view.body.serverTime) - Date.now() > 50_000, 'the moved clock still stands');
    const document = await fetch(view.body.document.presignedUrl.replace(/^http:\/\/[^/]+/, run.url));
    assert.equal((await document.arrayBuffer()).byteLength, view.body.document.sizeBytes);
    const evidence = await call(`/v1/transactions/${signed.transactionId}/evidence`, as);
    assert.equal(evidence.body.evidenceId, accepted.body.evidenceId);
    const signature = await call(`/v1/signing-sessions/${open.sessionId}/advance`, open.clientSecret, {
      action: 'accept',
    });
    assert.equal(signature.body.status, 'COMPLETED');
  });

  test('locks its data folder', async () => {
    await assert.rejects(runService(folder), (error: unknown) => {
      assert.ok(error instanceof StartRefusedError);
      assert.match(error.message, /Cannot start: The data folder .* is in use by process \d+\. .*DATA_DIR/);
      return true;
    });
    assert.equal((await fetch(`${run.url}/health`)).status, 200);
  });

  test('does not start with invalid trusted roots', async () => {
    const file = path.join(folder, 'roots.pem');
    const start = () => runService(path.join(folder, 'elsewhere'), { TRUSTED_ROOTS: file });
    await assert.rejects(start(), /Cannot start: TRUSTED_ROOTS=.*roots\.pem cannot be read/);
    await writeFile(file, 'Not a certificate.');
    await assert.rejects(start(), /Cannot start: TRUSTED_ROOTS=.*roots\.pem holds no certificate/);
  });

  test('says so when the database server does not answer', async () => {
    const nobody = createServer().listen(0, '127.0.0.1');
    await once(nobody, 'listening');
    const address = nobody.address();
    assert.ok(address !== null && typeof address === 'object');
    nobody.close();
    await once(nobody, 'close');
    await assert.rejects(
      runService(folder, {
        DATABASE_URL: `postgres://me:secret@localhost:${address.port}/any`,
        LOCAL_MODE: 'on',
      }),
      (error: unknown) => {
        assert.ok(error instanceof StartRefusedError);
        assert.match(error.message, /DATABASE_URL does not answer \(ECONNREFUSED\): .*\d/);
        assert.doesNotMatch(error.message, /secret/);
        return true;
      },
    );
  });

  test('says so when its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    assert.ok(address !== null && typeof address === 'object');
    try {
      await assert.rejects(
        runService(folder, { PORT: String(address.port) }),
        new RegExp(`Port ${address.port} .* in use \\(EADDRINUSE\\).*PORT=${address.port + 1}`),
      );
      await assert.rejects(
        runService(folder, { METRICS_PORT: String(address.port) }),
        new RegExp(`Port ${address.port} is in use .*METRICS_PORT of its own`),
      );
    } finally {
      other.close();
    }
  });

  test('closes cleanly at SIGTERM, also under an open stream, and starts again', async () => {
    const as = await token();
    const session = (await call('/v1/signing-sessions', as, sessionRequest())).body;
    const headers = { Authorization: `Bearer ${session.clientSecret}` };
    const stream = await fetch(`${run.url}/v1/signing-sessions/${session.sessionId}/events`, { headers });
    const reader = stream.body?.getReader();
    assert.equal((await reader?.read())?.done, false);
    assert.deepEqual(await run.end('SIGTERM'), { code: 0 });
    assert.equal((await reader?.read())?.done, true, 'the stream was ended, not cut');
    run = await runService(folder);
    const view = await call(`/v1/signing-sessions/${session.sessionId}/status`, as);
    assert.equal(view.body.status, 'ACTIVE');
  });

  test('builds links from its public address and not from what it is called by', async () => {
    await run.end('SIGTERM');
    const secret = 'a-secret-of-the-operator';
    run = await runService(folder, { PUBLIC_URL: 'https://sign.example/', LOCAL_CLIENT_SECRET: secret });
    assert.equal(run.url, 'https://sign.example');
    const listening = /^Listening at (\S+)\.$/m.exec(run.output())?.[1] ?? '';
    run = { ...run, url: listening };
    const as = await token(secret);
    const body = JSON.stringify(sessionRequest());
    const created = request(`${listening}/v1/signing-sessions`, {
      method: 'POST',
      headers: {
        Host: 'evil.example',
        Authorization: `Bearer ${as}`,
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
      },
    });
    created.end(body);
    const [answer] = await once(created, 'response');
    const session = JSON.parse(Buffer.concat(await answer.toArray()).toString());
    assert.equal(session.url, `https://sign.example/s/${session.sessionId}`);
    const view = await call(`/v1/signing-sessions/${session.sessionId}`, as);
    assert.match(view.body.document.presignedUrl, /^https:\/\/sign\.example\/v1\/documents\//);
    assert.match(run.output(), /SEALING_CERTIFICATE is not set.*\n.*SMTP_URL.*\n.*TRUSTED_ROOTS is not set/);
    assert.doesNotMatch(run.output(), /-secret|Console|Inbox/);
    for (const client of ['local', 'limited', 'basic']) {
      const form = { grant_type: 'client_credentials', client_id: client, client_secret: `${client}-secret` };
      const { status } = await fetch(`${listening}/oauth2/token`, {
        method: 'POST',
        body: new URLSearchParams(form),
      });
      assert.equal(status, 401, `a data folder that was local keeps no published secret of ${client}`);
    }
    for (const address of [
      '/_local/messages',
      '/pki/test-signers',
      '/pki/test-portal',
      '/pki/test-cloud/oauth',
    ])
      assert.equal((await fetch(listening + address)).status, 404, address);
  });
});
