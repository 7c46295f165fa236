/**
 * `npm run bench:growth -- --sessions 0,100000,1000000`: the same signings (creation, bootstrap, document, acceptance, status and the signed
 * document, by TLS) beside so many sessions of a thousand tenants that ended, in turn from the fewest on, with PostgreSQL and a store in
 * memory. Rows are copies of those that the first signings made, in each table that grows with sessions. While there are others, a webhook of
 * each of a hundred tenants hangs, with deliveries that are due. Prints times and the service's processor time of each signing, beside those of
 * the fewest. It ends with code 1 where 95 of 100 took more than 1.2 times as long.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { copyRows } from '../../packages/service/test/support/copied-rows.ts';
import { startFakeS3 } from '../../packages/service/test/support/fake-s3.ts';
import { openReceiver } from '../../packages/service/test/support/webhook-receiver.ts';
import type { Database } from '../../packages/service/src/storage/database.ts';
import { openDatabaseServer } from '../../packages/service/src/storage/postgres.ts';
import { freePort } from '../support/free-port.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { openBalancer } from './outages/balancer.ts';
import { at, Load } from './outages/load.ts';
import { PatientClient } from './outages/patient-client.ts';
import { processorTime } from './outages/processor-time.ts';
import { s3Environment } from './outages/store.ts';
import { environmentOfImage, startAsImageDoes } from './service-starts.ts';

const { values: given } = parseArgs({
  options: {
    sessions: { type: 'string', default: '0,100000,1000000' },
    rate: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '30' },
  },
});
const CROWDS = given.sessions.split(',').map(Number);
const RATE = { perSecond: Number(given.rate), seconds: Number(given.seconds) };
const MOST_RATIO = 1.2;
const SECRET = 'of-the-bench-alone';
const HANGING = 100;

/** What a signing leaves; its tenant first. */
const TABLES = [
  'documents',
  'sessions',
  'steps',
  'evidence',
  'outbox',
  'webhook_deliveries',
  'webhook_attempts',
  'idempotency_keys',
];

const closings: (() => Promise<unknown>)[] = [];

/** Makes as many sessions, of what those left that were signed here. */
async function crowd(database: Database, sessions: number): Promise<void> {
  const [row] = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM sessions WHERE session_id NOT LIKE '%\\_%\\_%'`,
  );
  const copies = Math.ceil(sessions / Math.max(1, row?.count ?? 1));
  for (const table of TABLES) {
    const key = { steps: 'step_id', evidence: 'evidence_id', documents: 'document_id' }[table];
    const select = key === undefined ? undefined : `${key} NOT LIKE '%\\_%\\_%'`;
    const own: Record<string, string> = {
      sessions: `session_id NOT LIKE '%\\_%\\_%' AND status = 'COMPLETED'`,
      outbox: `event_id NOT LIKE '%\\_%\\_%'`,
      webhook_deliveries: `delivery_id NOT LIKE '%\\_%\\_%' AND state = 'DELIVERED'`,
      webhook_attempts: `delivery_id NOT LIKE '%\\_%\\_%'`,
      idempotency_keys: `claim NOT LIKE '%\\_%\\_%' AND answer IS NOT NULL`,
    };
    await copyRows(database, table, copies, own[table] ?? select);
  }
  await database.query('VACUUM ANALYZE');
}

/** A hundred tenants whose webhooks take connections and never answer, and what is due for them. */
async function letHang(database: Database, url: string): Promise<void> {
  await copyRows(database, 'tenants', 1000, `tenant_id = 'local'`);
  await copyRows(database, 'webhooks', HANGING, `webhook_id NOT LIKE '%\\_%\\_%'`);
  await database.query(`UPDATE webhooks SET url = $1 WHERE webhook_id LIKE '%\\_%\\_%'`, [url]);
  await copyRows(
    database,
    'outbox',
    HANGING,
    `event_type = 'TRANSACTION.COMPLETED' AND event_id NOT LIKE '%\\_%\\_%'`,
  );
  await copyRows(
    database,
    'webhook_deliveries',
    HANGING,
    `state = 'DELIVERED' AND delivery_id NOT LIKE '%\\_%\\_%'`,
  );
  await database.query(
    `UPDATE webhook_deliveries SET state = 'PENDING', attempts = 0, due_at = now(), leased_until = '-infinity'
     WHERE delivery_id LIKE '%\\_%\\_%'`,
  );
}

async function main(): Promise<void> {
  const server = await startPostgres();
  closings.unshift(() => server.stop());
  const store = await startFakeS3();
  closings.unshift(() => store.close());
  const receiver = await openReceiver();
  closings.unshift(() => receiver.close());
  const hanging = await openReceiver();
  hanging.answer(() => undefined);
  closings.unshift(() => hanging.close());
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sign-session-growth-'));
  closings.unshift(() => rm(folder, { recursive: true, force: true }));
  const [port, own] = [await freePort(), await freePort()];
  const run = await startAsImageDoes(folder, server.url, {
    ...environmentOfImage(server.url),
    ...s3Environment(store.settings),
    PORT: String(own),
    PUBLIC_URL: `https://127.0.0.1:${port}`,
    ALLOW_LOCAL_WEBHOOKS: 'true',
    LOCAL_MODE: 'off',
    LOCAL_CLIENT_SECRET: SECRET,
  });
  closings.unshift(() => run.end('SIGTERM'));
  const balancer = await openBalancer(port, [own]);
  closings.unshift(() => balancer.close());
  const client = new PatientClient(balancer.url, { ...balancer, secret: SECRET });
  closings.unshift(async () => client.close());
  await client.register(receiver.url);
  const database = openDatabaseServer(server.url);
  closings.unshift(() => database.close());
  const load = new Load(client);
  await load.begin({ perSecond: RATE.perSecond, seconds: 30 });
  await load.end();

  console.log('| Sessions | Signed | p50 ms | p95 ms | CPU ms each | p95 beside the fewest |');
  console.log('| -------- | ------ | ------ | ------ | ----------- | --------------------- |');
  let fewest: number | undefined;
  let isHanging = false;
  for (const sessions of CROWDS) {
    if (sessions > 0) {
      if (!isHanging) await letHang(database, hanging.url);
      isHanging = true;
      await crowd(database, sessions);
    }
    const before = await processorTime([run.pid]);
    load.took = [];
    await load.begin(RATE);
    await load.end();
    const each = ((await processorTime([run.pid])) - before) / load.took.length;
    const p95 = at(load.took, 0.95);
    fewest ??= p95;
    const ratio = p95 / fewest;
    const cells = [
      sessions,
      load.took.length,
      at(load.took, 0.5),
      p95,
      each.toFixed(1),
      `${ratio.toFixed(2)} ×`,
    ];
    console.log(`| ${cells.join(' | ')} |`);
    if (ratio > MOST_RATIO) process.exitCode = 1;
  }
  for (const problem of load.problems.slice(0, 5)) console.log(problem);
  if (load.problems.length > 0) process.exitCode = 1;
  console.log(
    `Load of the machine: ${os
      .loadavg()
      .map(value => value.toFixed(1))
      .join(', ')}.`,
  );
}

try {
  await main();
} finally {
  for (const close of closings) await close();
}
