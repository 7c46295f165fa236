import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { onEachDatabase } from './support/test-database.ts';
import { openTestService, START, type CreatedSession, type TestService } from './support/test-service.ts';
import { isGenuine, openReceiver, type WebhookReceiver } from './support/webhook-receiver.ts';

onEachDatabase(kind => {
  let service: TestService;
  let receiver: WebhookReceiver;
  let token: string;
  before(async () => {
    service = await openTestService({ allowLocalWebhooks: true }, kind);
  });
  after(() => service.close());
  beforeEach(async () => {
    receiver = await openReceiver();
  });
  afterEach(async () => {
    assert.equal((await service.call('/_local/reset', { method: 'POST' })).status, 200);
    await receiver.close();
  });

  interface Registered {
    readonly webhookId: string;
    readonly secret: string;
  }

  async function register(events: readonly string[], url = receiver.url): Promise<Registered> {
    token = await service.token();
    const { status, body } = await service.call('/v1/webhooks', { as: token, json: { url, events } });
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  }

  interface ListedDelivery {
    readonly deliveryId: string;
    readonly state: string;
    readonly tries: readonly { readonly httpStatus: number; readonly error: string | null }[];
  }

  const deliveries = async (): Promise<ListedDelivery[]> =>
    (await service.call('/_local/webhook-deliveries')).body;

  /** Waits until this many requests have arrived and their outcome is written. */
  async function untilSettled(count: number): Promise<void> {
    for (;;) {
      const tries = (await deliveries()).reduce((sum, one) => sum + one.tries.length, 0);
      if (tries >= count) return;
      await new Promise(resolve => setTimeout(resolve, 5));
    }
  }

  const waiting = async (): Promise<number> =>
    (await deliveries()).filter(({ state }) => state === 'PENDING').length;

  const moveClock = (seconds: number) =>
    service.call('/_local/clock', { json: { advanceSeconds: seconds }, method: 'POST' });

  /** A session that its signer declines: faster than sealing one. */
  async function decline(): Promise<CreatedSession> {
    const session = await service.create({}, await service.token());
    await service.call(`/v1/signing-sessions/${session.sessionId}/cancel`, {
      as: session.clientSecret,
      method: 'POST',
    });
    return session;
  }

  describe('an event', () => {
    test('is sent in a signed delivery to its subscribers', async () => {
      const { webhookId, secret } = await register(['SIGNING_SESSION.CREATED', 'TRANSACTION.COMPLETED']);
      const session = await service.create({ metadata: { order: '7' } });
      assert.equal((await service.accept(session)).body.status, 'COMPLETED');
      await untilSettled(2);
      const [created, completed] = receiver.bodies();
      assert.equal(created?.eventType, 'SIGNING_SESSION.CREATED');
      assert.ok(completed);
      assert.match(completed.id, /^del_/);
      assert.equal(completed.tenantId, 'tenant_local');
      assert.equal(completed.transactionId, session.transactionId);
      assert.equal(completed.timestamp, START.toISOString());
      assert.equal('test' in completed, false);
      const { evidenceId, ...data } = completed.data;
      assert.match(String(evidenceId), /^ev_/);
      assert.deepEqual(data, {
        sessionId: session.sessionId,
        transactionId: session.transactionId,
        status: 'COMPLETED',
        signer: { name: 'Maria da Silva' },
        completedAt: START.toISOString(),
        metadata: { order: '7' },
      });
      for (const one of receiver.received) {
        assert.ok(isGenuine(one, secret, START));
        assert.ok(!isGenuine({ ...one, body: `${one.body} ` }, secret, START));
        assert.equal(one.headers['x-service-webhook-id'], webhookId);
        assert.equal(one.headers['content-type'], 'application/json');
        assert.equal(one.headers['user-agent'], 'Service-Webhook/1.0');
      }
    });

    test('reaches each webhook under an id of its own, and no other tenant', async () => {
      await register(['SIGNING_SESSION.CANCELLED']);
      await register(['SIGNING_SESSION.CANCELLED']);
      const json = { url: receiver.url, events: ['SIGNING_SESSION.CANCELLED'] };
      await service.call('/v1/webhooks', { as: await service.token('limited'), json });
      await decline();
      await untilSettled(2);
      assert.equal(new Set(receiver.bodies().map(({ id }) => id)).size, 2);
      assert.equal((await deliveries()).length, 2);
    });

    test('of a refused change is not sent', async () => {
      await register(['SIGNING_SESSION.CREATED', 'SIGNING_SESSION.CANCELLED']);
      const session = await decline();
      const again = await service.accept(session);
      assert.equal(again.status, 410);
      await untilSettled(2);
      assert.deepEqual(
        receiver.bodies().map(({ eventType }) => eventType),
        ['SIGNING_SESSION.CREATED', 'SIGNING_SESSION.CANCELLED'],
      );
    });
  });

  describe('a delivery that fails', () => {
    test('is tried six times, on the schedule and by the movable clock', async () => {
      const { secret } = await register(['SIGNING_SESSION.CANCELLED']);
      receiver.answer(500);
      await decline();
      await untilSettled(1);
      for (const [index, seconds] of [30, 120, 600, 1800, 7200].entries()) {
        await moveClock(seconds - 1);
        await moveClock(1);
        await untilSettled(index + 2);
      }
      const [delivery] = await deliveries();
      assert.equal(delivery?.state, 'EXHAUSTED');
      await moveClock(24 * 3600);
      assert.equal(receiver.received.length, 6);
      assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 1, 'the same bytes each time');
      assert.ok(
        receiver.received.every(one => isGenuine(one, secret, START)),
        'signed by the true time, which receivers go by',
      );
    });

    test('is not tried before its time', async () => {
      await register(['SIGNING_SESSION.CANCELLED']);
      receiver.answer(503);
      await decline();
      await untilSettled(1);
      const [row] = await service.database.query<{ due_at: Date }>('SELECT due_at FROM webhook_deliveries');
      assert.equal(row?.due_at.getTime(), START.getTime() + 30_000);
    });

    test('succeeds when the receiver is back', async () => {
      await register(['SIGNING_SESSION.CANCELLED']);
      receiver.answer((_request, response) => response.destroy());
      await decline();
      await untilSettled(1);
      receiver.answer(204);
      await moveClock(30);
      await untilSettled(2);
      const [delivery] = await deliveries();
      assert.equal(delivery?.state, 'DELIVERED');
      assert.deepEqual(
        delivery.tries.map(({ httpStatus, error }) => [httpStatus, error]),
        [
          [0, 'The connection failed (ECONNRESET).'],
          [204, null],
        ],
      );
    });

    test('follows no redirect', async () => {
      const other = await openReceiver();
      await register(['SIGNING_SESSION.CANCELLED']);
      receiver.answer((_request, response) => response.writeHead(307, { Location: other.url }).end());
      await decline();
      await untilSettled(1);
      assert.equal((await deliveries())[0]?.tries[0]?.httpStatus, 307);
      assert.equal(other.received.length, 0);
      await other.close();
    });

    test('is sent again by hand', async () => {
      await register(['SIGNING_SESSION.CANCELLED']);
      await decline();
      await untilSettled(1);
      const [delivery] = await deliveries();
      const path = `/_local/webhook-deliveries/${delivery?.deliveryId}/redeliver`;
      assert.equal((await service.call(path, { method: 'POST' })).status, 204);
      await untilSettled(2);
      assert.equal(receiver.received[0]?.body, receiver.received[1]?.body);
    });

    test('that was given up is sent again by hand, with six new tries', async () => {
      await register(['SIGNING_SESSION.CANCELLED']);
      receiver.answer(500);
      await decline();
      await untilSettled(1);
      await service.database.query('UPDATE webhook_deliveries SET attempts = 5');
      await moveClock(30);
      await untilSettled(2);
      const [givenUp] = await deliveries();
      assert.equal(givenUp?.state, 'EXHAUSTED');
      const path = `/_local/webhook-deliveries/${givenUp.deliveryId}/redeliver`;
      assert.equal((await service.call(path, { method: 'POST' })).status, 204);
      await untilSettled(3);
      assert.equal((await deliveries())[0]?.state, 'PENDING', 'it failed again and has five tries left');
      receiver.answer(200);
      await moveClock(30);
      await untilSettled(4);
      assert.equal((await deliveries())[0]?.state, 'DELIVERED');
    });

    test('that nobody knows is not sent again', async () => {
      const path = '/_local/webhook-deliveries/del_00000000000000000000000000/redeliver';
      const { status, body } = await service.call(path, { method: 'POST' });
      assert.deepEqual([status, body.type], [404, 'not-found']);
    });
  });

  describe('a delivery that is under way', () => {
    test('is sent once more if requested', async () => {
      await register(['SIGNING_SESSION.CANCELLED']);
      const arrival = new Promise<ServerResponse>(resolve =>
        receiver.answer((_request, response) => resolve(response)),
      );
      await decline();
      const response = await arrival;
      const [delivery] = await deliveries();
      const path = `/_local/webhook-deliveries/${delivery?.deliveryId}/redeliver`;
      assert.equal((await service.call(path, { method: 'POST' })).status, 204);
      receiver.answer(200);
      response.writeHead(200).end();
      await untilSettled(1);
      assert.equal(receiver.received.length, 2);
    });
  });

  describe('receivers that do not answer', () => {
    test('delay no other deliveries', async () => {
      const slow = await openReceiver();
      slow.answer(() => undefined);
      for (let made = 0; made < 18; made += 1) await register(['SIGNING_SESSION.CANCELLED'], slow.url);
      const other = await service.token('limited');
      const json = { url: receiver.url, events: ['SIGNING_SESSION.CREATED'] };
      assert.equal((await service.call('/v1/webhooks', { as: other, json })).status, 201);
      await decline();
      while (slow.received.length < 4) await new Promise(resolve => setTimeout(resolve, 5));
      await service.create({}, other);
      while (receiver.received.length === 0) await new Promise(resolve => setTimeout(resolve, 5));
      await slow.close();
    });
  });

  describe('a webhook that goes on failing', () => {
    test('is disabled after five deliveries, and gets events again once it is enabled', async () => {
      const { webhookId } = await register(['SIGNING_SESSION.CANCELLED']);
      receiver.answer(500);
      for (let made = 0; made < 6; made += 1) await decline();
      await untilSettled(6);
      // The sixth delivery is one attempt behind, so that it is still pending when the fifth is given up.
      await service.database.query(
        `UPDATE webhook_deliveries SET attempts = 0 WHERE position = (SELECT max(position) FROM webhook_deliveries)`,
      );
      let tries = 6;
      for (const seconds of [30, 120, 600, 1800]) {
        await moveClock(seconds);
        await untilSettled((tries += 6));
      }
      await moveClock(7200);
      const list = async () =>
        (await service.call('/v1/webhooks', { as: await service.token() })).body.webhooks;
      while ((await list())[0].status !== 'DISABLED') await new Promise(resolve => setTimeout(resolve, 5));
      const earlier = receiver.received.length;
      await moveClock(24 * 3600);
      await decline();
      assert.equal(receiver.received.length, earlier, 'nothing is sent to it');

      receiver.answer(200);
      const enabled = await service.call(`/v1/webhooks/${webhookId}/enable`, {
        as: await service.token(),
        method: 'POST',
      });
      assert.equal(enabled.body.status, 'ACTIVE');
      await moveClock(1);
      while ((await waiting()) > 0) await new Promise(resolve => setTimeout(resolve, 5));
      assert.equal(receiver.received.length, earlier + 1, 'what waited is sent');
      await decline();
      while (receiver.received.length < earlier + 2) await new Promise(resolve => setTimeout(resolve, 5));
    });
  });

  describe('a test delivery', () => {
    test('is real, signed and marked', async () => {
      const { webhookId, secret } = await register(['QUOTA.WARNING']);
      const call = () => service.call(`/v1/webhooks/${webhookId}/test`, { as: token, method: 'POST' });
      const answer = await call();
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.body, {
        webhookId,
        testDelivery: { httpStatus: 200, success: true, error: null, timestamp: START.toISOString() },
      });
      const [body] = receiver.bodies();
      assert.equal(body?.test, true);
      assert.equal(body.eventType, 'QUOTA.WARNING');
      const [received] = receiver.received;
      assert.ok(received && isGenuine(received, secret, START));
      receiver.answer(404);
      assert.deepEqual((await call()).body.testDelivery.httpStatus, 404);
      assert.equal((await deliveries()).length, 0, 'it is no event');
    });

    test('reports that nobody answers', async () => {
      const { webhookId } = await register(['QUOTA.WARNING'], 'http://127.0.0.1:1/hooks');
      const answer = await service.call(`/v1/webhooks/${webhookId}/test`, { as: token, method: 'POST' });
      assert.deepEqual(answer.body.testDelivery, {
        httpStatus: 0,
        success: false,
        error: 'The connection failed (ECONNREFUSED).',
        timestamp: START.toISOString(),
      });
    });
  });

  describe('erasing a session', () => {
    test('deletes its deliveries', async () => {
      await register(['SIGNING_SESSION.CANCELLED']);
      await decline();
      await untilSettled(1);
      await moveClock(8 * 24 * 3600);
      assert.deepEqual(await deliveries(), []);
    });
  });
});
