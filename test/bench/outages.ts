/**
 * `npm run soak -- --minutes 5 --rate 2`: two instances of the service behind a small proxy, with PostgreSQL and object
 * storage (OpenStack Swift; without it a fake in memory), while the database is restarted, the store is away, the
 * instances are restarted one after the other and one is killed. Clients repeat what is not answered. It ends with code 1
 * unless every session was signed once, every completion was told as one event, and every file is in the store whole.
 * All of it stays on this machine, and stops by itself.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openS3Store } from '../../packages/service/src/documents/s3-store.ts';
import type { S3Settings } from '../../packages/service/src/documents/s3-settings.ts';
import { hashOf } from '../../packages/service/src/domain/sha256.ts';
import { openDatabaseServer } from '../../packages/service/src/storage/postgres.ts';
import { startFakeS3 } from '../../packages/service/test/support/fake-s3.ts';
import type { ServiceRun } from '../../packages/service/test/support/service-run.ts';
import { startSwift } from '../../packages/service/test/support/swift-server.ts';
import { openReceiver, type WebhookReceiver } from '../../packages/service/test/support/webhook-receiver.ts';
import { hasTool } from '../support/browsers.ts';
import { freePort } from '../support/free-port.ts';
import { startPostgres, type PostgresServer } from '../support/postgres-server.ts';
import { openBalancer } from './outages/balancer.ts';
import { PatientClient } from './outages/patient-client.ts';
import { startAsImageDoes } from './service-starts.ts';

const { values: given } = parseArgs({ options: { minutes: { type: 'string' }, rate: { type: 'string' } } });
const MINUTES = Number(given.minutes ?? '5');
const PER_SECOND = Number(given.rate ?? '2');
const AWAY_MS = 10_000;
/** More signings than this at once are not begun. */
const MOST_AT_ONCE = 60;
/** Webhooks are tried again after 30 s and 2 minutes. */
const TOLD_WITHIN_MS = 240_000;

interface Store {
  readonly name: string;
  readonly settings: S3Settings;
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

async function openStore(): Promise<Store> {
  if (hasTool('swift-proxy-server')) return { name: 'OpenStack Swift', ...(await startSwift()) };
  const fake = await startFakeS3();
  const set = async (status?: number) => {
    fake.always = status === undefined ? undefined : { kind: 'status', status };
  };
  return {
    name: 'a fake',
    settings: fake.settings,
    pause: () => set(503),
    resume: () => set(),
    stop: () => fake.close(),
  };
}

const s3Environment = ({ bucketUrl, prefix, accessKeyId, secretAccessKey }: S3Settings) => ({
  S3_BUCKET_URL: bucketUrl,
  S3_PREFIX: prefix,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
  S3_ENCRYPTION: 'AES256',
});

/** The instances, each on a port that it keeps. */
class Instances {
  readonly ports: readonly number[];
  readonly #runs = new Map<number, ServiceRun>();
  readonly #start: (port: number) => Promise<ServiceRun>;

  constructor(ports: readonly number[], start: (port: number) => Promise<ServiceRun>) {
    this.ports = ports;
    this.#start = start;
  }

  async start(): Promise<void> {
    for (const port of this.ports) this.#runs.set(port, await this.#start(port));
  }

  async restart(port: number, signal: NodeJS.Signals): Promise<void> {
    await this.#runs.get(port)?.end(signal);
    this.#runs.set(port, await this.#start(port));
  }

