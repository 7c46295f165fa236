import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { Metrics } from '../src/metrics/metrics.ts';
import { Dangers } from '../src/monitoring/dangers.ts';
import { DocumentsAwayError } from '../src/support/errors.ts';
import { builtInSeeds } from '../src/tenants/built-in-tenants.ts';
import { putTenantSeeds } from '../src/tenants/tenants-file.ts';
import { openTestDatabase, type TestDatabase } from './support/test-database.ts';

const HOLDER = { name: 'Acme', issuer: 'AC' };
const LATER = new Date(Date.now() + 365 * 24 * 3_600_000);

let opened: TestDatabase;
before(async () => {
  opened = await openTestDatabase();
});
after(() => opened.drop());
beforeEach(() => opened.database.query(`DELETE FROM settings WHERE name IN ('seals-in-use', 'store-count')`));

type Parts = ConstructorParameters<typeof Dangers>[0];

/** A store that counts, as far as `seen`. */
function counting(seen: number) {
  const store = { seen };
  const counter = {
    read: async () => store.seen,
    write: async (count: number) => {
      store.seen = count;
    },
  };
  return { store, documents: { counter } };
}

const away = () => Promise.reject(new DocumentsAwayError('It is away.'));
const AWAY = { read: away, write: away };

/** What an instance finds that has started. */
async function found(parts: Partial<Parts> & { readonly certificate?: string } = {}) {
  const metrics = new Metrics();
  const lines: string[] = [];
  const { certificate = 'one', ...given } = parts;
  const dangers = new Dangers({
    database: opened.database,
    documents: {},
    metrics,
    sealer: { expiresAt: LATER, sealedBy: () => HOLDER, certificate },
    isProduction: true,
    warn: line => void lines.push(line),
    ...given,
  });
  await dangers.look();
  const { values } = await metrics.dangers.get();
  return { lines, dangers: values.filter(({ value }) => value === 1).map(({ labels }) => labels.danger) };
}

describe('a dangerous state', () => {
  test('is none where all is well, which is said, too', async () => {
    assert.deepEqual(await found(), { lines: [], dangers: [] });
    const metrics = new Metrics();
    assert.doesNotMatch(await metrics.registry.metrics(), /^sign_session_danger\{/m);
    await found({ metrics });
    assert.match(await metrics.registry.metrics(), /^sign_session_danger\{danger="test-seal"\} 0$/m);
  });

  test('is a test seal in production, and none elsewhere', async () => {
    const sealer = { expiresAt: LATER, sealedBy: () => undefined, certificate: 'one' };
    const { lines, dangers } = await found({ sealer });
    assert.deepEqual(dangers, ['test-seal']);
    assert.match(lines.join(' '), /^Danger \(test-seal\): Production seals with the test certificate/);
    assert.deepEqual((await found({ sealer, isProduction: false })).dangers, []);
  });

  test('is a sealing certificate that ends within 30 days', async () => {
    const expiresAt = new Date(Date.now() + 29 * 24 * 3_600_000);
    const sealer = { expiresAt, sealedBy: () => HOLDER, certificate: 'one' };
    assert.deepEqual((await found({ sealer })).dangers, ['certificate-ends']);
  });

  test('is a clock that is not the database’s, in either direction', async () => {
    for (const ms of [-10_000, 10_000])
      assert.deepEqual((await found({ now: () => new Date(Date.now() + ms) })).dangers, ['clock-apart']);
  });

  test('is another instance that seals with another certificate, until it is silent', async () => {
    assert.deepEqual((await found({ certificate: 'one' })).dangers, []);
    assert.deepEqual((await found({ certificate: 'one' })).dangers, []);
    assert.deepEqual((await found({ certificate: 'other' })).dangers, ['seals-apart']);
    assert.deepEqual((await found({ certificate: 'one' })).dangers, ['seals-apart']);
    await opened.database.query(
      `UPDATE settings SET value = value || '{"other": "2020-01-01T00:00:00Z"}' WHERE name = 'seals-in-use'`,
    );
    assert.deepEqual((await found({ certificate: 'one' })).dangers, []);
  });

  test('is a database that is behind what its store has seen', async () => {
    const { store, documents } = counting(0);
    assert.deepEqual((await found({ documents })).dangers, []);
    assert.deepEqual((await found({ documents })).dangers, []);
    assert.equal(store.seen, 2);
    await opened.database.query(`UPDATE settings SET value = '{"count": 1}' WHERE name = 'store-count'`);
    assert.deepEqual((await found({ documents })).dangers, ['database-restored']);
    assert.equal(store.seen, 2, 'what it has seen is not forgotten');
    store.seen = 0;
    assert.deepEqual((await found({ documents })).dangers, [], 'after it was adopted');
    assert.deepEqual((await found({ documents: { counter: AWAY } })).dangers, []);
  });

  test('is a webhook that has failed for an hour', async () => {
    await putTenantSeeds(opened.database, builtInSeeds({}));
    await opened.database.query(
      `INSERT INTO webhooks (webhook_id, tenant_id, url, events, sealed_secret, status, created_at, updated_at)
       VALUES ('wh_1', 'tenant_local', 'https://acme.example', '[]', 'x', 'ACTIVE', now(), now())`,
    );
    await opened.database.query(
      `WITH event AS (
         INSERT INTO outbox (event_id, tenant_id, event_type, data, occurred_at)
         VALUES ('evt_1', 'tenant_local', 'QUOTA.WARNING', '{}', now() - interval '2 hours') RETURNING event_id)
       INSERT INTO webhook_deliveries (delivery_id, webhook_id, event_id, due_at, attempts)
       SELECT 'dlv_1', 'wh_1', event_id, now(), 3 FROM event`,
    );
    assert.deepEqual((await found()).dangers, ['webhooks-fail']);
    await opened.database.query(`UPDATE webhook_deliveries SET state = 'DELIVERED'`);
    assert.deepEqual((await found()).dangers, []);
  });
});
