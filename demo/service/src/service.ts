import packageManifest from '../package.json' with { type: 'json' };
import { openMovableClock, systemClock, type Clock, type MovableClock } from './clock.ts';
import type { DocumentStore } from './documents/document-store.ts';
import { createPresignedUrls } from './documents/presigned-urls.ts';
import { mountDocuments } from './documents/routes.ts';
import { CombinedStamp } from './envelopes/combined-stamp.ts';
import { EnvelopeCreation } from './envelopes/create-envelope.ts';
import { EnvelopeProgress } from './envelopes/envelope-progress.ts';
import { Envelopes } from './envelopes/envelopes.ts';
import { mountEnvelopes } from './envelopes/routes.ts';
import { mountEnvelopeVerification } from './envelopes/verify-route.ts';
import { TurnInvitations } from './envelopes/turn-invitations.ts';
import { Finalization } from './evidence/finalization.ts';
import { mountEvidenceRoutes } from './evidence/routes.ts';
import { openSealer, type Sealer } from './evidence/sealer.ts';
import { mountVerifyRoutes } from './evidence/verify-routes.ts';
import { Housekeeping } from './housekeeping.ts';
import { createApp, type ServiceApp } from './http/app.ts';
import { Authentication } from './http/authentication.ts';
import type { Connection } from './http/environment.ts';
import { mountHealth } from './http/health.ts';
import { Idempotency } from './http/idempotency.ts';
import { mountOpenApiDocument } from './http/openapi-document.ts';
import { mountPages, type PageFolders } from './http/pages.ts';
import { describeError, type Log } from './http/request-log.ts';
import { systemRandom, type Random } from './identifiers/random-ids.ts';
import { createKeyRing, type KeyRing } from './keys/key-ring.ts';
import { openVault } from './keys/vault.ts';
import { BrokenFinalizations } from './local/broken-finalizations.ts';
import { withFaults } from './local/fault-effects.ts';
import { Faults } from './local/faults.ts';
import { knownHostsOnly } from './local/local-guard.ts';
import { mountLocalRoutes } from './local/routes.ts';
import { Inbox } from './messages/inbox.ts';
import { MessageDelivery } from './messages/message-delivery.ts';
import { MessageQueue } from './messages/message-queue.ts';
import type { Senders } from './messages/message.ts';
import { createAccessTokens } from './oauth/access-tokens.ts';
import { mountOAuth } from './oauth/routes.ts';
import { OneTimeCodes } from './one-time-codes/one-time-codes.ts';
import { Outbox } from './outbox/outbox.ts';
import { inspectPdf } from './pdf/inspect-pdf.ts';
import { MonthlyQuotas } from './quotas/monthly-quotas.ts';
import { SessionAdvance } from './sessions/advance-session.ts';
import { SessionCancellation } from './sessions/cancel-session.ts';
import { createClientSecrets } from './sessions/client-secrets.ts';
import { SessionCompletion } from './sessions/complete-session.ts';
import { SessionCreation } from './sessions/create-session.ts';
import { mountEventStream } from './sessions/event-stream.ts';
import { mountIntegratorRoutes } from './sessions/integrator-routes.ts';
import { SessionAccess } from './sessions/session-access.ts';
import { SessionChanges } from './sessions/session-changes.ts';
import { SessionLinks } from './sessions/session-links.ts';
import { Sessions } from './sessions/sessions.ts';
import { mountSignerRoutes } from './sessions/signer-routes.ts';
import { SignerViews } from './sessions/signer-view.ts';
import type { StepType } from './sessions/session.ts';
import { createStepKinds } from './sessions/steps/step-kinds.ts';
import { mountTrustRoutes } from './sessions/trust-routes.ts';
import type { Database } from './storage/database.ts';
import { migrate } from './storage/migrations.ts';
import { putLocalTenants, WELL_KNOWN_SECRETS, type LocalSecrets } from './tenants/local-tenants.ts';
import { clearDeliveryClaims } from './webhooks/delivery-store.ts';
import { systemResolver, type ResolveHost } from './webhooks/public-addresses.ts';
import { mountWebhooks } from './webhooks/routes.ts';
import { WebhookAddresses } from './webhooks/webhook-address.ts';
import { WebhookDelivery } from './webhooks/webhook-delivery.ts';
import { WebhookSender } from './webhooks/webhook-sender.ts';
import { Webhooks } from './webhooks/webhooks.ts';

