import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTableStore } from '../src/storage/document-store.ts';
import { systemRandom } from '../src/domain/ids.ts';
import { createKeyRing, openFieldCipher } from '../src/keys/key-ring.ts';
import type { OutgoingMessage } from '../src/messages/message.ts';
import { createLocalMode } from '../../local/src/index.ts';
import { createService } from '../src/main/service.ts';
import type { Database } from '../src/storage/database.ts';
import { SCHEMA_STEPS } from '../src/storage/schema.ts';
import { openTestDatabase } from './support/test-database.ts';
import { PUBLIC_URL, START } from './support/test-service.ts';
import { openReceiver } from './support/webhook-receiver.ts';

/** Brings the database back to the schema of before all jobs were claimed in the same way. */
async function makeOld(database: Database): Promise<void> {
  await database.query('DROP SCHEMA public CASCADE');
  await database.query('CREATE SCHEMA public');
  await database.query('CREATE TABLE schema_steps (step integer PRIMARY KEY)');
  await database.query('ALTER TABLE schema_steps ADD applied_at timestamptz NOT NULL DEFAULT now()');
  const until = SCHEMA_STEPS.findIndex(step =>
    step.some(sql => /identity_checks ADD COLUMN position/.test(sql)),
  );
  for (const [index, statements] of SCHEMA_STEPS.slice(0, until).entries()) {
    for (const statement of statements) await database.query(statement);
    await database.query('INSERT INTO schema_steps (step) VALUES ($1)', [index + 1]);
  }
}

/** As a process of then left them when it was killed, each on its way or waiting for another try. */
async function leaveJobs(database: Database, webhookUrl: string): Promise<void> {
  const clock = { now: () => START };
  const fieldCipher = await openFieldCipher(
    createKeyRing({ database, clock, random: systemRandom }),
    systemRandom,
  );
  await database.query(
    `INSERT INTO tenants (tenant_id, name, environment, allowed_origins) VALUES ('tenant_local', 'Acme', 'sandbox', '[]')`,
  );
  const message = { channel: 'email', to: 'a@example.com', subject: 'Hello', text: 'x' };
  await database.query(
    `INSERT INTO outgoing_messages (message_id, channel, sealed, attempts, written_at, good_until)
     VALUES ('msg_old', 'email', $1, 2, $2, '2999-01-01'), ('msg_older', NULL, $1, 1, $2, '2999-01-01')`,
    [fieldCipher.seal(JSON.stringify(message)), START],
  );
  await database.query(
    `INSERT INTO webhooks (webhook_id, tenant_id, url, sealed_secret, events, created_at, updated_at)
     VALUES ('wh_old', 'tenant_local', $1, $2, '["QUOTA.WARNING"]', $3, $3)`,
    [webhookUrl, fieldCipher.seal('whsec_old'), START],
  );
  await database.query(
    `INSERT INTO outbox (event_id, tenant_id, event_type, data, occurred_at)
     VALUES ('evt_old', 'tenant_local', 'QUOTA.WARNING', '{}', $1)`,
    [START],
  );
  await database.query(
    `INSERT INTO webhook_deliveries (delivery_id, webhook_id, event_id, due_at, attempts, claim)
     VALUES ('del_old', 'wh_old', 'evt_old', $1, 1, 'clm_old')`,
    [START],
  );
  await database.query(
    `INSERT INTO signing_keys (key_id, purpose, secret, created_at) VALUES ('key_old', 'client-secret', '\\x00', $1)`,
    [START],
  );
  await database.query(
    `INSERT INTO sessions (session_id, transaction_id, tenant_id, status, purpose, profile, locale, request, kind,
       secret_key_id, created_at, expires_at)
     VALUES ('ss_old', 'tx_old', 'tenant_local', 'CANCELLED', 'ACTION_AUTHENTICATION', 'BIOMETRIC', 'en',
       '{"signer": {"name": "Maria"}}', 'trust', 'key_old', $1, '2999-01-01')`,
    [START],
  );
  await database.query(
    `INSERT INTO steps (step_id, session_id, position, type, status, max_attempts)
     VALUES ('stp_old', 'ss_old', 1, 'BIOMETRIC_MATCH', 'STARTED', 3)`,
  );
  await database.query(
    `INSERT INTO identity_checks (session_id, step_id, due_at, attempts) VALUES ('ss_old', 'stp_old', $1, 1)`,
    [START],
  );
}

test('what waits in a database of an earlier version goes on', async () => {
  const { database, drop } = await openTestDatabase();
  const receiver = await openReceiver();
  await makeOld(database);
  await leaveJobs(database, receiver.url);
  const sent: OutgoingMessage[] = [];
  const errors: string[] = [];
  const service = await createService({
    local: createLocalMode(),
    database,
    documents: openTableStore(database),
    publicUrl: PUBLIC_URL,
    clock: { now: () => START },
    allowLocalWebhooks: true,
    senders: { email: { send: async message => void sent.push(message) } },
    reportError: line => errors.push(line),
  });
  const waiting = `
    SELECT message_id FROM outgoing_messages UNION ALL SELECT session_id FROM identity_checks
    UNION ALL SELECT delivery_id FROM webhook_deliveries WHERE state = 'PENDING'`;
  while ((await database.query(waiting)).length > 0) {
    assert.deepEqual(errors, []);
    await new Promise(resolve => setTimeout(resolve, 10));
  }
  assert.deepEqual(sent.map(({ messageId }) => messageId).toSorted(), ['msg_old', 'msg_older']);
  assert.deepEqual(
    receiver.bodies().map(({ id }) => id),
    ['del_old'],
  );
  const [delivery] = await database.query('SELECT state, attempts FROM webhook_deliveries');
  assert.deepEqual(delivery, { state: 'DELIVERED', attempts: 2 });
  await service.close();
  await receiver.close();
  await drop();
});
