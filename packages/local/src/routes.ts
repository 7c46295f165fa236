/** The routes under `/_local`: inbox, clock, reset and settings of the built-in tenants, and those of the files beside this one. */
import { createRoute, z } from '@hono/zod-openapi';
import { ClockRangeError, type MovableClock } from './clock.ts';
import type { DocumentStore } from '../../service/src/storage/document-store.ts';
import type { LocalServices } from '../../service/src/main/local-mode.ts';
import type { ServiceApp } from '../../service/src/http/app.ts';
import { jsonBody } from '../../service/src/http/route.ts';
import { receiveBody } from '../../service/src/http/request-body.ts';
import { json } from '../../service/src/http/openapi-parts.ts';
import { createMiddleware } from 'hono/factory';
import type { ServiceEnv } from '../../service/src/http/environment.ts';
import { invalid } from '../../service/src/domain/problem.ts';
import type { LocalPsc } from './providers/providers.ts';
import type { Inbox } from './inbox.ts';
import {
  mountBrokenFinalizations,
  type BrokenFinalizations,
  mountFaultRoutes,
  type Faults,
} from './faults.ts';
import { localOnly } from './guard.ts';
import { mountLocalWebhooks, type LocalWebhookRoutesOptions } from './webhooks.ts';
import { removeEach } from '../../service/src/storage/document-store.ts';
import type { Database } from '../../service/src/storage/database.ts';
import { BIOMETRIC_MODES } from '../../service/src/domain/liveness-challenge.ts';
import { SIGNATURE_LEVELS } from '../../service/src/domain/tenant.ts';
import { findTenant, setBiometrics, setSignatureLevel } from '../../service/src/tenants/tenant-store.ts';

interface LocalRoutesOptions extends LocalServices, LocalWebhookRoutesOptions {
  readonly clock: MovableClock;
  readonly inbox: Inbox;
  readonly faults: Faults;
  readonly broken: BrokenFinalizations;
  readonly cloud: LocalPsc;
}

const messagesAnswer = z.array(
  z.object({
    id: z.string(),
    channel: z.enum(['email', 'sms']),
    to: z.string(),
    subject: z.string().optional(),
    text: z.string(),
    at: z.string(),
  }),
);

const clockRequest = z.union([
  z.object({ advanceSeconds: z.number() }),
  z.object({ at: z.iso.datetime({ offset: true }) }),
]);
const clockAnswer = z.object({ now: z.string() });

/** Routes for development and tests. Mounted only in local mode, and left out of the OpenAPI document. */
export function mountLocalRoutes(app: ServiceApp, options: LocalRoutesOptions): void {
  // The webhook receiver gets integrators' metadata, up to 100 texts of 1024 characters.
  app.use('/_local/*', localOnly, asTheyAre, ...receiveBody(512 * 1024));
  mountMessages(app, options);
  mountClock(app, options);
  mountReset(app, options);
  mountLocalWebhooks(app, options);
  mountFaultRoutes(app, options.faults);
  mountBrokenFinalizations(app, options.broken);
  mountTenantSettings(app, options);
}

/** Links and codes of messages stand beside texts that others choose: compressed, their length would tell of them. */
const asTheyAre = createMiddleware<ServiceEnv>(async (c, next) => {
  await next();
  c.res.headers.append('Cache-Control', 'no-transform');
});

function mountMessages(app: ServiceApp, { inbox, messages }: LocalRoutesOptions): void {
  const route = createRoute({
    method: 'get',
    path: '/_local/messages',
    hide: true,
    responses: { 200: json('E-mails and SMS sent, newest last', messagesAnswer) },
  });
  app.openapi(route, async c => {
    // Deliver to the inbox first, so that messages of earlier requests are listed. Does not wait for a mail server.
    await messages.deliverBy(inbox);
    c.header('Cache-Control', 'no-store');
    return c.json(messagesAnswer.parse(await inbox.list()), 200);
  });
}

function mountClock(app: ServiceApp, { clock, runDue }: LocalRoutesOptions): void {
  const route = createRoute({
    method: 'post',
    path: '/_local/clock',
    hide: true,
    request: { body: jsonBody(clockRequest) },
    responses: { 200: json('The service’s time now', clockAnswer) },
  });
  app.openapi(route, async c => {
    const request = c.req.valid('json');
    try {
      if ('at' in request) await clock.moveTo(new Date(request.at));
      else await clock.moveBy(request.advanceSeconds * 1000);
    } catch (error) {
      if (error instanceof ClockRangeError)
        throw invalid('at' in request ? '/at' : '/advanceSeconds', error.message);
      throw error;
    }
    await runDue();
    return c.json({ now: clock.now().toISOString() }, 200);
  });
}