export interface ServiceOptions {
  /** Stays the caller's: close it after the service. */
  readonly database: Database;
  readonly documents: DocumentStore;
  /** What signers and integrators reach the service by, for example `http://127.0.0.1:4010`. */
  readonly publicUrl: string;
  /** Mounts `/_local`, and keeps e-mails for it to show. Default true. */
  readonly localMode?: boolean;
  /** Default: the system's time. QA's moves are added to it. */
  readonly clock?: Clock;
  readonly random?: Random;
  /** Absent while the pages are not built. */
  readonly pages?: PageFolders;
  readonly clientSecrets?: LocalSecrets;
  /** One line a request. Default: none. */
  readonly requestLog?: Log;
  /** What nobody foresaw, without personal data. Default: standard error. */
  readonly reportError?: Log;
  /** Default: the service's own, whose keys lie in the database. */
  readonly sealer?: Sealer;
  /** Take messages further. Default: the inbox in local mode, otherwise nobody. */
  readonly senders?: Senders;
  /** Also sends webhooks to this machine, by http as well. Default false. */
  readonly allowLocalWebhooks?: boolean;
  /** What webhooks' host names mean. Default: the system's resolver. */
  readonly resolveHost?: ResolveHost;
}

export interface Service {
  /** @param connection absent for calls from inside this process, which count as local ones */
  fetch(request: Request, connection?: Connection): Promise<Response>;
  /** Ends event streams and timers. Requests that still run are for the server to wait for. */
  close(): Promise<void>;
}

/** What signers are told, and the steps that need to tell them something. */
async function composeMessaging(options: ServiceOptions, keys: KeyRing) {
  const { database, random = systemRandom, localMode = true, publicUrl } = options;
  const vault = await openVault(keys, random);
  const inbox = localMode ? new Inbox({ database, vault }) : undefined;
  const senders: Senders = { ...(inbox && { email: inbox, sms: inbox }), ...options.senders };
  const messages = new MessageQueue({ vault, random });
  const codes = new OneTimeCodes({ random, messages, senders, host: new URL(publicUrl).hostname });
  return { vault, inbox, senders, messages, codes, kinds: createStepKinds(codes) };
}

/** What everything that acts is made of: storage, clock and chance. */
async function composeBase(options: ServiceOptions, clock: MovableClock) {
  const { database, documents, random = systemRandom } = options;
  const publicUrl = new URL(options.publicUrl);
  const publicAddress = publicUrl.href.replace(/\/+$/, '');
  const keys = createKeyRing({ database, clock, random });
  const outbox = new Outbox(random);
  const changes = new SessionChanges();
  const envelopes = new Envelopes({ database, clock, outbox, changes });
  return {
    ...(await composeMessaging(options, keys)),
    database,
    documents,
    clock,
    random,
    outbox,
    changes,
    reportError: options.reportError ?? (line => process.stderr.write(`${line}\n`)),
    publicUrl,
    publicAddress,
    quotas: new MonthlyQuotas(outbox),
    links: new SessionLinks(publicAddress),
    presigned: createPresignedUrls({ keys, clock, publicUrl: publicAddress }),
    secrets: createClientSecrets(keys),
    tokens: createAccessTokens({ keys, clock }),
    idempotency: new Idempotency({ database, clock, random }),
    envelopes,
    sessions: new Sessions({ database, clock, outbox, changes, envelopes }),
  };
}

type Base = Awaited<ReturnType<typeof composeBase>>;

/** Who tells integrators. */
function composeWebhooks(options: ServiceOptions, base: Base) {
  const addresses = new WebhookAddresses({
    resolve: options.resolveHost ?? systemResolver,
    allowLocal: options.allowLocalWebhooks ?? false,
  });
  const sender = new WebhookSender({ addresses, trueTime: options.clock ?? systemClock });
  return {
    webhooks: new Webhooks({ ...base, addresses, sender }),
    webhookDelivery: new WebhookDelivery({ ...base, sender }),
  };
}

