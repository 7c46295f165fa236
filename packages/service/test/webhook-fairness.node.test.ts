import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { onEachDatabase } from './support/test-database.ts';
import { openTestService, type TestService } from './support/test-service.ts';
import { openReceiver, type WebhookReceiver } from './support/webhook-receiver.ts';

const EVENTS = ['SIGNING_SESSION.CREATED'];
const HANGING = 6;

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise(resolve => setTimeout(resolve, 5));
}

onEachDatabase(kind => {
  let service: TestService;
  let healthy: WebhookReceiver;
  let hanging: WebhookReceiver;
  /** Requests open at the hanging receiver, now and at most; and those that ended without a response. */
  let [held, most, ended] = [0, 0, 0];

  const hang = () =>
    hanging.answer((_request, response) => {
      held += 1;
      most = Math.max(most, held);
      response.once('close', () => {
        held -= 1;
        ended += 1;
      });
    });

  async function register(url: string): Promise<void> {
    const json = { url, events: EVENTS };
    const { status } = await service.call('/v1/webhooks', { as: await service.token(), json });
    assert.equal(status, 201);
  }

  /** Emits events one by one, each after the healthy receiver has received the one before. */
  async function tellHealthy(count: number): Promise<void> {
    for (let told = 0; told < count; told += 1) {
      const already = healthy.received.length;
      await service.create();
      await until(() => healthy.received.length > already);
    }
  }

  before(async () => {
    service = await openTestService({ allowLocalWebhooks: true }, kind);
    [healthy, hanging] = [await openReceiver(), await openReceiver()];
    for (let made = 0; made < HANGING; made += 1) await register(hanging.url);
    await register(healthy.url);
  });
  after(async () => {
    await service.close();
    await Promise.all([healthy.close(), hanging.close()]);
  });

  describe('six webhooks that hang', () => {
    test('delay no event of a healthy one, even before they are known to hang', async () => {
      hang();
      await tellHealthy(8);
      assert.equal(ended, 0, 'the healthy one did not have to wait for any of them to time out');
      await until(() => held === HANGING);
    });

    test('are tried one at a time after they have failed', async () => {
      hanging.answer(500);
      hanging.dropConnections();
      const failed = async () => {
        const [row] = await service.database.query<{ count: number }>(
          `SELECT count(DISTINCT webhook_id)::int AS count FROM webhook_deliveries WHERE attempts > 0`,
        );
        return (row?.count ?? 0) >= HANGING;
      };
      await until(failed);
      await until(() => held === 0);
      most = 0;
      hang();
      await service.call('/_local/clock', { json: { advanceSeconds: 30 }, method: 'POST' });
      await until(() => held === 1);
      await tellHealthy(4);
      assert.equal(most, 1);
    });
  });
});
