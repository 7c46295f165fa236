import assert from 'node:assert/strict';
import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { freePort } from '../../../test/support/free-port.ts';
import { startPostgres, type PostgresServer } from '../../../test/support/postgres-server.ts';
import {
  OLDER_VERSION,
  openOlderService,
  withoutOlderService,
  type OlderService,
} from './support/older-service.ts';
import { runService, type ServiceRun } from './support/service-run.ts';
import type { Answer, CreatedSession } from './support/test-service.ts';
import { sessionRequest } from './support/test-service.ts';
import { runTool, withoutTools } from './support/tools.ts';
import { openReceiver, type WebhookReceiver } from './support/webhook-receiver.ts';

const skip = withoutTools('pg_ctlcluster', 'openssl', 'git', 'tar') || withoutOlderService();

/** One of the two, as its clients reach it. */
class Instance {
  readonly name: string;
  readonly run: ServiceRun;
  readonly #url: string;
  #token: string | undefined;

  constructor(name: string, run: ServiceRun, port: number) {
    this.name = name;
    this.run = run;
    this.#url = `http://127.0.0.1:${port}`;
  }

  async call(address: string, { as, json }: { as?: string; json?: unknown } = {}): Promise<Answer> {
    const headers = new Headers(as === undefined ? {} : { Authorization: `Bearer ${as}` });
    if (json !== undefined) headers.set('Content-Type', 'application/json');
    const sent = json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) };
    // Links are made for the one address of both.
    const { pathname, search } = new URL(address, this.#url);
    const response = await fetch(this.#url + pathname + search, { ...sent, headers });
    const isJson = /json/.test(response.headers.get('Content-Type') ?? '');
    const body: unknown = isJson ? await response.json() : Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, body };
  }

  async token(): Promise<string> {
    if (this.#token !== undefined) return this.#token;
    const client = { client_id: 'local', client_secret: 'local-secret' };
    const body = new URLSearchParams({ grant_type: 'client_credentials', ...client });
    const response = await fetch(`${this.#url}/oauth2/token`, { method: 'POST', body });
    this.#token = String((await response.json()).access_token);
    return this.#token;
  }

  async post(address: string, json: unknown): Promise<Answer['body']> {
    const { status, body } = await this.call(address, { as: await this.token(), json });
    assert.ok(status < 300, `${this.name}: ${address} ${status} ${JSON.stringify(body)}`);
    return body;
  }

  create(changes: object = {}): Promise<CreatedSession> {
    return this.post('/v1/signing-sessions', sessionRequest({ ...changes }));
  }

  async act({ sessionId, clientSecret }: CreatedSession, json: object): Promise<Answer['body']> {
    const { status, body } = await this.call(`/v1/signing-sessions/${sessionId}/advance`, {
      as: clientSecret,
      json,
    });
    assert.equal(status, 200, `${this.name}: ${JSON.stringify(body)}`);
    return body;
  }

  accept(session: CreatedSession): Promise<Answer['body']> {
    return this.act(session, { action: 'accept', textVersion: '2026-11', locale: 'pt-BR' });
  }

  async view({ sessionId, clientSecret }: CreatedSession): Promise<Answer['body']> {
    return (await this.call(`/v1/signing-sessions/${sessionId}`, { as: clientSecret })).body;
  }
}

/** The test authority's holder with the signer's CPF: the certificates in PEM, and the key. */
async function openHolder(instance: Instance): Promise<{ pems: string[]; key: KeyObject }> {
  const { body } = await instance.call('/_local/certificates/good.p12');
  const args = ['pkcs12', '-nodes', '-passin', 'pass:Senha#123'];
  const { stdout, stderr } = runTool('openssl', args, body);
  const text = stdout.toString();
  const pems = text.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
  const [key = ''] = /-----BEGIN PRIVATE KEY-----[\s\S]*?-----END PRIVATE KEY-----/.exec(text) ?? [];
  assert.ok(pems.length > 0 && key !== '', stderr);
  return { pems, key: createPrivateKey(key) };
}

/** The code in the inbox's message of this number, once it is there. */
async function codeOf(instance: Instance, number: number): Promise<string | undefined> {
  for (;;) {
    const messages: readonly { readonly text: string }[] = (await instance.call('/_local/messages')).body;
    const codes = messages.flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? []);
    if (codes.length >= number) return codes[number - 1];
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}