/** Everything that acts, knowing nothing of HTTP. */
async function compose(options: ServiceOptions, clock: MovableClock, sealer: Sealer) {
  const base = await composeBase(options, clock);
  const broken = new BrokenFinalizations();
  const finalization = new Finalization({ ...base, sealer, breaks: id => broken.take(id) });
  const report = (error: Error) => base.reportError(describeError(error));
  const invitations = new TurnInvitations(base);
  const progress = new EnvelopeProgress({ ...base, invitations });
  const completion = new SessionCompletion({ ...base, finalization, report, envelopes: progress });
  return {
    ...base,
    ...composeWebhooks(options, base),
    broken,
    faults: new Faults(),
    authentication: new Authentication(base.tokens, base.secrets),
    access: new SessionAccess(base.sessions, clock),
    views: new SignerViews(base),
    creation: new SessionCreation(base),
    cancellation: new SessionCancellation(base),
    advance: new SessionAdvance({ ...base, completion }),
    invitations,
    envelopeCreation: new EnvelopeCreation(base),
    combinedStamp: new CombinedStamp({ ...base, sealer }),
    housekeeping: new Housekeeping({ ...base, invitations }),
    delivery: new MessageDelivery({ ...base, queue: base.messages }),
    means: {
      runnable: (type: StepType) => base.kinds.has(type),
      senders: base.senders,
      inspectPdf,
    },
  };
}
type Parts = Awaited<ReturnType<typeof compose>>;

function mountRoutes(
  app: ServiceApp,
  parts: Parts,
  pages: PageFolders | undefined,
  closing: AbortSignal,
): void {
  const { inbox, housekeeping, publicAddress, webhookDelivery } = parts;
  mountOAuth(app, parts);
  mountSignerRoutes(app, parts);
  mountEventStream(app, { ...parts, closing });
  mountIntegratorRoutes(app, parts);
  mountTrustRoutes(app, parts);
  mountDocuments(app, parts);
  mountEvidenceRoutes(app, parts);
  mountVerifyRoutes(app, parts);
  mountWebhooks(app, parts);
  mountEnvelopes(app, parts);
  mountEnvelopeVerification(app, parts);
  mountHealth(app, { ...parts, version: packageManifest.version });
  if (inbox !== undefined) {
    const onClockMoved = async () => {
      await housekeeping.sweep();
      // Not waited for: a receiver may take its time.
      void webhookDelivery.deliver();
    };
    mountLocalRoutes(app, { ...parts, inbox, onClockMoved });
  }
  mountOpenApiDocument(app, publicAddress);
  mountPages(app, { ...parts, folders: pages });
}

/** Whether somebody could be let in by what everybody can read. */
function hasKnownSecret(secrets: LocalSecrets): boolean {
  return secrets.local === WELL_KNOWN_SECRETS.local || secrets.limited === WELL_KNOWN_SECRETS.limited;
}

/** The whole service as a function of requests. Brings the database's schema up to date first. */
export async function createService(options: ServiceOptions): Promise<Service> {
  const { database, clientSecrets = WELL_KNOWN_SECRETS } = options;
  await migrate(database);
  await putLocalTenants(database, clientSecrets);
  const clock = await openMovableClock(database, options.clock ?? systemClock);
  const parts = await compose(options, clock, options.sealer ?? (await openSealer(database, clock)));
  const closing = new AbortController();
  const app = createApp({ log: options.requestLog, reportError: parts.reportError });
  if (parts.inbox !== undefined && hasKnownSecret(clientSecrets)) app.use(knownHostsOnly(parts.publicUrl));
  mountRoutes(app, parts, options.pages, closing.signal);
  if (database.kind === 'embedded') {
    await parts.idempotency.clearClaims();
    await clearDeliveryClaims(database);
  }
  parts.housekeeping.start();
  parts.delivery.start();
  parts.webhookDelivery.start();
  return {
    async fetch(request, connection) {
      const act = async () => app.fetch(request, connection === undefined ? {} : { connection });
      if (parts.inbox === undefined) return act();
      return withFaults(parts.faults, request, { connection, closing: closing.signal }, act);
    },
    async close() {
      closing.abort();
      parts.webhooks.stop();
      await Promise.all([parts.housekeeping, parts.delivery, parts.webhookDelivery].map(part => part.stop()));
    },
  };
}
