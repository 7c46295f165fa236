/** The whole service as a function of requests, with its routes. */
import { setTimeout } from 'node:timers/promises';
import { mountAuditRoutes } from '../audit/audit-routes.ts';
import { measuredStore } from '../storage/document-store.ts';
import { notingStore } from '../documents/issued-documents.ts';
import { mountDocuments } from '../documents/routes.ts';
import { systemClock } from '../domain/clock.ts';
import { systemRandom } from '../domain/ids.ts';
import { mountEnrollments } from '../enrollment/enrollment-routes.ts';
import { mountEnvelopes } from '../envelopes/routes.ts';
import { openSealer, type Sealer } from '../evidence/sealer.ts';
import { createApp, type ServiceApp } from '../http/app.ts';
import { TrustedProxies } from '../http/client-address.ts';
import type { Connection } from '../http/environment.ts';
import { mountHealth } from '../http/health.ts';
import { LargeBodies } from '../http/large-bodies.ts';
import { Metrics } from '../metrics/metrics.ts';
import { Measurements } from '../monitoring/measurements.ts';
import { mountOAuth } from '../oauth/routes.ts';
import { mountOpenApiDocument } from '../openapi/openapi-document.ts';
import { mountPages, type PageFolders } from '../pages/pages.ts';
import { inspectPdf, makeInspectionReady } from '../pdf/inspect-pdf.ts';
import { mountPeople } from '../people/people-routes.ts';
import { mountKeySet } from '../receipts/receipts.ts';
import { mountIntegratorRoutes } from '../sessions/integrator-routes.ts';
import { mountTrustRoutes } from '../sessions/trust-routes.ts';
import { mountCloudRoutes } from '../signer-api/cloud-routes.ts';
import { mountDocumentRoutes } from '../signer-api/document-routes.ts';
import { mountEventStream } from '../signer-api/event-stream.ts';
import { mountFrameRoutes } from '../signer-api/frame-routes.ts';
import { mountHandoverRoutes } from '../signer-api/handover.ts';
import { mountSignerRoutes } from '../signer-api/signer-routes.ts';
import type { Database } from '../storage/database.ts';
import { migrate } from '../storage/migrations.ts';
import { describeError } from '../support/logs.ts';
import { SettingsError } from '../support/settings-error.ts';
import { builtInSeeds } from '../tenants/built-in-tenants.ts';
import { mountCredentialsRoute, mountModeRoute, mountQuotaRoute } from '../tenants/tenant-routes.ts';
import { putTenantSeeds } from '../tenants/tenants-file.ts';
import { mountEndingRoutes } from '../transactions/ending-routes.ts';
import { mountEvidenceRoutes } from '../transactions/evidence-routes.ts';
import { mountSigningRoutes } from '../transactions/signing-routes.ts';
import { mountStepRoutes } from '../transactions/step-routes.ts';
import { mountTransactionReading, mountTransactions } from '../transactions/routes.ts';
import { mountUploadRoutes } from '../transactions/upload-routes.ts';
import { mountAnchorRoutes } from '../verification/anchor-routes.ts';
import { mountVerifyDocument } from '../verification/verify-document-route.ts';
import { mountEnvelopeVerification } from '../verification/verify-envelope-route.ts';
import { mountVerifyRoutes } from '../verification/verify-routes.ts';
import { mountDeliveryRoutes } from '../webhooks/delivery-routes.ts';
import { mountWebhooks } from '../webhooks/routes.ts';
import { JobLook } from '../queue/job-look.ts';
import { compose, type Services } from './compose.ts';
import type { LocalServices } from './local-mode.ts';
import type { ServiceOptions } from './service-options.ts';
import { VERSION } from './version.ts';

