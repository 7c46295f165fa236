/** Makes every part of the service, and gives each what it needs. */
import { AuditLog } from '../audit/audit-log.ts';
import { BatchSealing } from '../batches/batch-sealing.ts';
import { ProviderUnavailableError } from '../biometrics/providers.ts';
import { simulatedProviders } from '../biometrics/simulated-providers.ts';
import { CloudAuthorizations } from '../cloud-certificates/authorizations.ts';
import { CloudCertificates, CloudExchange } from '../cloud-certificates/cloud-certificates.ts';
import { CloudClient } from '../cloud-certificates/cloud-client.ts';
import { CloudDiscovery, CloudVisits } from '../cloud-certificates/cloud-visits.ts';
import type { Core } from '../core/core.ts';
import { DeprecationNotices } from '../deprecation/deprecation-notices.ts';
import { createPresignedUrls } from '../documents/presigned-urls.ts';
import { Removals } from '../documents/removals.ts';
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
import { createKeyRing, type KeyRing, openFieldCipher, openFingerprints } from '../keys/key-ring.ts';
import { RateLimits } from '../limits/rate-limits.ts';
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
import { Dangers } from '../monitoring/dangers.ts';
import { MonthlyQuotas } from '../quotas/monthly-quotas.ts';
import { ReceiptKeys, Receipts } from '../receipts/receipts.ts';
import { SessionAdvance } from '../sessions/advance-session.ts';
import { SessionAnswers } from '../sessions/answers.ts';
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
import type { Log } from '../support/logs.ts';
import { BoundedMap } from '../support/bounded-map.ts';
import { DirectSteps } from '../transactions/direct-steps.ts';
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

const PORTAL_URL = 'https://assinador.iti.br/';

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

/** What is opened before the rest. */
interface Given {
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly sealer: Sealer;
  readonly local: OpenLocalMode | undefined;
}

const publicAddressOf = ({ publicUrl }: ServiceOptions): string =>
  new URL(publicUrl).href.replace(/\/+$/, '');

/** Composes what nearly every part rests on, and the keys. */
async function composeCore(options: ServiceOptions, { clock, metrics }: Given) {
  const { database, documents, random = systemRandom } = options;
  const keys = createKeyRing({ database, clock, random });
  const outbox = new Outbox(random, metrics);
  const fingerprints = await openFingerprints(keys);
  const reportError = reporting(options, metrics);
  const core: Core = {
    database,
    documents,
    clock,
    random,
    fieldCipher: await openFieldCipher(keys, random),
    outbox,
    quotas: new MonthlyQuotas(outbox),
    rateLimits: new RateLimits(database, { fingerprints, reportError }),
    changes: new SessionChanges(),
    links: new SessionLinks(publicAddressOf(options)),
    metrics,
    reportError,
  };
  return { core, keys, fingerprints };
}

/** Composes credentials, tokens and signed addresses. */
function composeCredentials(core: Core, keys: KeyRing, options: ServiceOptions) {
  const { clock } = core;
  const trueTime = options.clock ?? systemClock;
  const publicAddress = publicAddressOf(options);
  const addresses = new EnvironmentAddresses(publicAddress, options.environmentUrls);
  const tokens = createAccessTokens({ keys, clock });
  const secrets = createClientSecrets(keys);
  const receiptKeys = new ReceiptKeys({ keys, clock });
  return {
    addresses,
    tokens,
    secrets,
    authentication: new Authentication({ tokens, secrets, addresses, adminToken: options.adminToken }),
    assertions: new ClientAssertions(core, { addresses, trueTime }),
    acceptsSecret: (secret: string) =>
      acceptsSecret(secret, options.local?.isPublic === false ? 'local' : 'production'),
    uploadTokens: createUploadTokens({ keys, clock }),
    presigned: createPresignedUrls({ keys, clock, publicUrl: publicAddress }),
    receiptKeys,
    receipts: new Receipts({ receiptKeys, trueTime, publicAddress }),
  };
}

/** Composes messages to signers, and the codes among them. */
function composeMessaging(core: Core, options: ServiceOptions, local: OpenLocalMode | undefined) {
  const inbox = local?.inbox(core.fieldCipher);
  const senders: Senders = { ...(inbox && { email: inbox, sms: inbox }), ...options.senders };
  const messages = new MessageQueue(core, {
    senders,
    async onSettled(...settled) {
      const sessionId = await settleCodeDelivery(...settled);
      return sessionId === undefined ? undefined : () => core.changes.announce(sessionId);
    },
  });
  const host = new URL(options.publicUrl).hostname;
  return { senders, messages, codes: new OneTimeCodes(core, { messages, senders, host }) };
}

/**
 * Composes signing with certificates: with the signer's own, with those that providers keep, the operator's and local
 * mode's, and at the gov.br portal, for which local mode has another one.
 */
function composeSigning(
  core: Core,
  options: ServiceOptions,
  { signerTrust: trust, govBrTrust }: OpenedTrust,
  local: OpenLocalMode | undefined,
) {
  const timestamps = { always: options.timestamps, local: local?.timestamps };
  const lease = new SigningLease(core.database);
  const bases = new BaseDocuments(core.documents);
  const preparation = new SignaturePreparation(core, { bases, lease, trust, timestamps });
  const completion = new SignatureCompletion(core, { bases, lease, trust, timestamps });
  const portalUrl = (options.govBrRoots === undefined ? local?.portalUrl : undefined) ?? PORTAL_URL;
  const client = new CloudClient(local?.cloud.send);
  const providers = [...(options.cloudProviders ?? []), ...(local?.cloud.providers ?? [])];
  const authorizations = new CloudAuthorizations(core);
  const issuers = async () => (await local?.authorities.signers.issuers()) ?? [];
  const callbackUrl = core.links.cloudCallback();
  const exchange = new CloudExchange({ client, authorizations, trust, issuers, callbackUrl });
  const shared = { providers, client, authorizations };
  return {
    preparation,
    completion,
    govBr: new GovBrSignatures(core, { trust: govBrTrust, portalUrl }),
    authorizations,
    discovery: new CloudDiscovery({ providers, client, clock: core.clock }),
    visits: new CloudVisits(core, { ...shared, callbackUrl }),
    cloud: new CloudCertificates(core, { ...shared, preparation, completion, exchange }),
  };
}

