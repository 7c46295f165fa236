import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openTableStore } from '../../demo/service/src/documents/table-store.ts';
import { createService, type Service } from '../../demo/service/src/service.ts';
import type { Database } from '../../demo/service/src/storage/database.ts';
import { openDatabaseServer } from '../../demo/service/src/storage/postgres.ts';
import { hasTool } from '../support/browsers.ts';
import { startPostgres, type PostgresServer } from '../support/postgres-server.ts';
import { PUBLIC_URL, sessionRequest } from './support/test-service.ts';
import { openReceiver, type WebhookReceiver } from './support/webhook-receiver.ts';

const skip = !hasTool('pg_ctlcluster') && 'needs PostgreSQL';

let server: PostgresServer;
let receiver: WebhookReceiver;
let databases: Database[] = [];
let instances: Service[] = [];

before(async () => {
  if (skip !== false) return;
  [server, receiver] = await Promise.all([startPostgres(), openReceiver()]);
  databases = [openDatabaseServer(server.url), openDatabaseServer(server.url)];
  // Together: of two that start at once, one brings the schema up to date.
  instances = await Promise.all(
    databases.map(database =>
      createService({
        database,
        documents: openTableStore(database),
        publicUrl: PUBLIC_URL,
        allowLocalWebhooks: true,
      }),
    ),
  );
});
after(async () => {
  if (skip !== false) return;
  await Promise.all(instances.map(instance => instance.close()));
  await Promise.all(databases.map(database => database.close()));
  await receiver.close();
  await server.stop();
});

async function send(instance: Service | undefined, path: string, as: string, json: unknown) {
  assert.ok(instance);
  const headers = { Authorization: `Bearer ${as}`, 'Content-Type': 'application/json' };
  const request = new Request(PUBLIC_URL + path, { method: 'POST', headers, body: JSON.stringify(json) });
  const response = await instance.fetch(request);
  return { status: response.status, body: await response.json() };
}

async function token(): Promise<string> {
  const client = { client_id: 'local', client_secret: 'local-secret' };
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...client });
  const [instance] = instances;
  assert.ok(instance);
  const request = new Request(`${PUBLIC_URL}/oauth2/token`, { method: 'POST', body });
  return (await (await instance.fetch(request)).json()).access_token;
}

const waiting = () =>
  databases[0]?.query(`SELECT delivery_id FROM webhook_deliveries WHERE state = 'PENDING'`);

describe('two instances on one database', { skip }, () => {
  test('take an action once, whichever is asked', async () => {
    const as = await token();
    const session = (await send(instances[0], '/v1/signing-sessions', as, sessionRequest())).body;
    const path = `/v1/signing-sessions/${session.sessionId}/advance`;
    const answers = await Promise.all(
      instances.map(instance => send(instance, path, session.clientSecret, { action: 'accept' })),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    assert.equal(statuses[0], 200);
    assert.ok([409, 410].includes(statuses[1] ?? 0), `${statuses[1]}`);
    const [evidence] =
      (await databases[0]?.query<{ count: number }>('SELECT count(*)::int AS count FROM evidence')) ?? [];
    assert.equal(evidence?.count, 1);
  });

  test('complete an envelope once', async () => {
    const as = await token();
    const { document } = sessionRequest();
    const wanted = { signingMode: 'PARALLEL', totalSigners: 2, document };
    const { envelopeId } = (await send(instances[0], '/v1/envelopes', as, wanted)).body;
    const members = await Promise.all(
      [1, 2].map(async signerIndex => {
        const signer = { name: 'Ana', cpf: '52998224725', userExternalId: `u${signerIndex}` };
        const json = { signer, signerIndex, policy: { profile: 'CLICK_ONLY' } };
        return (await send(instances[signerIndex - 1], `/v1/envelopes/${envelopeId}/sessions`, as, json))
          .body;
      }),
    );
    await Promise.all(
      members.map((member, index) =>
        send(instances[index], `/v1/signing-sessions/${member.sessionId}/advance`, member.clientSecret, {
          action: 'accept',
        }),
      ),
    );
    const events = await databases[0]?.query(
      `SELECT event_id FROM outbox WHERE event_type = 'ENVELOPE.ALL_SIGNED' AND data->>'envelopeId' = $1`,
      [envelopeId],
    );
    assert.equal(events?.length, 1);
  });

  test('share the deliveries and send each once', async () => {
    const as = await token();
    const webhook = { url: receiver.url, events: ['SIGNING_SESSION.CREATED'] };
    assert.equal((await send(instances[0], '/v1/webhooks', as, webhook)).status, 201);
    const made: string[] = [];
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(
        [0, 1, 0, 1].map(index => send(instances[index], '/v1/signing-sessions', as, sessionRequest())),
      );
      for (const { status, body } of answers) {
        assert.equal(status, 201);
        made.push(body.transactionId);
      }
    }
    while (receiver.received.length < made.length) await new Promise(resolve => setTimeout(resolve, 10));
    while ((await waiting())?.length !== 0) await new Promise(resolve => setTimeout(resolve, 10));
    assert.equal(receiver.received.length, made.length);
    const told = new Set(receiver.bodies().map(({ transactionId }) => transactionId));
    assert.deepEqual([...told].toSorted(), made.toSorted());
  });
});
