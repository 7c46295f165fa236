/** Makes every part of the service, and gives each what it needs. */
import { AuditLog } from '../audit/audit-log.ts';
import { BatchSealing } from '../batches/batch-sealing.ts';
import { ProviderUnavailableError } from '../biometrics/providers.ts';
import { simulatedProviders } from '../biometrics/simulated-providers.ts';
import { CloudAuthorizations } from '../cloud-certificates/authorizations.ts';
import { CloudCertificates, CloudExchange } from '../cloud-certificates/cloud-certificates.ts';
import { CloudClient } from '../cloud-certificates/cloud-client.ts';
import { CloudDiscovery, CloudVisits } from '../cloud-certificates/cloud-visits.ts';
import { DeprecationNotices } from '../deprecation/deprecation-notices.ts';
import { createPresignedUrls } from '../documents/presigned-urls.ts';
import { type Clock, systemClock } from '../domain/clock.ts';
import { systemRandom } from '../domain/ids.ts';
import { SessionLinks } from '../domain/session-links.ts';
import { CombinedStamp } from '../envelopes/combined-stamp.ts';
import { EnvelopeCreation } from '../envelopes/create-envelope.ts';
import { EnvelopeProgress, Envelopes } from '../envelopes/envelopes.ts';
import { TurnInvitations } from '../envelopes/turn-invitations.ts';
import { Finalization } from '../evidence/finalization.ts';
import { measuredSealer, type Sealer } from '../evidence/sealer.ts';
import { EnvironmentAddresses } from '../http/client-address.ts';
import { Health } from '../http/health.ts';
import { Idempotency } from '../http/idempotency.ts';
import { createIdentityChecks, IdentityChecks } from '../identity-checks/identity-checks.ts';
import {
  createKeyRing,
  type FieldCipher,
  type KeyRing,
  openFieldCipher,
  openFingerprints,
} from '../keys/key-ring.ts';
import { MessageQueue } from '../messages/message-queue.ts';
import type { Senders } from '../messages/message.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { Authentication, createAccessTokens } from '../oauth/authentication.ts';
import { ClientAssertions } from '../oauth/client-assertions.ts';
import { createClientSecrets } from '../oauth/client-secrets.ts';
import { settleCodeDelivery } from '../one-time-codes/code-store.ts';
import { OneTimeCodes } from '../one-time-codes/one-time-codes.ts';
import { Outbox } from '../outbox/outbox.ts';
import { inspectPdf } from '../pdf/inspect-pdf.ts';
import { MonthlyQuotas } from '../quotas/monthly-quotas.ts';
import { ReceiptKeys, Receipts } from '../receipts/receipts.ts';
import { SessionAdvance } from '../sessions/advance-session.ts';
import { SessionCancellation } from '../sessions/cancel-session.ts';
import { SessionCompletion } from '../sessions/complete-session.ts';
import { SessionCreation } from '../sessions/create-session.ts';
import { Deadlines } from '../sessions/deadlines.ts';
import { SessionChanges } from '../domain/session-changes.ts';
import { FirstViews, Sessions } from '../sessions/sessions.ts';
import { type OpenedTrust, openTrust } from '../signatures/open-trust.ts';
import { Handovers } from '../signer-api/handover.ts';
import { SessionAccess } from '../signer-api/session-access.ts';
import { SignerViews } from '../signer-api/signer-view.ts';
import { SignatureCompletion } from '../signing/complete-signature.ts';
import { GovBrSignatures } from '../signing/gov-br-signatures.ts';
import { SignaturePreparation } from '../signing/prepare-signature.ts';
import { BaseDocuments, SigningLease } from '../signing/revisions.ts';
import { createStepKinds } from '../steps/progress.ts';
import { IsolatedRunner } from '../support/isolated-runner.ts';
import { describeError, type Log } from '../support/logs.ts';
import { BoundedMap } from '../support/bounded-map.ts';
import { createUploadTokens, DocumentUpload } from '../transactions/document-upload.ts';
import { TransactionFinalization } from '../transactions/ending-routes.ts';
import { systemResolver, WebhookAddresses } from '../webhooks/webhook-address.ts';
import { WebhookDelivery } from '../webhooks/webhook-delivery.ts';
import { WebhookSender } from '../webhooks/webhook-sender.ts';
import { Webhooks } from '../webhooks/webhooks.ts';
import { Housekeeping } from './housekeeping.ts';
import type { OpenLocalMode } from './local-mode.ts';
import { acceptsSecret } from './operating-mode.ts';
import type { ServiceOptions } from './service-options.ts';
import { VERSION } from './version.ts';

