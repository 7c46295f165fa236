/**
 * `npm run soak -- --minutes 5 --rate 2`: two instances of the service behind a small proxy, with PostgreSQL and object
 * storage (OpenStack Swift; without it a fake in memory), while the database is restarted, the store is away, the
 * instances are restarted one after the other and one is killed. Clients repeat what is not answered. It ends with code 1
 * unless every session was signed once, every completion was told as one event, and every file is in the store whole.
 *
 * `--upgrade` begins with the last released version on both instances, which this one replaces when they are restarted;
 * documents are in the database then, since both have to read them.
 * `--find-rate` lets nothing fail, and raises the rate until signings pile up: `--seconds 30` for each step.
 *
 * All of it stays on this machine, and stops by itself.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { OLDER_VERSION, openOlderService } from '../../packages/service/test/support/older-service.ts';
import { openReceiver } from '../../packages/service/test/support/webhook-receiver.ts';
import { freePort } from '../support/free-port.ts';
import { startPostgres, type PostgresServer } from '../support/postgres-server.ts';
import { openBalancer } from './outages/balancer.ts';
import { findRate } from './outages/find-rate.ts';
import { Instances } from './outages/instances.ts';
import { judgeData, judgeEvents } from './outages/judgement.ts';
import { at, Load } from './outages/load.ts';
import { PatientClient } from './outages/patient-client.ts';
import { openStore, s3Environment, type Store } from './outages/store.ts';
import { startAsImageDoes } from './service-starts.ts';

const { values: given } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    rate: { type: 'string', default: '2' },
    upgrade: { type: 'boolean', default: false },
    'find-rate': { type: 'boolean', default: false },
    seconds: { type: 'string', default: '30' },
  },
});
const SECONDS = Number(given.minutes) * 60;
const PER_SECOND = Number(given.rate);
const AWAY_MS = 10_000;

const say = (what: string): void => console.log(`${new Date().toISOString()} ${what}`);

/** Lets something be away for a while. */
async function away(what: string, it: { pause(): Promise<void>; resume(): Promise<void> }): Promise<void> {
  say(`The ${what} ends.`);
  await it.pause();
  await delay(AWAY_MS);
  await it.resume();
  say(`The ${what} is back.`);
}

async function restartAll(instances: Instances): Promise<void> {
  for (const port of instances.ports) {
    say('An instance is restarted.');
    await instances.restart(port, 'SIGTERM');
  }
}

async function killOne(instances: Instances): Promise<void> {
  say('An instance is killed.');
  await instances.restart(instances.ports[0] ?? 0, 'SIGKILL');
  say('It is back.');
}

/** What fails while the load runs, one after the other, spread over its time. */
async function outages(failures: readonly (() => Promise<void>)[]): Promise<void> {
  const start = Date.now();
  for (const [index, fail] of failures.entries()) {
    const due = start + ((index + 1) * SECONDS * 1000) / (failures.length + 2);
    await delay(Math.max(0, due - Date.now()));
    await fail();
  }
}

/** What is undone at the end, the last first, also if something could not be started. */
const closings: (() => Promise<unknown>)[] = [];

async function opened<T>(opening: Promise<T>, close: (it: T) => Promise<unknown>): Promise<T> {
  const it = await opening;
  closings.unshift(() => close(it));
  return it;
}

function tell(load: Load, client: PatientClient, instances: Instances): void {
  const repeats = [...client.repeats].map(([status, count]) => `${count} × ${status || 'no answer'}`);
  console.log(
    `${load.signed.size} signed, ${load.leftOut} left out, ${load.problems.length} problems; ` +
      `ms p50 ${at(load.took, 0.5)}, p95 ${at(load.took, 0.95)}, most ${at(load.took, 1)}; ` +
      `repeated after ${repeats.join(', ') || 'nothing'}; ${instances.faults} answers 500; load ${os.loadavg()[0]}.`,
  );
}

interface Running {
  readonly server: PostgresServer;
  readonly store: Store | undefined;
  readonly instances: Instances;
  /** Before the instances are restarted. */
  readonly onRestart: () => void;
}

async function soak(load: Load, { server, store, instances, onRestart }: Running): Promise<void> {
  const places = store?.name ?? 'the database alone';
  console.log(`${PER_SECOND} signings a second for ${SECONDS / 60} minutes, with ${places}.`);
  if (given.upgrade) console.log(`Both instances are of ${OLDER_VERSION}, until they are restarted.`);
  const restart = () => {
    onRestart();
    return restartAll(instances);
  };
  const [loseDatabase, kill] = [() => away('database', server), () => killOne(instances)];
  // The older version answers 500 while the database is away.
  const failures =
    store === undefined
      ? [restart, loseDatabase, kill]
      : [loseDatabase, () => away('store', store), restart, kill];
  await Promise.all([load.begin({ perSecond: PER_SECOND, seconds: SECONDS }), outages(failures)]);
  await load.end();
}

async function search(load: Load): Promise<void> {
  const seconds = Number(given.seconds);
  console.log(`${os.cpus().length} processors (${os.cpus()[0]?.model}), ${seconds} s a step.`);
  const steady = await findRate(load, { seconds });
  console.log(`The highest steady rate is ${steady} signings a second.`);
}

async function main(): Promise<void> {
  const removing = { recursive: true, force: true };
  const folder = await opened(mkdtemp(path.join(os.tmpdir(), 'sign-session-outages-')), it =>
    rm(it, removing),
  );
  const server = await opened(startPostgres({ durable: true }), it => it.stop());
  const store = given.upgrade ? undefined : await opened(openStore(), it => it.stop());
  const older = given.upgrade ? await opened(openOlderService(), it => it.remove()) : undefined;
  const receiver = await opened(openReceiver(), it => it.close());
  const port = await freePort();
  let isOlder = given.upgrade;
  const instances = new Instances([await freePort(), await freePort()], own => {
    const env = {
      ...(store && s3Environment(store.settings)),
      PORT: String(own),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      ALLOW_LOCAL_WEBHOOKS: 'true',
    };
    return older !== undefined && isOlder
      ? older.start({ ...env, DATABASE_URL: server.url, LOCAL_MODE: 'on' })
      : startAsImageDoes(folder, server.url, env);
  });
  const { url } = await opened(openBalancer(port, instances.ports), it => it.close());
  closings.unshift(() => instances.stop());
  await instances.start();
  const client = new PatientClient(url);
  await client.register(receiver.url);
  const load = new Load(client);
  const onRestart = () => (isOlder = false);
  await (given['find-rate'] ? search(load) : soak(load, { server, store, instances, onRestart }));
  tell(load, client, instances);
  const problems = [
    ...load.problems,
    ...(await judgeEvents(load, receiver)),
    ...(await judgeData(load, server.url, store?.settings)),
  ];
  for (const problem of problems.slice(0, 20)) console.log(problem);
  console.log(problems.length === 0 ? 'The soak held.' : `The soak found ${problems.length} problems.`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

try {
  await main();
} finally {
  for (const close of closings) await close();
}
