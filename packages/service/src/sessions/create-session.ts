/** Creates sessions, if the tenant and the service have what they need. */
import type { CertificateSource, Profile, StepType } from '@sign-session/session-rules';
import type { Core } from '../core/core.ts';
import { insertBatch } from '../documents/batch-documents.ts';
import { insertDocument, removingOnFailure } from '../documents/issued-documents.ts';
import { listHash } from '../domain/batch.ts';
import { DAY_MS } from '../domain/clock.ts';
import { mailboxOf } from '../domain/contacts.ts';
import { describeFile, type DocumentWarning, type StoredDocument } from '../domain/document.ts';
import { randomId } from '../domain/ids.ts';
import type { Locale } from '../domain/locales.ts';
import { Problem, invalid } from '../domain/problem.ts';
import type {
  Batch,
  Membership,
  Purpose,
  Session,
  SessionDocument,
  SessionKind,
  SessionRequest,
} from '../domain/session.ts';
import { pendingStep, type Step } from '../domain/step.ts';
import type { QuotaDimension, Tenant } from '../domain/tenant.ts';
import { invitation, linkBySms } from '../messages/invitation.ts';
import type { MessageQueue } from '../messages/message-queue.ts';
import type { Message, Senders } from '../messages/message.ts';
import type { ClientSecrets } from '../oauth/client-secrets.ts';
import type { QuotaStanding } from '../quotas/monthly-quotas.ts';
import type { StepKinds } from '../steps/progress.ts';
import type { Queries } from '../storage/database.ts';
import { warningAtOnce } from './deadlines.ts';
import { createdEvents } from './session-events.ts';
import { insertSession } from './session-store.ts';
import { severalAtOnce } from '../support/several-at-once.ts';

/** What this service can do beside what a tenant may ask for. */
export interface Features {
  /** Where certificates may come from, as far as the service trusts anybody who issues them. */
  readonly sources: readonly CertificateSource[];
  /** Whether a production tenant's faces and identities are compared by a provider, and not by test numbers. */
  readonly hasBiometricProvider: boolean;
}

/** Steps about the signer's face. */
const BIOMETRIC_STEPS: readonly StepType[] = [
  'BIOMETRIC_LIVENESS',
  'BIOMETRIC_MATCH',
  'SERPRO_IDENTITY_CHECK',
  'DOCUMENT_PHOTO_MATCH',
];

/**
 * Refuses what would end without a result: steps about the face for a tenant without biometrics, or in production
 * without a provider; a certificate where the service trusts none. Codes: see `readSteps`.
 * @throws Problem `feature-not-enabled`
 */
export function requireFeatures(tenant: Tenant, steps: readonly StepType[], features: Features): void {
  if (steps.some(type => BIOMETRIC_STEPS.includes(type))) {
    if (tenant.biometrics === undefined)
      throw new Problem('feature-not-enabled', 'Biometrics are not enabled for this tenant.');
    if (tenant.environment === 'production' && !features.hasBiometricProvider)
      throw new Problem('feature-not-enabled', 'This service has no provider of biometrics for production.');
  }
  if (!steps.includes('DIGITAL_SIGN_A1')) return;
  if (tenant.certificateSources.some(source => features.sources.includes(source))) return;
  throw new Problem('feature-not-enabled', 'This service trusts no authority of certificates.');
}

const notEnabled = (detail: string) => new Problem('feature-not-enabled', detail);

/** @throws Problem `feature-not-enabled` that says what is missing; `validation-error` without a phone number */
function requireDelivery(tenant: Tenant, { deliverVia, request }: NewSession, { sms }: Senders): void {
  if (deliverVia === undefined) return;
  if (deliverVia !== 'sms') throw notEnabled(`This service delivers links by SMS, not by ${deliverVia}.`);
  if (!tenant.deliverVia.includes(deliverVia))
    throw notEnabled('Delivery of links by SMS is not enabled for this tenant.');
  if (sms === undefined) throw notEnabled('This service has no SMS gateway.');
  if (request.signer.phone === undefined) throw invalid('/signer/phone', 'Is required with deliverVia.');
}

/** What a session's creation consumes, in the order in which it is checked; each step names its own. */
function quotasOf(wanted: NewSession): readonly QuotaDimension[] {
  if (wanted.purpose === 'ACTION_AUTHENTICATION') return ['monthlyTransactions', 'monthlyTrustSessions'];
  return ['monthlyTransactions', ...pdfsOf(wanted).map(() => 'monthlyDocuments' as const)];
}

const SANDBOX_RETENTION_MS = 7 * DAY_MS;