  /** Answers 500 in their logs so far. */
  faults(): number {
    const outputs = [...this.#runs.values()].map(run => run.output().match(/ 500 \d+ ms/g)?.length ?? 0);
    return outputs.reduce((sum, count) => sum + count, 0);
  }

  async stop(): Promise<void> {
    for (const run of this.#runs.values()) await run.end('SIGTERM');
  }
}

class Load {
  readonly signed = new Map<string, string>();
  readonly problems: string[] = [];
  readonly took: number[] = [];
  leftOut = 0;
  #running = 0;
  readonly #client: PatientClient;

  constructor(client: PatientClient) {
    this.#client = client;
  }

  async run(): Promise<void> {
    const end = Date.now() + MINUTES * 60_000;
    for (let next = Date.now(); next < end; next += 1000 / PER_SECOND) {
      await delay(Math.max(0, next - Date.now()));
      this.#begin();
    }
    while (this.#running > 0) await delay(100);
  }

  #begin(): void {
    if (this.#running >= MOST_AT_ONCE) {
      this.leftOut += 1;
      return;
    }
    this.#running += 1;
    void this.#sign().finally(() => (this.#running -= 1));
  }

  async #sign(): Promise<void> {
    const start = performance.now();
    try {
      const { sessionId, transactionId } = await this.#client.sign();
      this.signed.set(sessionId, transactionId);
      this.took.push(performance.now() - start);
    } catch (error) {
      this.problems.push(String(error));
    }
  }
}

const say = (what: string): void => console.log(`${new Date().toISOString()} ${what}`);

/** What fails while the load runs, spread over its time. */
async function outages(server: PostgresServer, store: Store, instances: Instances): Promise<void> {
  const part = (MINUTES * 60_000) / 6;
  await delay(part);
  say('The database ends.');
  await server.pause();
  await delay(AWAY_MS);
  await server.resume();
  say('The database is back.');
  await delay(part - AWAY_MS);
  say('The store ends.');
  await store.pause();
  await delay(AWAY_MS);
  await store.resume();
  say('The store is back.');
  await delay(part - AWAY_MS);
  for (const port of instances.ports) {
    say('An instance is restarted.');
    await instances.restart(port, 'SIGTERM');
  }
  await delay(part);
  say('An instance is killed.');
  await instances.restart(instances.ports[0] ?? 0, 'SIGKILL');
  say('It is back.');
}

async function judgeEvents(load: Load, receiver: WebhookReceiver): Promise<string[]> {
  const until = Date.now() + TOLD_WITHIN_MS;
  const untold = () => {
    const told = new Set(receiver.bodies().map(({ transactionId = '' }) => transactionId));
    return [...load.signed.values()].filter(id => !told.has(id)).length;
  };
  while (untold() > 0 && Date.now() < until) await delay(500);
  const bodies = receiver.bodies();
  const events = new Set(bodies.map(({ id }) => id)).size;
  const told = new Set(bodies.map(({ transactionId }) => transactionId)).size;
  console.log(
    `${bodies.length} deliveries of ${events} events about ${told} transactions, ${untold()} untold.`,
  );
  const isRight = untold() === 0 && events === told && told === load.signed.size;
  return isRight ? [] : [`${events} events, ${told} transactions, ${untold()} untold of ${load.signed.size}`];
}

async function judgeData(load: Load, databaseUrl: string, settings: S3Settings): Promise<string[]> {
  const database = openDatabaseServer(databaseUrl);
  const store = openS3Store(settings);
  const problems: string[] = [];
  const rows = await database.query<{ status: string; sessions: number; packs: number }>(
    `SELECT status, count(DISTINCT session_id)::int AS sessions, count(evidence.session_id)::int AS packs
     FROM sessions LEFT JOIN evidence USING (session_id) GROUP BY status`,
  );
  console.log(`In the database: ${JSON.stringify(rows)}.`);
  const [only] = rows;
  const { size } = load.signed;
  if (rows.length !== 1 || only?.status !== 'COMPLETED' || only.sessions !== size || only.packs !== size) {
    problems.push(`The database does not have ${size} sessions that were signed once`);
  }
  const files = await database.query<{ document_id: string; hash: string }>(
    'SELECT document_id, hash FROM documents',
  );
  let lost = 0;
  for (const { document_id: id, hash } of files) {
    const bytes = await store.read(id);
    if (bytes === undefined || hashOf(bytes) !== hash) lost += 1;
  }
  console.log(`${files.length} files, ${lost} lost or damaged.`);
  if (lost > 0) problems.push(`${lost} files are lost or damaged`);
  await database.close();
  return problems;
}

const at = (values: readonly number[], part: number): number =>
  Math.round(values.toSorted((one, other) => one - other)[Math.ceil(part * values.length) - 1] ?? 0);

const folder = await mkdtemp(path.join(os.tmpdir(), 'sign-session-outages-'));
const server = await startPostgres({ durable: true });
const store = await openStore();
const receiver = await openReceiver();
const port = await freePort();
const instances = new Instances([await freePort(), await freePort()], own =>
  startAsImageDoes(folder, server.url, {
    ...s3Environment(store.settings),
    PORT: String(own),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    ALLOW_LOCAL_WEBHOOKS: 'true',
  }),
);
const balancer = await openBalancer(port, instances.ports);
try {
  await instances.start();
  const client = new PatientClient(balancer.url);
  await client.register(receiver.url);
  const load = new Load(client);
  console.log(`${PER_SECOND} signings a second for ${MINUTES} minutes, with ${store.name}.`);
  await Promise.all([load.run(), outages(server, store, instances)]);
  const repeats = [...client.repeats].map(([status, count]) => `${count} × ${status || 'no answer'}`);
  console.log(
    `${load.signed.size} signed, ${load.leftOut} left out, ${load.problems.length} problems; ` +
      `ms p50 ${at(load.took, 0.5)}, p95 ${at(load.took, 0.95)}, most ${at(load.took, 1)}; ` +
      `repeated after ${repeats.join(', ') || 'nothing'}; ${instances.faults()} answers 500; load ${os.loadavg()[0]}.`,
  );
  const problems = [
    ...load.problems,
    ...(await judgeEvents(load, receiver)),
    ...(await judgeData(load, server.url, store.settings)),
  ];
  for (const problem of problems.slice(0, 20)) console.log(problem);
  console.log(problems.length === 0 ? 'The soak held.' : `The soak found ${problems.length} problems.`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await instances.stop();
  await balancer.close();
  await receiver.close();
  await store.stop();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