interface CloudBase {
  readonly clock: Clock;
  readonly fieldCipher: FieldCipher;
  readonly links: SessionLinks;
  readonly local: OpenLocalMode | undefined;
}

/** Composes signing by certificates that providers keep: the operator's, and those of local mode. */
function composeCloud(
  options: ServiceOptions,
  { signerTrust: trust }: OpenedTrust,
  signing: { readonly preparation: SignaturePreparation; readonly completion: SignatureCompletion },
  { clock, fieldCipher, links, local }: CloudBase,
) {
  const { database, random = systemRandom, cloudProviders = [] } = options;
  const callbackUrl = links.cloudCallback();
  const client = new CloudClient(local?.cloud.send);
  const providers = [...cloudProviders, ...(local?.cloud.providers ?? [])];
  const authorizations = new CloudAuthorizations({ database, clock, random, fieldCipher });
  const issuers = async () => (await local?.authorities.signers.issuers()) ?? [];
  const shared = { database, providers, client, authorizations };
  const exchange = new CloudExchange({ client, authorizations, trust, issuers, callbackUrl });
  return {
    authorizations,
    discovery: new CloudDiscovery({ providers, client, clock }),
    visits: new CloudVisits({ ...shared, callbackUrl }),
    cloud: new CloudCertificates({ ...signing, ...shared, exchange }),
  };
}

/** Composes messages to signers, and the steps that send them. */
async function composeMessaging(
  options: ServiceOptions,
  {
    keys,
    local,
    ...base
  }: {
    keys: KeyRing;
    local: OpenLocalMode | undefined;
    clock: Clock;
    changes: SessionChanges;
    metrics: Metrics;
    reportError: Log;
  },
) {
  const { database, random = systemRandom, publicUrl } = options;
  const fieldCipher = await openFieldCipher(keys, random);
  const inbox = local?.inbox(fieldCipher);
  const senders: Senders = { ...(inbox && { email: inbox, sms: inbox }), ...options.senders };
  const messages = new MessageQueue({
    ...base,
    database,
    random,
    fieldCipher,
    senders,
    async onSettled(...settled) {
      const sessionId = await settleCodeDelivery(...settled);
      return sessionId === undefined ? undefined : () => base.changes.announce(sessionId);
    },
  });
  const codes = new OneTimeCodes({ random, messages, senders, host: new URL(publicUrl).hostname });
  return { fieldCipher, senders, messages, codes };
}

const PORTAL_URL = 'https://assinador.iti.br/';

/** Composes the certificate signatures of signers; in local mode with the portal that stands for gov.br's. */
function composeSigning(
  options: ServiceOptions,
  { signerTrust: trust, govBrTrust }: OpenedTrust,
  local: OpenLocalMode | undefined,
) {
  const { database, documents, random = systemRandom } = options;
  const timestamps = { always: options.timestamps, local: local?.timestamps };
  const lease = new SigningLease(database);
  const bases = new BaseDocuments(documents);
  const parts = { database, bases, random, lease, timestamps, trust };
  const portalUrl = (options.govBrRoots === undefined ? local?.portalUrl : undefined) ?? PORTAL_URL;
  return {
    preparation: new SignaturePreparation(parts),
    completion: new SignatureCompletion(parts),
    govBr: new GovBrSignatures({ database, documents, random, trust: govBrTrust, portalUrl }),
  };
}

