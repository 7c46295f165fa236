import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { isGenuine, openReceiver, type WebhookReceiver } from './support/webhook-receiver.ts';
import { openTestService, sessionRequest, type TestService } from './support/test-service.ts';

const DAYS_31 = 31 * 24 * 3600;

let service: TestService;
let receiver: WebhookReceiver;
before(async () => {
  service = await openTestService({ allowLocalWebhooks: true });
  receiver = await openReceiver();
});
after(async () => {
  await service.close();
  await receiver.close();
});

/** Lets time pass for the service, and sweeps. */
const advance = (advanceSeconds: number) => service.call('/_local/clock', { json: { advanceSeconds } });

async function newestKey(purpose: string): Promise<string> {
  const [row] = await service.database.query<{ key_id: string }>(
    'SELECT key_id FROM signing_keys WHERE purpose = $1 ORDER BY created_at DESC LIMIT 1',
    [purpose],
  );
  assert.ok(row, purpose);
  return row.key_id;
}

async function sealedSecrets(): Promise<string[]> {
  const rows = await service.database.query<{ sealed_secret: string }>(
    'SELECT sealed_secret FROM webhooks ORDER BY created_at',
  );
  return rows.map(row => row.sealed_secret);
}

async function register() {
  const json = { url: receiver.url, events: ['TRANSACTION.COMPLETED'] };
  const { status, body } = await service.call('/v1/webhooks', { as: await service.token(), json });
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}

describe('the keys of fields', () => {
  test('are replaced after 30 days while the service runs, and what older ones sealed is still read', async () => {
    const first = await newestKey('sealed-text');
    const { webhookId, secret } = await register();
    await advance(DAYS_31);
    const second = await newestKey('sealed-text');
    assert.notEqual(second, first);

    await register();
    const keys = (await sealedSecrets()).map(sealed => sealed.split('.')[0]);
    assert.deepEqual(keys, [first, second]);
    const as = await service.token();
    const tried = await service.call(`/v1/webhooks/${webhookId}/test`, { as, method: 'POST' });
    assert.equal(tried.status, 200, JSON.stringify(tried.body));
    const [delivery] = receiver.received;
    assert.ok(
      delivery && isGenuine(delivery, secret, service.clock.now()),
      'signed with the secret that the older key sealed',
    );
  });

  test('take a request again that was sent before the key of fingerprints was replaced', async () => {
    const as = await service.token();
    const request = { json: sessionRequest(), key: 'over-a-rotation' };
    const made = await service.call('/v1/signing-sessions', { as, ...request });
    assert.equal(made.status, 201);
    const used = await newestKey('fingerprint');
    await service.database.query(`UPDATE signing_keys SET created_at = created_at - interval '40 days'`);
    const next = await service.restart();
    assert.notEqual(await newestKey('fingerprint'), used);
    const again = await next.call('/v1/signing-sessions', { as, ...request });
    assert.equal(again.body.sessionId, made.body.sessionId);
  });
});
