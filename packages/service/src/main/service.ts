import { systemClock } from '../domain/clock.ts';
import { systemRandom } from '../domain/ids.ts';
import { compose } from './compose.ts';
import { notingStore } from '../documents/issued-documents.ts';
import { measuredStore } from '../documents/document-store.ts';
import { openSealer } from '../evidence/sealer.ts';
import { createApp } from '../http/app.ts';
import { TrustedProxies } from '../http/client-address.ts';
import { LargeBodies } from '../http/large-bodies.ts';
import { Measurements } from '../monitoring/measurements.ts';
import { Metrics } from '../metrics/metrics.ts';
import { VERSION } from './version.ts';
import type { Connection } from '../http/environment.ts';
import { mountRoutes } from './mount-routes.ts';
import type { ServiceOptions } from './service-options.ts';
import type { Database } from '../storage/database.ts';
import { migrate } from '../storage/migrations.ts';
import { builtInSeeds } from '../tenants/built-in-tenants.ts';
import { SettingsError } from '../support/settings-error.ts';
import { putTenantSeeds } from '../tenants/tenants-file.ts';

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
  const { database, publicUrl, random = systemRandom, clock: trueTime = systemClock } = options;
  const { clientSecrets = options.local?.secrets ?? {} } = options;
  const isPublic = options.local?.isPublic ?? false;
  await migrate(database);
  await options.documents.claim?.(database);
  await putTenantSeeds(database, [
    ...builtInSeeds(clientSecrets, { areSandboxes: isPublic }),
    ...(options.tenants ?? []),
  ]);
  if (isPublic) await requireSandboxes(database);
  const local = await options.local?.open({ database, trueTime, random, publicUrl, clientSecrets });
  const clock = local?.clock ?? trueTime;
  const sealer = options.sealer ?? (await openSealer(database, clock, options.sealing));
  const metrics = new Metrics();
  const noting = notingStore(database, options.documents, { metrics, reportError: options.reportError });
  const measured = { ...options, documents: measuredStore(noting, metrics) };
  const parts = await compose(measured, { clock, metrics, sealer, local });
  const proxies = options.trustedProxies ?? new TrustedProxies([]);
  const closing = new AbortController();
  const largeBodies = new LargeBodies(options.largeBodies);
  const app = createApp({ log: options.requestLog, reportError: parts.reportError, metrics, largeBodies });
  mountRoutes(app, parts, options.pages, closing.signal);
  if (database.kind === 'embedded') await parts.idempotency.clearClaims();
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
      return local === undefined ? act() : local.fetch(request, connection, act);
    },
    async close() {
      closing.abort();
      local?.close();
      parts.webhooks.stop();
      await Promise.all([parts.housekeeping, ...queues].map(part => part.stop()));
      await sealer.close();
    },
  };
}
