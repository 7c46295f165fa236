/**
 * `npm run bench:service`: sessions created, advanced and told per second, at 1 and 20 clients, on both databases,
 * beside the same rows written bare in the same run (`bare-rows.ts`); and what 10,000 sessions in the database change.
 * The bare side has no HTTP, but for deliveries: there it makes the same POST to the same receiver. The two, and the
 * two numbers of clients, take turns, round by round, and the median of what the rounds compare counts, so that what
 * else the machine does meets all. Times are of this machine: the ratios are what to judge. The sessions are about actions, so
 * that neither the reading nor the sealing of a PDF hides what storage costs. What accepting a PDF takes of the processor is
 * measured apart (`accept-cost.ts`).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { openFileStore } from '../../packages/service/src/documents/file-store.ts';
import { randomId, systemRandom } from '../../packages/service/src/domain/ids.ts';
import { createLocalMode } from '../../packages/local/src/index.ts';
import { createService, type Service } from '../../packages/service/src/main/service.ts';
import { disclosureIn } from '../../packages/service/src/domain/disclosure.ts';
import type { Database } from '../../packages/service/src/storage/database.ts';
import { openEmbeddedDatabase } from '../../packages/service/src/storage/pglite.ts';
import { openDatabaseServer } from '../../packages/service/src/storage/postgres.ts';
import { openReceiver, type WebhookReceiver } from '../../packages/service/test/support/webhook-receiver.ts';
import { hasTool } from '../support/browsers.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { measureAccept } from './accept-cost.ts';
import { BareRows } from './bare-rows.ts';
import { Rounds, time, timeEach, Verdicts, type Comparison } from './rounds.ts';

const BASE = 'http://127.0.0.1:4010';
/** At once. */
const CLIENTS: readonly number[] = [1, 20];
/** Of each kind in each round. */
const WORKS = 100;
const ROUNDS = 21;
/**
 * Rounds before the first that counts: a service runs for longer than its first requests. The embedded database's own
 * code goes on becoming faster for about three thousand advances.
 */
const WARM_UP = 30;
const CROWD = 10_000;
/** When nothing is due yet that is being prepared. */
const LATER = new Date('2099-01-01T00:00:00Z');

/** The service may take at most this many times as long as its rows alone. */
const MOST_RATIO = 2.5;
/** Create and bootstrap may take at most this many times as long beside the crowd as without it. */
const MOST_GROWTH = 1.5;

const SESSION = {
  purpose: 'ACTION_AUTHENTICATION',
  policy: { profile: 'CUSTOM', customSteps: ['PURPOSE_DISCLOSURE', 'CLICK_ACCEPT'] },
  signer: { name: 'Maria da Silva', cpf: '52998224725' },
  action: { type: 'bench', description: 'To be measured' },
  locale: 'en',
};
const ACKNOWLEDGEMENT = {
  action: 'acknowledge_purpose',
  acknowledged: true,
  disclosureVersion: disclosureIn('en').version,
};

const verdicts = new Verdicts();

interface Session {
  readonly sessionId: string;
  readonly clientSecret: string;
}

function requestFor(address: string, as: string, json?: unknown): Request {
  const headers = { Authorization: `Bearer ${as}`, 'Content-Type': 'application/json' };
  const body = json === undefined ? undefined : Buffer.from(JSON.stringify(json));
  // As it would come over a connection; without its length, a body is counted while it is read.
  const posted = body && {
    method: 'POST',
    headers: { ...headers, 'Content-Length': `${body.length}` },
    body,
  };
  return new Request(BASE + address, posted ?? { headers });
}

async function ask(service: Service, request: Request): Promise<Response> {
  const response = await service.fetch(request);
  if (!response.ok) throw new Error(`${request.url} answers ${response.status}: ${await response.text()}`);
  return response;
}

function send(service: Service, address: string, as: string, json?: unknown): Promise<Response> {
  return ask(service, requestFor(address, as, json));
}

async function token(service: Service): Promise<string> {
  const client = { client_id: 'local', client_secret: 'local-secret' };
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...client });
  const answer = await service.fetch(new Request(`${BASE}/oauth2/token`, { method: 'POST', body }));
  return (await answer.json()).access_token;
}