/** Mounts all routes. @param closing ends event streams */
function mountRoutes(
  app: ServiceApp,
  parts: Services,
  pages: PageFolders | undefined,
  closing: AbortSignal,
): void {
  const { core, local, publicAddress } = parts;
  local?.mount(app, localServices(parts));
  mountOAuth(app, core, parts);
  mountSignerRoutes(app, core, parts);
  mountDocumentRoutes(app, core, parts);
  mountHandoverRoutes(app, core, parts);
  mountCloudRoutes(app, core, parts);
  mountFrameRoutes(app, core, parts.access);
  mountEventStream(app, core, { ...parts, closing });
  mountIntegratorRoutes(app, core, parts);
  mountTrustRoutes(app, core, parts);
  mountTransactions(app, core, parts);
  mountUploadRoutes(app, core, parts);
  mountTransactionReading(app, core, parts.sessions);
  mountStepRoutes(app, core, parts);
  mountSigningRoutes(app, parts);
  mountEndingRoutes(app, parts);
  mountEnrollments(app, core, parts);
  mountDocuments(app, core, parts.presigned);
  mountEvidenceRoutes(app, core, parts);
  // Before the routes with an evidence id, which would match its paths.
  mountAnchorRoutes(app, core, parts);
  mountVerifyRoutes(app, core, parts);
  mountVerifyDocument(app, core, parts.trust);
  mountWebhooks(app, core, parts.webhooks);
  mountDeliveryRoutes(app, core, parts);
  mountQuotaRoute(app, core);
  mountPeople(app, core, parts.audit);
  mountEnvelopes(app, core, parts);
  mountEnvelopeVerification(app, core, parts);
  mountModeRoute(app, core, parts.deprecations);
  mountCredentialsRoute(app, core, parts.audit);
  mountAuditRoutes(app, core);
  mountKeySet(app, parts.receiptKeys);
  mountHealth(app, { ...parts, closing });
  mountOpenApiDocument(app, publicAddress);
  mountPages(app, { ...parts, folders: pages, version: VERSION, loopbackMayFrame: local !== undefined });
}

function localServices({ core, messages, addresses, ...parts }: Services): LocalServices {
  const { housekeeping, identityChecks, webhookDelivery } = parts;
  const sendWebhooks = () => void webhookDelivery.queue.runDue();
  return {
    documents: core.documents,
    messages,
    hostNames: addresses.hostNames,
    sendWebhooks,
    async runDue() {
      await housekeeping.sweep();
      void identityChecks.queue.runDue();
      // Not awaited: a receiver may be slow.
      sendWebhooks();
    },
  };
}

export interface Service {
  /** @param connection absent for calls within this process, which count as local */
  fetch(request: Request, connection?: Connection): Promise<Response>;
  /** Ends event streams and timers. The server waits for running requests. */
  close(): Promise<void>;
}

/** A service with what Prometheus reads of it. */
export interface MeasuredService extends Service {
  readonly measurements: Pick<Measurements, 'read'>;
  /** Starts what the first signer would wait for: a sealing thread, and a process that inspects. Never rejects. */
  warm(): Promise<void>;
}

/** A start waits no longer for what is to be warm. */
const WARM_WITHIN_MS = 30_000;

async function warm(sealer: Pick<Sealer, 'warm'>): Promise<void> {
  makeInspectionReady();
  const page = await sealer.warm();
  if (page !== undefined) await inspectPdf(page);
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
  const { authentication: credentials, idempotency } = parts;
  const { reportError } = parts.core;
  const contextParts = { credentials, idempotency, largeBodies };
  const app = createApp({ log: options.requestLog, reportError, metrics, parts: contextParts });
  mountRoutes(app, parts, options.pages, closing.signal);
  if (database.kind === 'embedded') await parts.idempotency.clearClaims();
  parts.housekeeping.start();
  const queues = [...parts.messages.queues.values(), parts.webhookDelivery.queue];
  queues.push(parts.identityChecks.queue, parts.batches.queue, parts.removals.queue);
  const look = new JobLook(parts.core);
  await Promise.all(queues.map(queue => queue.start(look)));
  return {
    measurements: new Measurements(parts.core, { ...parts, version: VERSION }),
    async warm() {
      const warmed = warm(sealer).catch((error: unknown) => reportError(describeError(error)));
      await Promise.race([warmed, setTimeout(WARM_WITHIN_MS, undefined, { ref: false })]);
    },
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
