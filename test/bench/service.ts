/**
 * `npm run bench:service`: sessions created, advanced and told per second, at 1 and 20 clients, on both databases,
 * beside the same rows written bare in the same run; and what 10,000 sessions in the database change. Times are
 * of this machine: the ratios are what to judge. The sessions are about actions, so that neither the reading nor
 * the sealing of a PDF hides what storage costs.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openFileStore } from '../../demo/service/src/documents/file-store.ts';
import { createService, type Service } from '../../demo/service/src/service.ts';
import { disclosureIn } from '../../demo/service/src/sessions/disclosure.ts';
import type { Database } from '../../demo/service/src/storage/database.ts';
import { openEmbeddedDatabase } from '../../demo/service/src/storage/pglite.ts';
import { openDatabaseServer } from '../../demo/service/src/storage/postgres.ts';
import { openReceiver } from '../service/support/webhook-receiver.ts';
import { hasTool } from '../support/browsers.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { BareRows } from './bare-rows.ts';

const BASE = 'http://127.0.0.1:4010';
const WORKS = 200;
const CROWD = 10_000;

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

interface Session {
  readonly sessionId: string;
  readonly clientSecret: string;
}

let missed = false;

function judge(label: string, milliseconds: number, bare: number, most: number): void {
  const ratio = milliseconds / bare;
  missed ||= ratio > most;
  const verdict = ratio > most ? 'MISSED' : 'held';
  const times = `${milliseconds.toFixed(2)} ms (${(1000 / milliseconds).toFixed(0)} a second)`;
  console.log(
    `  ${label}: ${times}, beside ${bare.toFixed(2)} ms: ${ratio.toFixed(2)} ×, at most ${most} × ${verdict}`,
  );
}

/** Does the works, as many at a time as there are clients. @returns milliseconds for one */
async function time(clients: number, work: (index: number) => Promise<unknown>): Promise<number> {
  let next = 0;
  const client = async () => {
    for (let index = next++; index < WORKS; index = next++) await work(index);
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: clients }, client));
  return (performance.now() - start) / WORKS;
}

async function send(service: Service, address: string, as: string, json?: unknown): Promise<Response> {
  const headers = { Authorization: `Bearer ${as}`, 'Content-Type': 'application/json' };
  const init = json === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(json) };
  const response = await service.fetch(new Request(BASE + address, init));
  if (!response.ok) throw new Error(`${address} answers ${response.status}: ${await response.text()}`);
  return response;
}

async function token(service: Service): Promise<string> {
  const client = { client_id: 'local', client_secret: 'local-secret' };
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...client });
  const answer = await service.fetch(new Request(`${BASE}/oauth2/token`, { method: 'POST', body }));
  return (await answer.json()).access_token;
}

async function measureSessions(service: Service, database: Database, clients: number, print: boolean) {
  const as = await token(service);
  const sessions: Session[] = [];
  const create = await time(clients, async () => {
    sessions.push(await (await send(service, '/v1/signing-sessions', as, SESSION)).json());
  });
  const [key] = await database.query<{ key_id: string }>(
    `SELECT key_id FROM signing_keys WHERE purpose = 'client-secret' LIMIT 1`,
  );
  const bare = new BareRows(database, key?.key_id ?? '');
  const bareCreate = await time(clients, () => bare.create());
  const advance = await time(clients, index => {
    const { sessionId = '', clientSecret = '' } = sessions[index] ?? {};
    return send(service, `/v1/signing-sessions/${sessionId}/advance`, clientSecret, ACKNOWLEDGEMENT);
  });
  const bareAdvance = await time(clients, index => bare.advance(bare.sessions[index]));
  if (!print) return;
  judge(`create, ${clients} at once`, create, bareCreate, MOST_RATIO);
  judge(`advance, ${clients} at once`, advance, bareAdvance, MOST_RATIO);
}

/** As many receivers as clients, since each is told one thing at a time. */
async function measureDeliveries(service: Service, database: Database, clients: number) {
  const as = await token(service);
  const receiver = await openReceiver();
  const webhooks: string[] = [];
  for (let made = 0; made < clients; made += 1) {
    const webhook = { url: receiver.url, events: ['API.DEPRECATION_NOTICE'] };
    webhooks.push((await (await send(service, '/v1/webhooks', as, webhook)).json()).webhookId);
  }
  const events = await database.query<{ event_id: string }>(`SELECT event_id FROM outbox LIMIT ${WORKS}`);
  const deliveries = events.map(({ event_id: eventId }, index) => {
    return { eventId, deliveryId: `del_${clients}_${index}`, webhookId: webhooks[index % clients] ?? '' };
  });
  await database.transaction(async queries => {
    for (const { deliveryId, webhookId, eventId } of deliveries) {
      await queries.query(
        `INSERT INTO webhook_deliveries (delivery_id, webhook_id, event_id, due_at) VALUES ($1, $2, $3, now())`,
        [deliveryId, webhookId, eventId],
      );
    }
  });
  const start = performance.now();
  await send(service, `/_local/webhook-deliveries/${deliveries[0]?.deliveryId}/redeliver`, as, {});
  while (receiver.received.length < WORKS) await new Promise(resolve => setTimeout(resolve, 1));
  const deliver = (performance.now() - start) / WORKS;
  const bare = new BareRows(database, '');
  const bareDeliver = await time(clients, index => bare.deliver(deliveries[index]?.deliveryId ?? ''));
  judge(`deliver, ${clients} at once`, deliver, bareDeliver, MOST_RATIO);
  await receiver.close();
}

/** Milliseconds to create a session, and to load one. */
async function createAndLoad(service: Service): Promise<{ create: number; load: number }> {
  const as = await token(service);
  const sessions: Session[] = [];
  const create = await time(1, async () => {
    sessions.push(await (await send(service, '/v1/signing-sessions', as, SESSION)).json());
  });
  const load = await time(1, async index => {
    const { sessionId = '', clientSecret = '' } = sessions[index] ?? {};
    await (await send(service, `/v1/signing-sessions/${sessionId}`, clientSecret)).json();
  });
  return { create, load };
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
  judge(`create beside ${CROWD}`, beside.create, before.create, MOST_GROWTH);
  judge(`bootstrap beside ${CROWD}`, beside.load, before.load, MOST_GROWTH);
}

async function bench(name: string, database: Database): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sign-session-bench-'));
  const documents = await openFileStore(folder);
  const service = await createService({ database, documents, publicUrl: BASE, allowLocalWebhooks: true });
  console.log(name);
  try {
    await measureSessions(service, database, 20, false);
    for (const clients of [1, 20]) {
      await measureSessions(service, database, clients, true);
      await measureDeliveries(service, database, clients);
    }
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
  const server = await startPostgres();
  try {
    await bench('PostgreSQL', openDatabaseServer(server.url));
  } finally {
    await server.stop();
  }
} else console.log('PostgreSQL is not installed.');
process.exitCode = missed ? 1 : 0;