async function signingKey(database: Database): Promise<string> {
  const [key] = await database.query<{ key_id: string }>(
    `SELECT key_id FROM signing_keys WHERE purpose = 'client-secret' LIMIT 1`,
  );
  return key?.key_id ?? '';
}

async function sessionsRound(
  service: Service,
  database: Database,
  clients: number,
  rounds: Rounds,
): Promise<void> {
  const as = await token(service);
  const sessions: Session[] = [];
  const creations = Array.from({ length: WORKS }, () => requestFor('/v1/signing-sessions', as, SESSION));
  const create = async (request: Request) => {
    sessions.push(await (await ask(service, request)).json());
  };
  rounds.add('create', await timeEach(creations, clients, create));
  const bare = new BareRows(database, await signingKey(database));
  rounds.add('bare create', await time(WORKS, clients, () => bare.create()));
  const advances = sessions.map(({ sessionId, clientSecret }) =>
    requestFor(`/v1/signing-sessions/${sessionId}/advance`, clientSecret, ACKNOWLEDGEMENT),
  );
  rounds.add('advance', await timeEach(advances, clients, request => ask(service, request)));
  rounds.add('bare advance', await time(WORKS, clients, index => bare.advance(bare.sessions[index])));
}

/** Deliveries in turn to each of the webhooks, none of them due yet. */
async function makeDeliveries(database: Database, webhooks: readonly string[]): Promise<string[]> {
  const events = await database.query<{ event_id: string }>(`SELECT event_id FROM outbox LIMIT ${WORKS}`);
  const deliveries = events.map(({ event_id: eventId }, index) => {
    const webhookId = webhooks[index % webhooks.length] ?? '';
    return { eventId, deliveryId: randomId('del', systemRandom), webhookId };
  });
  await database.transaction(async queries => {
    for (const { deliveryId, webhookId, eventId } of deliveries) {
      await queries.query(
        `INSERT INTO webhook_deliveries (delivery_id, webhook_id, event_id, due_at) VALUES ($1, $2, $3, $4)`,
        [deliveryId, webhookId, eventId, LATER],
      );
    }
  });
  return deliveries.map(({ deliveryId }) => deliveryId);
}

/** As many webhooks as clients, since each is told one thing at a time. */
async function registerWebhooks(service: Service, url: string, clients: number): Promise<string[]> {
  const as = await token(service);
  const webhooks: string[] = [];
  for (let made = 0; made < clients; made += 1) {
    const webhook = { url, events: ['API.DEPRECATION_NOTICE'] };
    webhooks.push((await (await send(service, '/v1/webhooks', as, webhook)).json()).webhookId);
  }
  return webhooks;
}

async function untilDelivered(database: Database): Promise<void> {
  const waiting = `SELECT count(*)::int AS count FROM webhook_deliveries WHERE state = 'PENDING'`;
  while ((await database.query(waiting))[0]?.['count'] !== 0)
    await new Promise(resolve => setTimeout(resolve, 1));
}

async function deliveriesRound(
  service: Service,
  database: Database,
  { webhooks, receiver }: { webhooks: readonly string[]; receiver: WebhookReceiver },
  rounds: Rounds,
): Promise<void> {
  const as = await token(service);
  const deliveries = await makeDeliveries(database, webhooks);
  const arrived = receiver.received.length + WORKS;
  await database.query('UPDATE webhook_deliveries SET due_at = now() WHERE due_at = $1', [LATER]);
  const start = performance.now();
  await send(service, `/_local/webhook-deliveries/${deliveries[0]}/redeliver`, as, {});
  while (receiver.received.length < arrived) await new Promise(resolve => setTimeout(resolve, 1));
  await untilDelivered(database);
  rounds.add('deliver', (performance.now() - start) / WORKS);
  const bare = new BareRows(database, '');
  const deliver = (index: number) => bare.deliver(deliveries[index] ?? '', receiver.url);
  rounds.add('bare deliver', await time(WORKS, webhooks.length, deliver));
}