/** What is tried again every second says the same while the database or the documents are away: it is written once in this time. */
const SILENT_MS = 60_000;
const MOST_REMEMBERED = 100;

/** Reports unexpected errors, and counts them. */
function reporting(options: ServiceOptions, { errors }: Metrics): Log {
  const report = options.reportError ?? (line => process.stderr.write(`${line}\n`));
  const told = new BoundedMap<string, number>(MOST_REMEMBERED);
  return line => {
    errors.inc();
    const now = performance.now();
    if (
      /(?:DatabaseAway|DatabaseReadOnly|DocumentsAway)Error/.test(line) &&
      now - (told.get(line) ?? -Infinity) < SILENT_MS
    )
      return;
    told.set(line, now);
    report(line);
  };
}

const unavailable = (detail: string): Error => new ProviderUnavailableError(detail);

/** What is opened before the rest. */
interface Given {
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly sealer: Sealer;
  readonly local: OpenLocalMode | undefined;
}

/** Composes what everything else depends on: storage, clock and randomness. */
async function composeBase(
  options: ServiceOptions,
  { clock, metrics, local }: Pick<Given, 'clock' | 'metrics' | 'local'>,
  opened: OpenedTrust,
) {
  const { database, documents, random = systemRandom } = options;
  const publicUrl = new URL(options.publicUrl);
  const publicAddress = publicUrl.href.replace(/\/+$/, '');
  const addresses = new EnvironmentAddresses(publicAddress, options.environmentUrls);
  const trueTime = options.clock ?? systemClock;
  const keys = createKeyRing({ database, clock, random });
  const receiptKeys = new ReceiptKeys({ keys, clock });
  const outbox = new Outbox(random, metrics);
  const changes = new SessionChanges();
  const reportError = reporting(options, metrics);
  const expiring = new IsolatedRunner(reportError);
  const envelopes = new Envelopes({ database, clock, outbox, changes, expiring });
  const messaging = await composeMessaging(options, {
    keys,
    clock,
    changes,
    metrics,
    reportError,
    local,
  });
  const links = new SessionLinks(publicAddress);
  const fingerprints = await openFingerprints(keys);
  const simulated = local?.biometrics(simulatedProviders, unavailable) ?? simulatedProviders;
  const providers = options.biometricProviders ?? simulated;
  const signing = composeSigning(options, opened, local);
  const cloud = composeCloud(options, opened, signing, { ...messaging, clock, links, local });
  return {
    ...messaging,
    ...cloud,
    local,
    govBr: signing.govBr,
    kinds: createStepKinds(
      messaging.codes,
      { ...signing, cloud: cloud.cloud, visits: cloud.visits, links, database },
      { random, links },
      { matcher: providers.documentPhotos, fieldCipher: messaging.fieldCipher, database },
      { fieldCipher: messaging.fieldCipher },
    ),
    database,
    documents,
    features: {
      sources: opened.sources,
      hasBiometricProvider: options.biometricProviders !== undefined || local !== undefined,
    },
    clock,
    random,
    outbox,
    changes,
    metrics,
    reportError,
    publicUrl,
    adminToken: options.adminToken,
    audit: new AuditLog({ database, clock, log: options.auditLog }),
    publicAddress,
    addresses,
    assertions: new ClientAssertions({ database, addresses, trueTime }),
    quotas: new MonthlyQuotas(outbox),
    links,
    providers,
    fingerprints,
    receiptKeys,
    receipts: new Receipts({ receiptKeys, trueTime, publicAddress }),
    uploadTokens: createUploadTokens({ keys, clock }),
    presigned: createPresignedUrls({ keys, clock, publicUrl: publicAddress }),
    secrets: createClientSecrets(keys),
    acceptsSecret: (secret: string) =>
      acceptsSecret(secret, options.local?.isPublic === false ? 'local' : 'production'),
    tokens: createAccessTokens({ keys, clock }),
    idempotency: new Idempotency({ database, clock, random, fingerprints }),
    notices: new FirstViews({ database, clock, outbox }),
    deadlines: new Deadlines({ database, clock, outbox, reportError }),
    deprecations: new DeprecationNotices({ database, clock, outbox }),
    envelopes,
    sessions: new Sessions({ database, clock, outbox, changes, envelopes, expiring }),
  };
}

