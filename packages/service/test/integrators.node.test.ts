import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { onEachDatabase } from './support/test-database.ts';
import { openTestService, sessionRequest, type Answer, type TestService } from './support/test-service.ts';
import { openReceiver, type WebhookReceiver } from './support/webhook-receiver.ts';

interface Delivery {
  readonly deliveryId: string;
  readonly transactionId: string;
  readonly state: string;
  readonly attempts: number;
  readonly nextAttemptAt?: string;
  readonly lastAttempt?: { readonly httpStatus: number; readonly error: string | null };
}

onEachDatabase(kind => {
  let service: TestService;
  let receiver: WebhookReceiver;
  let as: string;
  let own: string;
  before(async () => {
    service = await openTestService({ allowLocalWebhooks: true }, kind);
  });
  after(() => service.close());
  beforeEach(async () => {
    receiver = await openReceiver();
    as = await service.token();
    const json = { url: receiver.url, events: ['SIGNING_SESSION.CREATED'] };
    own = `/v1/webhooks/${(await service.call('/v1/webhooks', { as, json })).body.webhookId}`;
  });
  afterEach(async () => {
    await service.call('/_local/reset', { method: 'POST' });
    await receiver.close();
  });

  const list = (query = ''): Promise<Answer> => service.call(`${own}/deliveries${query}`, { as });

  /** Waits until all deliveries are as wanted. */
  async function until(isWanted: (delivery: Delivery) => boolean): Promise<Delivery[]> {
    for (;;) {
      const { deliveries } = (await list()).body;
      if (deliveries.length > 0 && deliveries.every(isWanted)) return deliveries;
      await new Promise(resolve => setTimeout(resolve, 5));
    }
  }

  describe('deliveries', () => {
    test('are listed newest first, page by page, by state, without their bodies', async () => {
      const sessions = [];
      for (let count = 0; count < 3; count += 1)
        sessions.unshift(await service.create({ metadata: { contract: 'QX-4711' } }));
      const all = await until(({ state }) => state === 'DELIVERED');
      assert.deepEqual(
        all.map(({ transactionId }) => transactionId),
        sessions.map(({ transactionId }) => transactionId),
      );
      assert.deepEqual(all[0]?.lastAttempt?.httpStatus, 200);
      assert.equal(all[0]?.nextAttemptAt, undefined);
      assert.doesNotMatch(JSON.stringify(all), /QX-4711|Maria|metadata/);
      const first = (await list('?limit=2')).body;
      const second = (await list(`?limit=2&cursor=${first.nextCursor}`)).body;
      assert.deepEqual([...first.deliveries, ...second.deliveries], all);
      assert.equal(second.nextCursor, undefined);
      assert.equal((await list('?state=EXHAUSTED')).body.deliveries.length, 0);
      assert.equal((await list('?state=DELIVERED')).body.deliveries.length, 3);
      assert.equal((await list('?cursor=abc')).status, 400);
    });

    test('that failed say why, and can be replayed with the same id', async () => {
      receiver.answer(500);
      await service.create();
      const [failed] = await until(({ attempts }) => attempts === 1);
      assert.deepEqual([failed?.state, failed?.lastAttempt?.error], ['PENDING', 'Answered 500.']);
      assert.ok(failed?.nextAttemptAt !== undefined);
      receiver.answer(200);
      const replay = await service.call(`${own}/deliveries/${failed.deliveryId}/replay`, {
        as,
        method: 'POST',
      });
      assert.equal(replay.status, 202);
      await until(({ state }) => state === 'DELIVERED');
      assert.deepEqual(
        receiver.bodies().map(({ id }) => id),
        [failed.deliveryId, failed.deliveryId],
      );
    });

    test('can be replayed once a disabled webhook is enabled', async () => {
      await service.create();
      const [delivered] = await until(({ state }) => state === 'DELIVERED');
      const replay = () =>
        service.call(`${own}/deliveries/${delivered?.deliveryId}/replay`, { as, method: 'POST' });
      await service.database.query(`UPDATE webhooks SET status = 'DISABLED'`);
      const refused = await replay();
      assert.deepEqual([refused.status, refused.body.type], [409, 'conflict']);
      assert.equal((await service.call(`${own}/enable`, { as, method: 'POST' })).status, 200);
      assert.equal((await replay()).status, 202);
      await until(({ state }) => state === 'DELIVERED');
      assert.equal(receiver.received.length, 2);
    });

    test('are their tenant’s alone, and their webhook’s', async () => {
      await service.create();
      const [{ deliveryId } = assert.fail()] = await until(({ state }) => state === 'DELIVERED');
      const other = await service.token('limited');
      assert.equal((await service.call(`${own}/deliveries`, { as: other })).status, 404);
      const replay = `deliveries/${deliveryId}/replay`;
      assert.equal((await service.call(`${own}/${replay}`, { as: other, method: 'POST' })).status, 404);
      const json = { url: receiver.url, events: ['TRANSACTION.COMPLETED'] };
      const { webhookId } = (await service.call('/v1/webhooks', { as, json })).body;
      const foreign = `/v1/webhooks/${webhookId}/${replay}`;
      assert.equal((await service.call(foreign, { as, method: 'POST' })).status, 404);
      const reader = await service.token('local', 'transactions:read');
      assert.equal((await service.call(`${own}/deliveries`, { as: reader })).status, 200);
      assert.equal((await service.call(`${own}/${replay}`, { as: reader, method: 'POST' })).status, 403);
    });
  });

  test('quotas tell each limit and its use, and the sandbox has none', async () => {
    assert.deepEqual((await service.call('/v1/quotas', { as })).body, { environment: 'sandbox', quotas: [] });
    const limited = await service.token('limited');
    await service.call('/v1/signing-sessions', { as: limited, json: sessionRequest() });
    const { environment, quotas } = (await service.call('/v1/quotas', { as: limited })).body;
    assert.equal(environment, 'production');
    assert.equal(quotas.length, 9);
    const used = quotas.find((quota: { dimension: string }) => quota.dimension === 'monthlyTransactions');
    const { resetInSeconds, ...rest } = used;
    assert.deepEqual(rest, {
      dimension: 'monthlyTransactions',
      period: '2026-11',
      limit: 2,
      planned: 2,
      used: 1,
      remaining: 1,
    });
    assert.ok(resetInSeconds > 10 * 86_400 && resetInSeconds < 11 * 86_400, String(resetInSeconds));
  });
});
