import { openMovableClock } from './storage/movable-clock.ts';
import { systemClock } from './domain/clock.ts';
import { compose } from './compose.ts';
import { notingStore } from './documents/issued-documents.ts';
import { measuredStore } from './documents/measured-store.ts';
import { openSealer } from './evidence/sealer.ts';
import { createApp } from './http/app.ts';
import { TrustedProxies } from './http/client-address.ts';
import { LargeBodies } from './http/large-bodies.ts';
import { Measurements } from './monitoring/measurements.ts';
import { Metrics } from './metrics/metrics.ts';
import { VERSION } from './version.ts';
import type { Connection } from './http/environment.ts';
import { withFaults } from './local/fault-effects.ts';
import { knownHostsOnly } from './local/local-guard.ts';
import { mountRoutes } from './mount-routes.ts';
import { hasLocalRoutes } from './operating-mode.ts';
import type { ServiceOptions } from './service-options.ts';
import type { Database } from './storage/database.ts';
import { migrate } from './storage/migrations.ts';
import { localSeeds, WELL_KNOWN_SECRETS, type LocalSecrets } from './tenants/local-tenants.ts';
import { SettingsError } from './support/settings-error.ts';
import { putTenantSeeds } from './tenants/tenant-seeds.ts';

export interface Service {
  /** @param connection absent for calls within this process, which count as local */
  fetch(request: Request, connection?: Connection): Promise<Response>;
  /** Ends event streams and timers. The server waits for running requests. */
  close(): Promise<void>;
}

/** A service with what Prometheus reads of it. */
export interface MeasuredService extends Service {
  readonly measurements: Pick<Measurements, 'read'>;
}

/** How often this instance checks whether another one has moved the clock. */
const FOLLOW_CLOCK_MS = 1000;

/** Whether any client still has its well-known secret. */
function hasKnownSecret(secrets: LocalSecrets): boolean {
  const { local, limited, basic } = WELL_KNOWN_SECRETS;
  return secrets.local === local || secrets.limited === limited || secrets.basic === basic;
}

/** Other tenants may be left from an earlier start. @throws SettingsError when one of them is no sandbox */
async function requireSandboxes(database: Database): Promise<void> {
  const [found] = await database.query<{ tenant_id: string }>(
    "SELECT tenant_id FROM tenants WHERE environment <> 'sandbox' ORDER BY tenant_id LIMIT 1",
  );
  if (found === undefined) return;
  throw new SettingsError(
    `LOCAL_MODE=public is for tests, and the data has a production tenant, ${found.tenant_id}: set another DATA_DIR or DATABASE_URL.`,
  );
}

/** Creates the service as a function of requests. Brings the database's schema up to date first. */
export async function createService(options: ServiceOptions): Promise<MeasuredService> {
  const { database, mode = 'local', clientSecrets = mode === 'local' ? WELL_KNOWN_SECRETS : {} } = options;
  await migrate(database);
  await options.documents.claim?.(database);
  await putTenantSeeds(database, [
    ...localSeeds(clientSecrets, { areSandboxes: mode === 'public' }),
    ...(options.tenants ?? []),
  ]);
  if (mode === 'public') await requireSandboxes(database);
  const isMovable = hasLocalRoutes(mode);
  const clock = await openMovableClock(database, options.clock ?? systemClock, isMovable);
  const sealer = options.sealer ?? (await openSealer(database, clock, options.sealing));
  const metrics = new Metrics();
  const noting = notingStore(database, options.documents, { metrics, reportError: options.reportError });
  const measured = { ...options, documents: measuredStore(noting, metrics) };
  const parts = await compose(measured, { clock, metrics, sealer });
  const proxies = options.trustedProxies ?? new TrustedProxies([]);
  const closing = new AbortController();
  const largeBodies = new LargeBodies(options.largeBodies);
  const app = createApp({ log: options.requestLog, reportError: parts.reportError, metrics, largeBodies });
  if (parts.inbox !== undefined && hasKnownSecret(clientSecrets))
    app.use(knownHostsOnly(parts.addresses.hostNames));
  mountRoutes(app, parts, options.pages, closing.signal);
  if (database.kind === 'embedded') await parts.idempotency.clearClaims();
  const isLocal = parts.inbox !== undefined;
  const following = isLocal ? setInterval(() => void clock.follow(), FOLLOW_CLOCK_MS).unref() : undefined;
  parts.housekeeping.start();
  const queues = [...parts.messages.queues.values(), parts.webhookDelivery.queue];
  queues.push(parts.identityChecks.queue, parts.batches.queue);
  await Promise.all(queues.map(queue => queue.start()));
  return {
    measurements: new Measurements({ ...parts, version: VERSION }),
    async fetch(request, peer) {
      const remoteAddress = peer && proxies.clientOf(peer.remoteAddress, request.headers);
      const connection = remoteAddress === undefined ? undefined : { ...peer, remoteAddress };
      const act = async () => app.fetch(request, connection === undefined ? {} : { connection });
      if (!isLocal) return act();
      await clock.follow();
      return withFaults(parts.faults, request, { connection, closing: closing.signal }, act);
    },
    async close() {
      closing.abort();
      clearInterval(following);
      parts.webhooks.stop();
      await Promise.all([parts.housekeeping, ...queues].map(part => part.stop()));
      await sealer.close();
    },
  };
}