type Base = Awaited<ReturnType<typeof composeBase>>;

/** The rules for connecting to addresses that others supply: webhooks, and addresses in certificates. */
function composeAddresses(options: ServiceOptions, local: OpenLocalMode | undefined): WebhookAddresses {
  const { allowLocalWebhooks: allowLocal = false } = options;
  const ownReceiver = local?.webhookReceiver;
  return new WebhookAddresses({ resolve: options.resolveHost ?? systemResolver, allowLocal, ownReceiver });
}

/** Composes webhooks and their delivery. */
function composeWebhooks(options: ServiceOptions, base: Base, addresses: WebhookAddresses) {
  const sender = new WebhookSender({ addresses, trueTime: options.clock ?? systemClock });
  return {
    webhooks: new Webhooks({ ...base, addresses, sender }),
    webhookDelivery: new WebhookDelivery({ ...base, sender }),
  };
}

/** Composes all parts of the service, without HTTP. */
export async function compose(options: ServiceOptions, { sealer: unmeasured, ...given }: Given) {
  const { clock, metrics, local } = given;
  const sealer = measuredSealer(unmeasured, metrics);
  const webhookAddresses = composeAddresses(options, local);
  const opened = openTrust({
    ...options,
    testAuthorities: local?.authorities,
    clock,
    sealer,
    metrics,
    addresses: webhookAddresses,
  });
  const { trust, knownLists } = opened;
  const base = await composeBase(options, given, opened);
  const finalization = new Finalization({
    ...base,
    sealer,
    breaks: id => local?.breaksFinalization(id) ?? false,
  });
  const report = (error: Error) => base.reportError(describeError(error));
  const invitations = new TurnInvitations(base);
  const handovers = new Handovers(base);
  const progress = new EnvelopeProgress({ ...base, invitations });
  const completion = new SessionCompletion({ ...base, finalization, report, envelopes: progress });
  const batches = new BatchSealing({ ...base, finalization, completion, report });
  const advance = new SessionAdvance({ ...base, completion, batches: batches.queue });
  const checks = createIdentityChecks(base.providers);
  return {
    ...base,
    ...composeWebhooks(options, base, webhookAddresses),
    sealer,
    completion,
    health: new Health({ ...base, version: VERSION }),
    trust,
    knownLists,
    authentication: new Authentication(base),
    access: new SessionAccess(base.sessions, clock),
    views: new SignerViews(base),
    creation: new SessionCreation(base),
    cancellation: new SessionCancellation(base),
    upload: new DocumentUpload(base),
    transactionFinalization: new TransactionFinalization({ ...base, completion }),
    advance,
    batches,
    identityChecks: new IdentityChecks({ ...base, checks, advance }),
    invitations,
    handovers,
    envelopeCreation: new EnvelopeCreation(base),
    combinedStamp: new CombinedStamp({ ...base, sealer }),
    housekeeping: new Housekeeping({
      ...base,
      invitations,
      handovers,
      followClock: local && (() => local.followClock()),
      pictureRetentionDays: options.pictureRetentionDays ?? 0,
    }),
    services: {
      senders: base.senders,
      inspectPdf: (bytes: Uint8Array, owner: string) => inspectPdf(bytes, { owner }),
    },
  };
}

export type Services = Awaited<ReturnType<typeof compose>>;
