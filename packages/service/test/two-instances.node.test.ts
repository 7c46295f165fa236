import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { dropPictures } from '../src/biometrics/liveness-attempts.ts';
import { openTableStore } from '../src/storage/document-store.ts';
import { eraseDue } from '../src/main/erasure.ts';
import { createLocalMode } from '../../local/src/index.ts';
import { createService, type Service } from '../src/main/service.ts';
import type { Database } from '../src/storage/database.ts';
import { openDatabaseServer } from '../src/storage/postgres.ts';
import { settleAttempt, type Delivery } from '../src/webhooks/delivery-store.ts';
import { deleteWebhook } from '../src/webhooks/webhooks.ts';
import { startPostgres, type PostgresServer } from '../../../test/support/postgres-server.ts';
import { createServerDatabase, type ServerDatabase } from './support/test-database.ts';
import { PUBLIC_URL, sessionRequest } from './support/test-service.ts';
import { withoutTools } from './support/tools.ts';
import { openReceiver, type WebhookReceiver } from './support/webhook-receiver.ts';

/** A run of all tests provides a server; a run of this file alone starts its own. */
const { TEST_DATABASE_URL: shared = '' } = process.env;
const skip = shared === '' && withoutTools('pg_ctlcluster');

let server: PostgresServer | undefined;
let empty: ServerDatabase;
let receiver: WebhookReceiver;
let databases: Database[] = [];
/** The tests' own connections, told from those of the instances, whose sweeps may wait for the same rows. */
let own: Database[] = [];
const OWN_NAME = 'two-instances-test';
let instances: Service[] = [];