async function measure(service: Service, database: Database): Promise<void> {
  const receiver = await openReceiver();
  const sides = await Promise.all(
    CLIENTS.map(async clients => {
      return {
        clients,
        rounds: new Rounds(),
        webhooks: await registerWebhooks(service, receiver.url, clients),
      };
    }),
  );
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const { clients, rounds, webhooks } of sides) {
      await sessionsRound(service, database, clients, rounds);
      await deliveriesRound(service, database, { webhooks, receiver }, rounds);
    }
  }
  for (const { clients, rounds } of sides) {
    for (const kind of ['create', 'advance', 'deliver']) {
      const label = `${kind}, ${clients} at once`;
      verdicts.judge(label, rounds.compare(kind, `bare ${kind}`), MOST_RATIO);
    }
  }
  await receiver.close();
}

/** Milliseconds to create a session, and to load one. */
async function createAndLoad(service: Service): Promise<{ create: number; load: number }> {
  const as = await token(service);
  const rounds = new Rounds();
  for (let round = 1; round <= ROUNDS; round += 1) {
    const sessions: Session[] = [];
    const create = async () => {
      sessions.push(await (await send(service, '/v1/signing-sessions', as, SESSION)).json());
    };
    const load = async (index: number) => {
      const { sessionId = '', clientSecret = '' } = sessions[index] ?? {};
      await (await send(service, `/v1/signing-sessions/${sessionId}`, clientSecret)).json();
    };
    rounds.add('create', await time(WORKS, 1, create));
    rounds.add('load', await time(WORKS, 1, load));
  }
  return { create: rounds.median('create'), load: rounds.median('load') };
}

function growth(milliseconds: number, beside: number): Comparison {
  return { milliseconds, beside, ratio: milliseconds / beside };
}

async function measureGrowth(service: Service, database: Database): Promise<void> {
  const before = await createAndLoad(service);
  await database.query(
    `INSERT INTO sessions (session_id, transaction_id, tenant_id, status, purpose, profile, locale, request,
       secret_key_id, created_at, expires_at)
     SELECT 'ss_crowd' || n, 'tx_crowd' || n, tenant_id, status, purpose, profile, locale, request, secret_key_id,
       created_at, expires_at
     FROM (SELECT * FROM sessions LIMIT 1) AS one, generate_series(1, ${CROWD}) AS n`,
  );
  await database.query(
    `INSERT INTO steps (step_id, session_id, position, type, status, max_attempts)
     SELECT 'stp_' || session_id, session_id, 1, 'CLICK_ACCEPT', 'PENDING', 1
     FROM sessions WHERE session_id LIKE 'ss_crowd%'`,
  );
  const beside = await createAndLoad(service);
  verdicts.judge(`create beside ${CROWD}`, growth(beside.create, before.create), MOST_GROWTH);
  verdicts.judge(`bootstrap beside ${CROWD}`, growth(beside.load, before.load), MOST_GROWTH);
}

/** As behind its server, which has lighter answers made than the platform's own. */
function answerAsServed(service: Service): void {
  getRequestListener(request => service.fetch(request));
}

async function bench(name: string, database: Database): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sign-session-bench-'));
  const documents = await openFileStore(folder);
  const service = await createService({
    local: createLocalMode(),
    database,
    documents,
    publicUrl: BASE,
    allowLocalWebhooks: true,
  });
  answerAsServed(service);
  console.log(name);
  try {
    // Neither side pays for what is loaded, connected and, after a few hundred times, compiled once.
    for (let round = 1; round <= WARM_UP; round += 1) {
      await sessionsRound(service, database, 20, new Rounds());
    }
    const post = async (address: string, as: string, json: unknown) =>
      Object(await (await send(service, address, as, json)).json());
    await measureAccept(post, await token(service), verdicts);
    await measure(service, database);
    await measureGrowth(service, database);
  } finally {
    await service.close();
    await database.close();
    await rm(folder, { recursive: true });
  }
}

const embedded = await mkdtemp(path.join(os.tmpdir(), 'sign-session-bench-'));
await bench('PGlite, on disk', await openEmbeddedDatabase(embedded));
await rm(embedded, { recursive: true });
if (hasTool('pg_ctlcluster')) {
  const server = await startPostgres({ durable: true });
  try {
    await bench('PostgreSQL, whose commits wait for the disk', openDatabaseServer(server.url));
  } finally {
    await server.stop();
  }
} else console.log('PostgreSQL is not installed.');
process.exitCode = verdicts.missed ? 1 : 0;