function mountReset(app: ServiceApp, options: LocalRoutesOptions): void {
  const { clock, faults, broken, cloud, receivedWebhooks } = options;
  const route = createRoute({
    method: 'post',
    path: '/_local/reset',
    hide: true,
    responses: { 200: json('The data was deleted and the clock reset', clockAnswer) },
  });
  app.openapi(route, async c => {
    faults.clear();
    broken.clear();
    cloud.faults.clear();
    receivedWebhooks.clear();
    await resetData(options);
    return c.json({ now: clock.now().toISOString() }, 200);
  });
}

/** Deletes sessions and everything that belongs to them. */
const WIPE = `
  TRUNCATE envelopes, evidence, steps, sessions, documents, outbox, idempotency_keys, quota_usage, messages,
    outgoing_messages, one_time_codes, handovers, cloud_authorizations, deprecation_notices, signing_requests,
    liveness_attempts, liveness_frames, identity_checks, batch_documents, batch_sealings, enrollments, webhooks, webhook_deliveries, webhook_attempts
  RESTART IDENTITY CASCADE`;

const MOST_TRIES = 10;

/**
 * Truncates all tables. Concurrent requests lock some of them in another order, so a deadlock is possible; retries
 * then.
 */
async function wipe(database: Database): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await database.query(WIPE);
      return;
    } catch (error) {
      if (tries === MOST_TRIES || !isDeadlock(error)) throw error;
    }
  }
}

/** By PostgreSQL's error code. */
function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '40P01';
}

/**
 * Deletes webhooks and all data of sessions, and resets the clock. Keeps the authority, the signing keys and the
 * clients, so that whoever trusts this service still can.
 */
async function resetData(options: {
  database: Database;
  documents: DocumentStore;
  clock: MovableClock;
}): Promise<void> {
  const { database, documents, clock } = options;
  const ids = await database.query<{ document_id: string }>('SELECT document_id FROM documents');
  await wipe(database);
  await removeEach(
    documents,
    ids.map(row => row.document_id),
  );
  await clock.reset();
}

const LOCAL_TENANT_IDS = ['tenant_local', 'tenant_limited'] as const;

const tenant = z.object({ tenantId: z.enum(LOCAL_TENANT_IDS).default('tenant_local') });
const biometrics = tenant.extend({ mode: z.enum([...BIOMETRIC_MODES, 'OFF']) });
const signatureLevel = tenant.extend({ level: z.enum(SIGNATURE_LEVELS) });

/** The routes that read and change settings of a built-in tenant. */
function routesOf<S extends z.ZodType>(path: string, settings: S) {
  const shared = { path, hide: true, responses: { 200: json('The settings', settings) } };
  return {
    read: createRoute({ ...shared, method: 'get', request: { query: tenant } }),
    write: createRoute({ ...shared, method: 'put', request: { body: jsonBody(settings) } }),
  };
}

/** `/_local/biometrics` and `/_local/signature-level`: settings that QA changes while the service runs. */
function mountTenantSettings(app: ServiceApp, { database }: { readonly database: Database }): void {
  const ofBiometrics = routesOf('/_local/biometrics', biometrics);
  app.openapi(ofBiometrics.read, async c => {
    const { tenantId } = c.req.valid('query');
    const { biometrics: mode = 'OFF' } = await findTenant(database, tenantId);
    return c.json({ tenantId, mode } as const, 200);
  });
  app.openapi(ofBiometrics.write, async c => {
    const { tenantId, mode } = c.req.valid('json');
    await setBiometrics(database, tenantId, mode === 'OFF' ? undefined : mode);
    return c.json({ tenantId, mode }, 200);
  });

  const ofLevel = routesOf('/_local/signature-level', signatureLevel);
  app.openapi(ofLevel.read, async c => {
    const { tenantId } = c.req.valid('query');
    const { signatureLevel: level } = await findTenant(database, tenantId);
    return c.json({ tenantId, level }, 200);
  });
  app.openapi(ofLevel.write, async c => {
    const { tenantId, level } = c.req.valid('json');
    await setSignatureLevel(database, tenantId, level);
    return c.json({ tenantId, level }, 200);
  });
}
