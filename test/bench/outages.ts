/**
 * `npm run soak -- --minutes 5 --rate 2`: two instances of the service behind a small proxy, with PostgreSQL and object
 * storage (OpenStack Swift; without it a fake in memory), while one after the other fails: the database is restarted, silent
 * and takes no changes, the store is away, slow, silent and cuts its answers off, an instance is killed, both are restarted, the
 * proxy is reloaded, and deliveries are refused. Clients repeat what is not answered. It ends with code 1
 * unless every session was signed once, every completion was told as one event, and every file is in the store whole.
 *
 * `--upgrade` begins with the last released version on both instances, which this one replaces when they are restarted;
 * documents are in the database then, since both have to read them.
 * `--find-rate` lets nothing fail, and raises the rate until signings pile up: `--seconds 30` for each step. With
 * `--before COMMIT` the service of that commit is measured beside this one, in turns.
 * Clients come by TLS; a signing is all six requests of its page and its server.
 *
 * All of it stays on this machine, and stops by itself.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  OLDER_VERSION,
  openEarlierService,
  openOlderService,
} from '../../packages/service/test/support/older-service.ts';
import {
  openFreezableProxy,
  type FreezableProxy,
} from '../../packages/service/test/support/freezable-proxy.ts';
import type { ServiceRun } from '../../packages/service/test/support/service-run.ts';
import { openReceiver, type WebhookReceiver } from '../../packages/service/test/support/webhook-receiver.ts';
import { freePort } from '../support/free-port.ts';
import { startPostgres, type PostgresServer } from '../support/postgres-server.ts';
import { openBalancer, type Balancer } from './outages/balancer.ts';
import { away, faultsOf, killOne, restartAll, type Fault, type Faulty } from './outages/faults.ts';
import { findRates } from './outages/find-rate.ts';
import { Instances } from './outages/instances.ts';
import { judgeData, judgeEvents } from './outages/judgement.ts';
import { at, Load } from './outages/load.ts';
import { PatientClient } from './outages/patient-client.ts';
import { openStore, s3Environment, type Store } from './outages/store.ts';
import { environmentOfImage, startAsImageDoes } from './service-starts.ts';

const { values: given } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    rate: { type: 'string', default: '2' },
    upgrade: { type: 'boolean', default: false },
    'find-rate': { type: 'boolean', default: false },
    seconds: { type: 'string', default: '30' },
    before: { type: 'string' },
  },
});
const SECONDS = Number(given.minutes) * 60;
const PER_SECOND = Number(given.rate);
const CLIENT_SECRET = 'of-the-soak-alone';

const say = (what: string): void => console.log(`${new Date().toISOString()} ${what}`);

/** What fails while the load runs, one after the other, spread over its time. */
async function letFail(faults: readonly Fault[]): Promise<void> {
  const start = Date.now();
  for (const [index, fault] of faults.entries()) {
    const due = start + ((index + 1) * SECONDS * 1000) / (faults.length + 2);
    await delay(Math.max(0, due - Date.now()));
    say(`${fault.name}.`);
    await fault.run();
    say('It is over.');
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

/** @param onRestart runs before the instances are restarted */
async function soak(side: Side, onRestart: () => void): Promise<void> {
  const { load, server, store, instances } = side;
  const places = store?.name ?? 'the database alone';
  console.log(`${PER_SECOND} signings a second for ${SECONDS / 60} minutes, with ${places}.`);
  if (given.upgrade) console.log(`Both instances are of ${OLDER_VERSION}, until they are restarted.`);
  const replace = () => {
    onRestart();
    return restartAll(instances);
  };
  // The older version answers 500 while the database is away.
  const whileUpgrading = [
    { name: 'The instances are replaced', run: replace },
    { name: 'The database is restarted', run: () => away(server) },
    { name: 'An instance is killed', run: () => killOne(instances) },
  ];
  const faults = store === undefined ? whileUpgrading : faultsOf({ ...side, store });
  await Promise.all([load.begin({ perSecond: PER_SECOND, seconds: SECONDS }), letFail(faults)]);
  await load.end();
}

type Start = (env: Record<string, string>) => Promise<ServiceRun>;

/** Two instances of a service, with a database and a store of their own, their clients and what they tell. */
interface Side {
  readonly server: PostgresServer;
  readonly store: Store | undefined;
  readonly ways: Faulty['ways'];
  readonly instances: Instances;
  readonly balancer: Balancer;
  readonly receiver: WebhookReceiver;
  readonly client: PatientClient;
  readonly load: Load;
}

const openWay = (url: string) => opened(openFreezableProxy(Number(new URL(url).port)), it => it.close());

/** The address by another way. */
function by({ port }: FreezableProxy, address: string): string {
  const url = new URL(address);
  url.port = String(port);
  return url.href;
}

async function openSide(start: Start, { hasStore }: { readonly hasStore: boolean }): Promise<Side> {
  const server = await opened(startPostgres({ durable: true }), it => it.stop());
  const store = hasStore ? await opened(openStore(), it => it.stop()) : undefined;
  const receiver = await opened(openReceiver(), it => it.close());
  const toDatabase = await openWay(server.url);
  // Without a store nothing goes this way.
  const ways = { database: toDatabase, store: store ? await openWay(store.settings.bucketUrl) : toDatabase };
  const port = await freePort();
  const instances = new Instances([await freePort(), await freePort()], own =>
    start({
      ...environmentOfImage(by(ways.database, server.url)),
      // As others reach it: local mode asks the database of its clock with every request.
      LOCAL_MODE: 'off',
      LOCAL_CLIENT_SECRET: CLIENT_SECRET,
      ...(store && s3Environment({ ...store.settings, bucketUrl: by(ways.store, store.settings.bucketUrl) })),
      PORT: String(own),
      PUBLIC_URL: `https://127.0.0.1:${port}`,
      ALLOW_LOCAL_WEBHOOKS: 'true',
    }),
  );
  const balancer = await opened(openBalancer(port, instances.ports), it => it.close());
  closings.unshift(() => instances.stop());
  await instances.start();
  const client = new PatientClient(balancer.url, { ...balancer, secret: CLIENT_SECRET });
  closings.unshift(async () => client.close());
  await client.register(receiver.url);
  return { server, store, ways, instances, balancer, receiver, client, load: new Load(client) };
}

async function judge({ load, client, instances, receiver, server, store }: Side): Promise<string[]> {
  tell(load, client, instances);
  return [
    ...(instances.faults > 0 && !given.upgrade ? [`${instances.faults} answers were 500`] : []),
    ...load.problems,
    ...(await judgeEvents(load, receiver)),
    ...(await judgeData(load, server.url, store?.settings)),
  ];
}

async function search(startCurrent: Start): Promise<readonly Side[]> {
  const seconds = Number(given.seconds);
  const { before } = given;
  const current = await openSide(startCurrent, { hasStore: true });
  const sides = new Map([['this', current]]);
  if (before !== undefined) {
    const earlier = await opened(openEarlierService(before), it => it.remove());
    sides.set(before, await openSide(env => earlier.start(env), { hasStore: true }));
  }
  console.log(`${os.cpus().length} processors (${os.cpus()[0]?.model}), ${seconds} s a step,`);
  console.log(`with PostgreSQL and ${current.store?.name}.`);
  const candidates = [...sides].map(([name, { load, instances }]) => {
    return { name, load, pids: () => instances.pids };
  });
  for (const [name, rate] of await findRates(candidates, { seconds }))
    console.log(`The highest steady rate of ${name} is ${rate} signings a second.`);
  return [...sides.values()];
}

async function main(): Promise<void> {
  const removing = { recursive: true, force: true };
  const folder = await opened(mkdtemp(path.join(os.tmpdir(), 'sign-session-outages-')), it =>
    rm(it, removing),
  );
  const startCurrent: Start = ({ DATABASE_URL: url = '', ...env }) => startAsImageDoes(folder, url, env);
  let sides: readonly Side[];
  if (given['find-rate']) sides = await search(startCurrent);
  else {
    const older = given.upgrade ? await opened(openOlderService(), it => it.remove()) : undefined;
    let isOlder = given.upgrade;
    const start: Start = env => (older !== undefined && isOlder ? older.start(env) : startCurrent(env));
    const side = await openSide(start, { hasStore: !given.upgrade });
    await soak(side, () => {
      isOlder = false;
    });
    sides = [side];
  }
  const problems: string[] = [];
  for (const side of sides) problems.push(...(await judge(side)));
  for (const problem of problems.slice(0, 20)) console.log(problem);
  console.log(problems.length === 0 ? 'The soak held.' : `The soak found ${problems.length} problems.`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

try {
  await main();
} finally {
  for (const close of closings) await close();
}
