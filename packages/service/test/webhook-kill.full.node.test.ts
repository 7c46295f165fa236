import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { newDataFolder } from '../../../test/support/ready-service.ts';
import { runService, type ServiceRun } from './support/service-run.ts';
import { sessionRequest } from './support/test-service.ts';
import { openReceiver, type WebhookReceiver } from './support/webhook-receiver.ts';

const KILLS = 4;
const CLIENTS = 4;
const EVENTS = ['SIGNING_SESSION.CREATED', 'SIGNING_SESSION.CANCELLED', 'TRANSACTION.COMPLETED'];

let folder: string;
let run: ServiceRun;
let receiver: WebhookReceiver;
before(async () => {
  folder = await newDataFolder();
  receiver = await openReceiver();
  run = await start();
});
after(async () => {
  await run.end('SIGKILL');
  await receiver.close();
  await rm(folder, { recursive: true, force: true });
});

const start = () => runService(folder, { ALLOW_LOCAL_WEBHOOKS: 'true', DATABASE_URL: '' });

async function token(): Promise<string> {
  const client = { client_id: 'local', client_secret: 'local-secret' };
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...client });
  return (await (await fetch(`${run.url}/oauth2/token`, { method: 'POST', body })).json()).access_token;
}

async function post(address: string, as: string, json: unknown) {
  const response = await fetch(run.url + address, {
    method: 'POST',
    headers: { Authorization: `Bearer ${as}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(json),
  });
  assert.ok(response.ok, `${address} answers ${response.status}`);
  return response.json();
}

/** The changes that the service has confirmed: each must be delivered, whatever happens afterwards. */
const confirmed = new Set<string>();
const fact = (type: string, transactionId: unknown): string => `${type} ${String(transactionId)}`;

/** Creates sessions and ends them, every third with a signature, until the service is killed. */
async function clientWorks(as: string): Promise<void> {
  try {
    for (let made = 1; ; made += 1) {
      const session = await post('/v1/signing-sessions', as, sessionRequest());
      confirmed.add(fact('SIGNING_SESSION.CREATED', session.transactionId));
      const address = `/v1/signing-sessions/${session.sessionId}`;
      if (made % 3 === 0) {
        await post(`${address}/advance`, session.clientSecret, { action: 'accept' });
        confirmed.add(fact('TRANSACTION.COMPLETED', session.transactionId));
      } else {
        await post(`${address}/cancel`, session.clientSecret, {});
        confirmed.add(fact('SIGNING_SESSION.CANCELLED', session.transactionId));
      }
    }
  } catch (error) {
    // The connection broke with the service; any other error is a bug.
    if (!(error instanceof TypeError)) throw error;
  }
}

interface Waiting {
  readonly state: string;
}

async function untilAllDelivered(): Promise<void> {
  for (;;) {
    const newest: Waiting[] = await (await fetch(`${run.url}/_local/webhook-deliveries`)).json();
    if (newest.every(({ state }) => state === 'DELIVERED')) return;
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}

describe('killing the service under load', () => {
  test('loses no event, and repeats at most the delivery in flight', async () => {
    await post('/v1/webhooks', await token(), { url: receiver.url, events: EVENTS });
    for (let kill = 0; kill < KILLS; kill += 1) {
      const as = await token();
      const told = receiver.received.length;
      const clients = Promise.all(Array.from({ length: CLIENTS }, () => clientWorks(as)));
      // At a different moment each time, and always after something was sent.
      while (receiver.received.length < told + 1 + ((kill * 7) % 11)) {
        await new Promise(resolve => setTimeout(resolve, 1 + (kill % 4)));
      }
      await run.end('SIGKILL');
      await clients;
      run = await start();
    }
    await untilAllDelivered();

    const bodies = receiver.bodies();
    const told = new Set(bodies.map(({ eventType, transactionId }) => fact(eventType, transactionId)));
    assert.deepEqual(
      Array.from(confirmed).filter(one => !told.has(one)),
      [],
    );
    const ids = new Set(bodies.map(({ id }) => id));
    assert.equal(ids.size, told.size, 'an event is one delivery, however often it is sent');
    const repeats = bodies.length - ids.size;
    assert.ok(repeats <= KILLS, `${repeats} repeats after ${KILLS} kills`);
    assert.ok(confirmed.size > KILLS * 2, `${confirmed.size} events are a load`);
  });
});