describe(`this version beside ${OLDER_VERSION} on one database`, { skip }, () => {
  let server: PostgresServer;
  let source: OlderService;
  let receiver: WebhookReceiver;
  let older: Instance;
  let newer: Instance;
  /** Those that the older one made before this version changed the schema. */
  let begun: CreatedSession[];
  const completed: CreatedSession[] = [];

  before(async () => {
    server = await startPostgres();
    source = await openOlderService();
    receiver = await openReceiver();
    const ports = [await freePort(), await freePort()] as const;
    const env = (port: number) => ({
      DATABASE_URL: server.url,
      LOCAL_MODE: 'on',
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${ports[1]}`,
      ALLOW_LOCAL_WEBHOOKS: 'true',
    });
    older = new Instance('the older', await source.start(env(ports[0])), ports[0]);
    await older.post('/v1/webhooks', { url: receiver.url, events: ['TRANSACTION.COMPLETED'] });
    begun = [await older.create(), await older.create(), await older.create()];
    const run = await runService('unused', env(ports[1]));
    newer = new Instance('the newer', run, ports[1]);
  });
  after(async () => {
    await newer?.run.end('SIGTERM');
    await older?.run.end('SIGKILL');
    await receiver?.close();
    await source?.remove();
    await server?.stop();
  });

  async function finish(instance: Instance, session: CreatedSession): Promise<void> {
    assert.equal((await instance.accept(session)).status, 'COMPLETED');
    completed.push(session);
  }

  /** Both directions. */
  const eachWay = () => [[older, newer] as const, [newer, older] as const, [older, older] as const];

  test('sessions that one creates are signed at the other', async () => {
    const [first, second] = begun;
    assert.ok(first && second);
    await finish(older, first);
    await finish(newer, second);
    for (const [one, other] of eachWay()) {
      const session = await one.create();
      assert.equal((await other.view(session)).status, 'ACTIVE');
      await finish(other, session);
      const { evidenceId } = await one.view(session);
      assert.equal((await one.call(`/v1/verify/${evidenceId}`)).status, 200);
    }
  });

  test('a code that one sends is entered at the other', async () => {
    let sent = 0;
    for (const [one, other] of eachWay()) {
      const session = await one.create({ policy: { profile: 'CLICK_PLUS_OTP' } });
      await one.accept(session);
      const code = await codeOf(other, (sent += 1));
      assert.equal((await other.act(session, { action: 'verify_otp', otpCode: code })).status, 'COMPLETED');
      completed.push(session);
    }
  });

  test('a signature with a certificate that one prepares is completed at the other', async () => {
    const { pems, key } = await openHolder(newer);
    for (const [one, other] of eachWay()) {
      const session = await one.create({ policy: { profile: 'DIGITAL_CERTIFICATE' } });
      await one.accept(session);
      const prepared = await one.act(session, { action: 'prepare_signing', certificateChainPems: pems });
      assert.ok(prepared.dataToSign, JSON.stringify(prepared));
      const signed = sign('sha256', Buffer.from(prepared.dataToSign, 'base64'), key).toString('base64');
      const done = await other.act(session, {
        action: 'complete_signing',
        signatureRequestId: prepared.signatureRequestId,
        rawSignatureBase64: signed,
      });
      assert.equal(done.status, 'COMPLETED', JSON.stringify(done));
      completed.push(session);
    }
  });

  test('an envelope is signed at both', async () => {
    for (const [one, other] of eachWay()) {
      const { document, signer } = sessionRequest();
      const { envelopeId } = await one.post('/v1/envelopes', {
        document,
        totalSigners: 2,
        signingMode: 'PARALLEL',
      });
      for (const [index, instance] of [one, other].entries()) {
        const session = await instance.post(`/v1/envelopes/${envelopeId}/sessions`, {
          signer: { ...Object(signer), userExternalId: `signer-${index}` },
          signerIndex: index + 1,
          policy: { profile: 'CLICK_ONLY' },
        });
        await finish(instance === one ? other : one, session);
      }
      const { body } = await one.call(`/v1/envelopes/${envelopeId}`, { as: await one.token() });
      assert.equal(body.status, 'COMPLETED');
    }
  });

  test('the older one is killed while it signs, and the newer one finishes', async () => {
    const [, , last] = begun;
    assert.ok(last);
    const cutOff = older.accept(last).catch(() => undefined);
    await older.run.end('SIGKILL');
    await cutOff;
    if ((await newer.view(last)).status === 'ACTIVE') await newer.accept(last);
    assert.equal((await newer.view(last)).status, 'COMPLETED');
    completed.push(last);
  });

  test('every document verifies, and every end was told as one event', async () => {
    for (const session of completed) {
      const view = await newer.view(session);
      const { body: signed } = await newer.call(view.downloadUrl);
      const { body } = await newer.call('/v1/verify/document', {
        as: await newer.token(),
        json: { content: Buffer.from(signed).toString('base64') },
      });
      for (const { indication } of body.signatures) assert.equal(indication, 'TOTAL-PASSED');
    }
    const expected = new Set(completed.map(session => session.transactionId));
    const told = () => receiver.bodies().filter(({ transactionId = '' }) => expected.has(transactionId));
    while (new Set(told().map(({ transactionId }) => transactionId)).size < expected.size)
      await new Promise(resolve => setTimeout(resolve, 100));
    assert.equal(new Set(told().map(({ id }) => id)).size, expected.size, 'one event for each');
    for (const { name, run } of [older, newer]) assert.doesNotMatch(run.output(), / 500 \d+ ms/, name);
  });
});