/** When data created now is to be erased. Only sandbox data is erased automatically. */
export function sandboxErasure(tenant: Tenant, createdAt: Date): Date | undefined {
  if (tenant.environment !== 'sandbox') return undefined;
  return new Date(createdAt.getTime() + SANDBOX_RETENTION_MS);
}

/** A PDF that was inspected. */
export interface NewPdf {
  readonly bytes: Uint8Array;
  readonly filename: string;
  readonly pages: number;
  readonly warnings: readonly DocumentWarning[];
  /** Whether it bears signatures already. */
  readonly isSigned: boolean;
}

/** A PDF of a batch, with what the signer reads in the list. */
export interface TitledPdf extends NewPdf {
  readonly title: string;
}

/** A validated request. */
export interface NewSession {
  readonly kind: SessionKind;
  readonly purpose: Purpose;
  readonly profile: Profile;
  /** In order. */
  readonly steps: readonly StepType[];
  readonly request: Omit<SessionRequest, 'inviteSent'>;
  readonly owner: { readonly email: string; readonly name?: string | undefined } | undefined;
  /** By which message the service delivers the link. */
  readonly deliverVia?: 'whatsapp' | 'sms' | 'telegram' | undefined;
  readonly locale: Locale;
  readonly expiresInMinutes: number;
  /** Absent for the authentication of an action, and for a batch. */
  readonly pdf: NewPdf | undefined;
  /** All documents of a batch, in order. */
  readonly batch?: readonly TitledPdf[] | undefined;
  /** Set for a member of an envelope; the envelope already has the document. */
  readonly member?: NewMember;
}

function pdfsOf({ pdf, batch = [] }: NewSession): readonly NewPdf[] {
  return pdf === undefined ? batch : [pdf];
}

/** The files of a batch with their places and titles. */
function places(files: readonly NewFile[], { batch = [] }: NewSession) {
  return files.map(({ documentId, filename }, index) => ({
    documentId,
    position: index + 1,
    title: batch[index]?.title ?? filename,
  }));
}

/** One of an envelope's signers. */
interface NewMember {
  readonly envelope: Membership;
  readonly document: SessionDocument;
  readonly expiresAt: Date;
  readonly eraseAt: Date | undefined;
  /**
   * Runs first in the transaction: locks the envelope and throws if the member cannot be added.
   * @returns the member's place, with who has signed by then
   */
  readonly admit: (queries: Queries) => Promise<Membership>;
}

/** Of a batch: a store answers several requests in the time of one. */
const WRITTEN_AT_ONCE = 4;

/** A document that is about to be stored. */
type NewFile = StoredDocument & SessionDocument & { readonly bytes: Uint8Array };

export class SessionCreation {
  readonly #core: Core;
  readonly #parts;

  constructor(
    core: Core,
    parts: {
      secrets: ClientSecrets;
      kinds: StepKinds;
      features: Features;
      messages: MessageQueue;
      /** Without an e-mail sender, no invitation is sent. */
      senders: Senders;
    },
  ) {
    this.#core = core;
    this.#parts = parts;
  }