before(async () => {
  if (skip !== false) return;
  if (shared === '') server = await startPostgres();
  empty = await createServerDatabase(server?.url ?? shared);
  databases = [openDatabaseServer(empty.url), openDatabaseServer(empty.url)];
  const named = new URL(empty.url);
  named.searchParams.set('application_name', OWN_NAME);
  own = [openDatabaseServer(named.href), openDatabaseServer(named.href)];
  receiver = await openReceiver();
  // Started together: one of them migrates the schema.
  instances = await Promise.all(
    databases.map(database =>
      createService({
        local: createLocalMode(),
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
  await Promise.all([...databases, ...own].map(database => database.close()));
  await receiver.close();
  await empty.drop();
  await server?.stop();
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

const move = (instance: number, advanceSeconds: number) =>
  send(instances[instance], '/_local/clock', '', { advanceSeconds });

const waiting = () =>
  databases[0]?.query(`SELECT delivery_id FROM webhook_deliveries WHERE state = 'PENDING'`);

/** A webhook with deliveries that no instance processes yet, claimed under their own names. */
async function webhookWithDeliveries(...deliveryIds: string[]): Promise<{ webhookId: string }> {
  const [database] = databases;
  assert.ok(database);
  const json = { url: receiver.url, events: ['QUOTA.WARNING'] };
  const { webhookId } = (await send(instances[0], '/v1/webhooks', await token(), json)).body;
  for (const deliveryId of deliveryIds) {
    await database.query(
      `WITH event AS (
         INSERT INTO outbox (event_id, tenant_id, event_type, data, occurred_at)
         VALUES ('evt_' || $1, 'tenant_local', 'QUOTA.WARNING', '{}', now()) RETURNING event_id
       )
       INSERT INTO webhook_deliveries (delivery_id, webhook_id, event_id, due_at, claim)
       SELECT $1, $2, event_id, '2999-01-01', $1 FROM event`,
      [deliveryId, webhookId],
    );
  }
  return { webhookId };
}

const lastTry = (deliveryId: string, webhookId: string): Delivery => ({
  deliveryId,
  webhookId,
  tenantId: 'tenant_local',
  url: receiver.url,
  sealedSecret: '',
  state: 'PENDING',
  attempts: 5,
  dueAt: new Date(),
  eventType: 'QUOTA.WARNING',
  body: '{}',
});

/** Locks the row with this id by a statement. @returns a function that releases it */
async function holdRow(database: Database, lock: string, id: string): Promise<() => void> {
  let release: (() => void) | undefined;
  const released = new Promise<void>(resolve => {
    release = resolve;
  });
  await new Promise<void>((resolve, reject) => {
    database
      .transaction(async queries => {
        await queries.query(lock, [id]);
        resolve();
        await released;
      })
      .catch(reject);
  });
  return () => release?.();
}

const holdDelivery = (database: Database, deliveryId: string) =>
  holdRow(database, 'SELECT 1 FROM webhook_deliveries WHERE delivery_id = $1 FOR UPDATE', deliveryId);

/** Waits until this many of the tests' own statements wait for a lock. */
async function untilBlocked(count: number): Promise<void> {
  for (;;) {
    const blocked = await databases[0]?.query(
      `SELECT pid FROM pg_stat_activity
       WHERE wait_event_type = 'Lock' AND datname = current_database() AND application_name = $1`,
      [OWN_NAME],
    );
    if (blocked?.length === count) return;
    await new Promise(resolve => setTimeout(resolve, 10));
  }
}

describe('two instances on one database', { skip }, () => {
  test('keep working after one of them has migrated the schema', async () => {
    const [one, other] = databases;
    assert.ok(one && other);
    const read = 'SELECT * FROM notes WHERE note = $1';
    await one.query('CREATE TABLE notes (note text)');
    await one.query(`INSERT INTO notes VALUES ('kept')`);
    const readAll = () => Promise.all(Array.from({ length: 10 }, () => one.query(read, ['kept'])));
    await readAll();
    await other.query('ALTER TABLE notes ADD COLUMN more integer');
    assert.deepEqual((await readAll())[0], [{ note: 'kept', more: null }]);
    const inTransaction = () => one.transaction(queries => queries.query(read, ['kept']));
    const outcomes = [];
    for (let tried = 0; tried < 20; tried += 1) outcomes.push(await inTransaction().catch(() => 'refused'));
    assert.deepEqual(outcomes.at(-1), [{ note: 'kept', more: null }], 'each connection fails once at most');
    await one.query('DROP TABLE notes');
  });

  test('replace a document at once, and keep one version whole', async () => {
    const stores = databases.map(openTableStore);
    const versions = ['a', 'b'].map(letter => Buffer.alloc(50_000, letter));
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        await stores[index % 2]?.replace('doc_replaced', versions[index % 2] ?? Buffer.alloc(0));
        const read = await stores[(index + 1) % 2]?.read('doc_replaced');
        assert.ok(versions.some(version => read !== undefined && version.equals(read)));
      }),
    );
    await stores[0]?.remove('doc_replaced');
  });

  test('execute an action once, whichever gets the request', async () => {
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

  test('go by one clock, whichever is told to move it', async () => {
    const as = await token();
    const { now: early } = (await move(0, 600)).body;
    const { now: late } = (await move(1, 600)).body;
    const moved = Date.parse(late) - Date.parse(early);
    assert.ok(moved >= 600_000 && moved < 660_000, `${early}, ${late}`);
    for (const instance of instances) {
      const { status } = await send(instance, '/v1/signing-sessions', as, sessionRequest());
      assert.equal(status, 401, 'the token is 20 minutes old');
    }
    await Promise.all([move(0, -600), move(1, -600)]);
    for (const instance of instances) {
      assert.equal((await send(instance, '/v1/signing-sessions', as, sessionRequest())).status, 201);
    }
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

  test('delete a webhook while its last delivery is given up, and neither fails', async () => {
    const [one, other] = own;
    assert.ok(one && other);
    const { webhookId } = await webhookWithDeliveries('first', 'second');
    const release = await holdDelivery(one, 'first');
    const deleted = deleteWebhook(other, 'tenant_local', webhookId);
    await untilBlocked(1);
    const at = new Date();
    const outcome = { at, httpStatus: 500, error: 'Answered 500.', signedAt: 1, signature: 'none' };
    const settled = settleAttempt(one, lastTry('second', webhookId), 'second', outcome);
    await untilBlocked(2);
    release();
    const outcomes = await Promise.allSettled([deleted, settled]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'fulfilled'],
    );
    assert.deepEqual(await one.query('SELECT 1 FROM webhooks WHERE webhook_id = $1', [webhookId]), []);
  });

  test('delete a webhook while sessions of its events are erased, and neither fails', async () => {
    const [one, other] = own;
    assert.ok(one && other);
    const as = await token();
    const { sessionId, clientSecret, transactionId } = (
      await send(instances[0], '/v1/signing-sessions', as, sessionRequest())
    ).body;
    await send(instances[0], `/v1/signing-sessions/${sessionId}/cancel`, clientSecret, {});
    await one.query(`UPDATE sessions SET erase_at = '2990-01-01' WHERE session_id = $1`, [sessionId]);
    // Between two events of the deleted webhook, one of another webhook, which delays the erasure.
    const deleted = await webhookWithDeliveries();
    const kept = await webhookWithDeliveries();
    for (const event of ['early', 'gate', 'late']) {
      await one.query(
        `INSERT INTO outbox (event_id, tenant_id, transaction_id, event_type, data, occurred_at)
         VALUES ('evt_' || $1, 'tenant_local', $2, 'QUOTA.WARNING', '{}', now())`,
        [event, transactionId],
      );
    }
    // In the reverse order of their events.
    for (const [event, { webhookId }] of [
      ['late', deleted],
      ['gate', kept],
      ['early', deleted],
    ] as const) {
      await one.query(
        `INSERT INTO webhook_deliveries (delivery_id, webhook_id, event_id, due_at)
         VALUES ($1, $2, 'evt_' || $1, '2999-01-01')`,
        [event, webhookId],
      );
    }
    const release = await holdDelivery(one, 'gate');
    const erasing = eraseDue(one, new Date('2990-01-01'));
    await untilBlocked(1);
    const deleting = deleteWebhook(other, 'tenant_local', deleted.webhookId);
    await untilBlocked(2);
    release();
    const outcomes = await Promise.allSettled([erasing, deleting]);
    assert.deepEqual(
      outcomes.map(outcome => (outcome.status === 'rejected' ? outcome.reason : outcome.status)),
      ['fulfilled', 'fulfilled'],
    );
    const left = await one.query(
      `SELECT event_id FROM webhook_deliveries WHERE event_id IN ('evt_early', 'evt_gate', 'evt_late')
       UNION ALL SELECT session_id FROM sessions WHERE session_id = $1
       UNION ALL SELECT webhook_id FROM webhooks WHERE webhook_id = $2`,
      [sessionId, deleted.webhookId],
    );
    assert.deepEqual(left, []);
  });

  test('erase sessions while their pictures are deleted, and neither fails', async () => {
    const [one, other] = own;
    assert.ok(one && other);
    const as = await token();
    const made: string[] = [];
    while (made.length < 3) {
      const { sessionId, clientSecret } = (
        await send(instances[0], '/v1/signing-sessions', as, sessionRequest())
      ).body;
      await send(instances[0], `/v1/signing-sessions/${sessionId}/cancel`, clientSecret, {});
      made.push(sessionId);
    }
    const [first = '', gate = '', last = ''] = made;
    await one.query(`UPDATE sessions SET erase_at = '2990-01-01' WHERE session_id = ANY($1)`, [
      [first, last],
    ]);
    await one.query('UPDATE sessions SET erase_at = NULL WHERE session_id = $1', [gate]);
    const [late, early] = await one.query<{ session_id: string }>(
      'SELECT session_id FROM sessions WHERE session_id = ANY($1) ORDER BY ctid DESC',
      [[first, last]],
    );
    // In the reverse order of their sessions, with one in between that is not erased and blocks whoever locks it.
    for (const sessionId of [late?.session_id ?? '', gate, early?.session_id ?? '']) {
      await one.query(
        `INSERT INTO liveness_frames (session_id, frame_index, sha256, sealed) VALUES ($1, 0, 'hash', 'picture')`,
        [sessionId],
      );
    }
    const release = await holdRow(
      one,
      'SELECT 1 FROM liveness_frames WHERE session_id = $1 FOR UPDATE',
      gate,
    );
    const dropping = dropPictures(one, new Date('2990-01-01'));
    await untilBlocked(1);
    const erasing = eraseDue(other, new Date('2990-01-01'));
    await untilBlocked(2);
    release();
    const outcomes = await Promise.allSettled([dropping, erasing]);
    assert.deepEqual(
      outcomes.map(outcome => (outcome.status === 'rejected' ? outcome.reason : outcome.status)),
      ['fulfilled', 'fulfilled'],
    );
    const left = await one.query(
      'SELECT session_id, sealed FROM liveness_frames WHERE session_id = ANY($1)',
      [made],
    );
    assert.deepEqual(left, [{ session_id: gate, sealed: null }]);
  });

  test('erase an envelope while a request has locked it, and neither fails', async () => {
    const [one, other] = own;
    assert.ok(one && other);
    const as = await token();
    const wanted = { signingMode: 'PARALLEL', totalSigners: 2, document: sessionRequest()['document'] };
    const { envelopeId } = (await send(instances[0], '/v1/envelopes', as, wanted)).body;
    const path = `/v1/envelopes/${envelopeId}`;
    const signer = { name: 'Ana', cpf: '52998224725', userExternalId: 'u1' };
    const json = { signer, signerIndex: 1, policy: { profile: 'CLICK_ONLY' } };
    const added = await send(instances[0], `${path}/sessions`, as, json);
    assert.equal(added.status, 201, JSON.stringify(added.body));
    assert.equal((await send(instances[0], `${path}/cancel`, as, {})).status, 200);
    let erasing: Promise<unknown> = Promise.resolve();
    // Locks as an action on a member does: the envelope, then the session.
    const acting = other.transaction(async queries => {
      await queries.query('SELECT 1 FROM envelopes WHERE envelope_id = $1 FOR UPDATE', [envelopeId]);
      erasing = eraseDue(one, new Date('2990-01-01'));
      await untilBlocked(1);
      await queries.query('SELECT 1 FROM sessions WHERE session_id = $1 FOR UPDATE', [added.body.sessionId]);
    });
    const outcomes = [...(await Promise.allSettled([acting])), ...(await Promise.allSettled([erasing]))];
    assert.deepEqual(
      outcomes.map(outcome => (outcome.status === 'rejected' ? outcome.reason : outcome.status)),
      ['fulfilled', 'fulfilled'],
    );
    assert.deepEqual(await one.query('SELECT 1 FROM envelopes WHERE envelope_id = $1', [envelopeId]), []);
  });
});