/** The rules for connecting to addresses that others supply: webhooks, and addresses in certificates. */
function composeAddresses(options: ServiceOptions, local: OpenLocalMode | undefined): WebhookAddresses {
  const { allowLocalWebhooks: allowLocal = false } = options;
  const ownReceiver = local?.webhookReceiver;
  return new WebhookAddresses({ resolve: options.resolveHost ?? systemResolver, allowLocal, ownReceiver });
}

const unavailable = (detail: string): Error => new ProviderUnavailableError(detail);

/** Composes all parts of the service, without HTTP. */
export async function compose(options: ServiceOptions, given: Given) {
  const { metrics, local } = given;
  const sealer = measuredSealer(given.sealer, metrics);
  const { core, keys, fingerprints } = await composeCore(options, given);
  const webhookAddresses = composeAddresses(options, local);
  const opened = openTrust(core, {
    ...options,
    testAuthorities: local?.authorities,
    sealer,
    addresses: webhookAddresses,
  });
  const credentials = composeCredentials(core, keys, options);
  const { secrets, presigned, assertions } = credentials;
  const messaging = composeMessaging(core, options, local);
  const { messages, senders, codes } = messaging;
  const { completion: signatureCompletion, ...signing } = composeSigning(core, options, opened, local);
  const simulated = local?.biometrics(simulatedProviders, unavailable) ?? simulatedProviders;
  const providers = options.biometricProviders ?? simulated;
  const features = {
    sources: opened.sources,
    hasBiometricProvider: options.biometricProviders !== undefined || local !== undefined,
  };
  const matcher = providers.documentPhotos;
  const kinds = createStepKinds(core, { ...signing, completion: signatureCompletion, codes, matcher });

  const expiring = new IsolatedRunner(core.reportError);
  const envelopes = new Envelopes(core, expiring);
  const invitations = new TurnInvitations(core, { messages, secrets });
  const sessions = new Sessions(core, { envelopes, expiring });
  const creation = new SessionCreation(core, { secrets, kinds, features, messages, senders });
  const finalization = new Finalization(core, {
    sealer,
    breaks: id => local?.breaksFinalization(id) ?? false,
  });
  const completion = new SessionCompletion(core, {
    finalization,
    messages,
    senders,
    secrets,
    envelopes: new EnvelopeProgress(core, invitations),
  });
  const batches = new BatchSealing(core, { finalization, completion });
  const advance = new SessionAdvance(core, { kinds, completion, batches: batches.queue });
  const checks = createIdentityChecks(providers);
  const identityChecks = new IdentityChecks(core, { checks, advance });
  const idempotency = new Idempotency(core, { fingerprints });
  const handovers = new Handovers(core, { sessions, secrets });
  const deprecations = new DeprecationNotices(core);
  const removals = new Removals(core);
  const sender = new WebhookSender({ addresses: webhookAddresses, trueTime: options.clock ?? systemClock });
  return {
    core,
    ...credentials,
    ...messaging,
    ...signing,
    local,
    sealer,
    trust: opened.trust,
    knownLists: opened.knownLists,
    providers,
    features,
    publicUrl: new URL(options.publicUrl),
    publicAddress: publicAddressOf(options),
    audit: new AuditLog(core, options.auditLog),
    idempotency,
    deprecations,
    health: new Health(core, VERSION),
    sessions,
    creation,
    sessionAnswers: new SessionAnswers(core, { creation, sessions, secrets }),
    access: new SessionAccess(sessions, core.clock),
    notices: new FirstViews(core),
    views: new SignerViews(core, {
      ...signing,
      features,
      presigned,
      codes,
      senders,
      receipts: credentials.receipts,
    }),
    handovers,
    advance,
    identityChecks,
    completion,
    cancellation: new SessionCancellation(core),
    batches,
    envelopes,
    envelopeCreation: new EnvelopeCreation(core),
    invitations,
    combinedStamp: new CombinedStamp(core, sealer),
    upload: new DocumentUpload(core),
    directSteps: new DirectSteps(core, { sessions, advance, identityChecks, presigned }),
    transactionFinalization: new TransactionFinalization(core, completion),
    webhooks: new Webhooks(core, { addresses: webhookAddresses, sender }),
    webhookDelivery: new WebhookDelivery(core, sender),
    removals,
    housekeeping: new Housekeeping(core, {
      sessions,
      messages,
      envelopes,
      invitations,
      idempotency,
      handovers,
      authorizations: signing.authorizations,
      assertions,
      deadlines: new Deadlines(core),
      deprecations,
      fingerprints,
      removals,
      dangers: new Dangers({
        ...core,
        sealer,
        isProduction: options.local === undefined,
        warn: options.reportError ?? (line => void process.stderr.write(`${line}\n`)),
      }),
      followClock: local && (() => local.followClock()),
      pictureRetentionDays: options.pictureRetentionDays ?? 0,
    }),
    services: {
      senders,
      inspectPdf: (bytes: Uint8Array, owner: string, forCertificate?: boolean) =>
        inspectPdf(bytes, { owner, forCertificate }),
    },
  };
}

export type Services = Awaited<ReturnType<typeof compose>>;