  /**
   * Stores the documents, then writes everything else in one transaction: the session, its steps, its events, the
   * quota units it consumes and the invitation.
   * @param alongside runs in that transaction
   */
  async create(
    tenant: Tenant,
    wanted: NewSession,
    alongside: (queries: Queries, session: Session) => Promise<void>,
  ): Promise<{ session: Session; quota: QuotaStanding | undefined }> {
    const { database, documents, quotas } = this.#core;
    requireFeatures(tenant, wanted.steps, this.#parts.features);
    requireDelivery(tenant, wanted, this.#parts.senders);
    const files = pdfsOf(wanted).map(pdf => this.#describe(tenant, pdf));
    const composed = await this.#compose(tenant, wanted, files);
    // A member of an envelope is invited when its turn comes.
    const isInvited = composed.request.inviteSent === true && composed.envelope === undefined;
    const email = isInvited ? await this.#invitation(tenant, composed) : undefined;
    const sms = wanted.deliverVia === undefined ? undefined : await this.#linkBySms(tenant, composed);
    const invitations = [email, sms].filter(message => message !== undefined);
    const dimensions = quotasOf(wanted);
    await quotas.check(database, tenant, dimensions, composed.createdAt);
    const write = async (queries: Queries) => {
      const session = { ...composed, envelope: await wanted.member?.admit(queries) };
      const standing = await quotas.consume(queries, tenant, dimensions, session.createdAt);
      const batch = session.batch;
      await Promise.all([
        ...files.map(file => insertDocument(queries, file, session.createdAt)),
        ...this.#write(queries, session, invitations),
        batch && insertBatch(queries, session.sessionId, batch, places(files, wanted)),
        alongside(queries, session),
      ]);
      return { session, quota: standing };
    };
    const ids = files.map(file => file.documentId);
    return removingOnFailure(documents, ids, async () => {
      await severalAtOnce(files, WRITTEN_AT_ONCE, file => documents.write(file.documentId, file.bytes));
      return database.transaction(write);
    });
  }

  /** Statements that need not be waited for one by one. */
  #write(queries: Queries, session: Session, invitations: readonly Message[]): Promise<unknown>[] {
    const { outbox } = this.#core;
    const { messages } = this.#parts;
    const { sessionId, createdAt: at, expiresAt: goodUntil } = session;
    const terms = { at, goodUntil, sessionId, untilEnd: true };
    const warning = warningAtOnce(session);
    return [
      insertSession(queries, session, { deadlineTold: warning !== undefined }),
      outbox.record(queries, ...createdEvents(session), ...(warning === undefined ? [] : [warning])),
      ...invitations.map(message => messages.put(queries, message, terms)),
    ];
  }

  #describe(tenant: Tenant, pdf: NewPdf): NewFile {
    const { bytes, filename, pages, warnings, isSigned } = pdf;
    const documentId = randomId('doc', this.#core.random);
    const { tenantId } = tenant;
    const file = { documentId, tenantId, filename, pages, warnings, isSigned };
    return { ...describeFile(bytes, file), warnings, bytes };
  }

  #batchOf({ batch }: NewSession, files: readonly NewFile[]): Batch | undefined {
    if (batch === undefined) return undefined;
    return {
      batchId: randomId('bat', this.#core.random),
      total: files.length,
      documentsHash: listHash(files.map(file => file.hash)),
      sealed: undefined,
    };
  }

  async #compose(tenant: Tenant, wanted: NewSession, files: readonly NewFile[]): Promise<Session> {
    const { clock, random } = this.#core;
    const { secrets } = this.#parts;
    const createdAt = clock.now();
    // Whole seconds, so that the secret's `exp` is exactly the same time.
    const expiry = Math.floor(createdAt.getTime() / 1000) * 1000 + wanted.expiresInMinutes * 60_000;
    return {
      sessionId: randomId('ss', random),
      transactionId: randomId('tx', random),
      tenant,
      status: 'ACTIVE',
      kind: wanted.kind,
      purpose: wanted.purpose,
      profile: wanted.profile,
      locale: wanted.locale,
      request: this.#withInvite(wanted),
      document: files[0] ?? wanted.member?.document,
      batch: this.#batchOf(wanted, files),
      steps: wanted.steps.map((type, index) => this.#step(type, index + 1, createdAt)),
      evidence: undefined,
      envelope: wanted.member?.envelope,
      ending: undefined,
      secretKeyId: await secrets.currentKeyId(),
      createdAt,
      openedAt: undefined,
      expiresAt: wanted.member?.expiresAt ?? new Date(expiry),
      eraseAt: wanted.member ? wanted.member.eraseAt : sandboxErasure(tenant, createdAt),
      endedAt: undefined,
      version: 1,
    };
  }

  #step(type: StepType, order: number, at: Date): Step {
    const { random } = this.#core;
    const startedAt = order === 1 ? at : undefined;
    return pendingStep({ stepId: randomId('stp', random), type, order, startedAt });
  }

  /** Invites the signer only if the owner is somebody else (service interface, item 8). */
  #withInvite({ request, owner }: NewSession): SessionRequest {
    if (owner === undefined) return request;
    const { email } = request.signer;
    const another = email !== undefined && mailboxOf(email) !== mailboxOf(owner.email);
    const inviteSent = another && this.#parts.senders.email !== undefined;
    return { ...request, ownerEmail: owner.email, ownerName: owner.name, inviteSent };
  }

  async #invitation(tenant: Tenant, session: Session) {
    return invitation(await this.#invited(tenant, session));
  }

  async #linkBySms(tenant: Tenant, session: Session) {
    return linkBySms(await this.#invited(tenant, session));
  }

  async #invited(tenant: Tenant, session: Session) {
    const { links } = this.#core;
    const { secrets } = this.#parts;
    return {
      session,
      sender: session.request.ownerName ?? session.request.appearance?.companyName ?? tenant.name,
      link: links.signerLink(session.sessionId, await secrets.mint(session)),
    };
  }
}
