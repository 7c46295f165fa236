import { setTimeout as delay } from 'node:timers/promises';
import { openDatabaseServer } from '../../../packages/service/src/storage/postgres.ts';
import type { FreezableProxy } from '../../../packages/service/test/support/freezable-proxy.ts';
import type { WebhookReceiver } from '../../../packages/service/test/support/webhook-receiver.ts';
import type { PostgresServer } from '../../support/postgres-server.ts';
import type { Balancer } from './balancer.ts';
import type { Instances } from './instances.ts';
import type { Store } from './store.ts';

const AWAY_MS = 10_000;
/** Added to each way of what the store is asked and answers: a request of two exchanges then takes as long as half a try may. */
const SLOW_MS = 1500;

/** What fails once in a soak, and is well again when it resolves. */
export interface Fault {
  readonly name: string;
  run(): Promise<void>;
}

/** What can fail. */
export interface Faulty {
  readonly server: PostgresServer;
  readonly store: Store;
  /** How the instances reach the database and the store. */
  readonly ways: { readonly database: FreezableProxy; readonly store: FreezableProxy };
  readonly instances: Instances;
  readonly balancer: Balancer;
  readonly receiver: WebhookReceiver;
}

async function forAWhile(begin: () => unknown, end: () => unknown): Promise<void> {
  await begin();
  await delay(AWAY_MS);
  await end();
}

/** As a failover does: open connections are cut, and those that come can only read, until the next failover. */
async function takeNoChanges(url: string): Promise<void> {
  const own = new URL(url);
  const name = own.pathname.slice(1);
  own.searchParams.set('options', '-c default_transaction_read_only=off');
  const database = openDatabaseServer(own.href);
  try {
    await forAWhile(
      async () => {
        await database.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
        await database.query(
          'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()',
          [name],
        );
      },
      () => database.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`),
    );
  } finally {
    await database.close();
  }
}

/** Refuses deliveries, and forgets them: what was refused has not been told. */
async function refuseDeliveries(receiver: WebhookReceiver): Promise<void> {
  const before = receiver.received.length;
  receiver.answer((_request, response) => response.destroy());
  await delay(AWAY_MS);
  receiver.received.splice(before);
  receiver.answer(200);
}

/** Stops instances one after the other, each of which is back before the next. */
export async function restartAll(instances: Instances): Promise<void> {
  for (const port of instances.ports) await instances.restart(port, 'SIGTERM');
}

export const killOne = (instances: Instances): Promise<void> =>
  instances.restart(instances.ports[0] ?? 0, 'SIGKILL');

/** Lets a server be away for a while. */
export const away = (it: { pause(): Promise<void>; resume(): Promise<void> }): Promise<void> =>
  forAWhile(
    () => it.pause(),
    () => it.resume(),
  );

const frozen = (way: FreezableProxy): Promise<void> =>
  forAWhile(
    () => way.freeze(),
    () => way.thaw(),
  );

/** Everything that a soak lets fail, in turn. */
export function faultsOf({ server, store, ways, instances, balancer, receiver }: Faulty): readonly Fault[] {
  const { database, store: toStore } = ways;
  return [
    { name: 'The database is restarted', run: () => away(server) },
    { name: 'The database is silent', run: () => frozen(database) },
    { name: 'The database takes no changes', run: () => takeNoChanges(server.url) },
    { name: 'The store is away', run: () => away(store) },
    {
      name: 'The store is slow',
      run: () =>
        forAWhile(
          () => toStore.slow(SLOW_MS),
          () => toStore.slow(0),
        ),
    },
    { name: 'The store is silent', run: () => frozen(toStore) },
    {
      name: 'The store’s answers are cut off',
      run: () =>
        forAWhile(
          () => toStore.cut(true),
          () => toStore.cut(false),
        ),
    },
    { name: 'An instance is killed', run: () => killOne(instances) },
    { name: 'The instances are restarted', run: () => restartAll(instances) },
    { name: 'The proxy is reloaded', run: () => balancer.reload() },
    { name: 'The receiver of deliveries is away', run: () => refuseDeliveries(receiver) },
  ];
}
