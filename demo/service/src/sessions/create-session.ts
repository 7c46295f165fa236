import type { Clock } from '../clock.ts';
import { hashOf, insertDocument, type StoredDocument } from '../documents/document.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { removingOnFailure } from '../documents/orphans.ts';
import { randomId, type Random } from '../identifiers/random-ids.ts';
import { invitation } from '../messages/invitation.ts';
import type { Inbox } from '../messages/inbox.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { MonthlyQuotas, QuotaStanding } from '../quotas/monthly-quotas.ts';
import type { Database, Queries } from '../storage/database.ts';
import type { Tenant } from '../tenants/tenant.ts';
import type { ClientSecrets } from './client-secrets.ts';
import { createdEvent } from './session-events.ts';
import type { SessionLinks } from './session-links.ts';
import { insertSession } from './session-store.ts';
import type { Locale, Session, SessionRequest, Step } from './session.ts';

/** What a session consumes, in the order in which a refusal names it. */
const CREATION_QUOTAS = ['monthlyTransactions', 'monthlyDocuments'] as const;

const SANDBOX_RETENTION_MS = 7 * 24 * 3_600_000;

/** What a validated request asks for. */
export interface NewSession {
  readonly request: Omit<SessionRequest, 'inviteSent'>;
  readonly owner: { readonly email: string; readonly name?: string | undefined } | undefined;
  readonly locale: Locale;
  readonly expiresInMinutes: number;
  readonly pdf: { readonly bytes: Uint8Array; readonly filename: string; readonly pages: number };
}

export interface CreateSessionOptions {
  readonly database: Database;
  readonly documents: DocumentStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly outbox: Outbox;
  readonly quotas: MonthlyQuotas;
  readonly secrets: ClientSecrets;
  readonly links: SessionLinks;
  /** Absent where there is nothing to send e-mails with; then no invitation is promised. */
  readonly inbox: Inbox | undefined;
}

/** Makes signing sessions. */
export class SessionCreation {
  readonly #options: CreateSessionOptions;

  constructor(options: CreateSessionOptions) {
    this.#options = options;
  }

  /**
   * Stores the document, then everything else in one transaction: the session, its steps, its event, the units
   * it consumes and the invitation.
   * @param alongside runs in that transaction
   */
  async create(
    tenant: Tenant,
    wanted: NewSession,
    alongside: (queries: Queries, session: Session) => Promise<void>,
  ): Promise<{ session: Session; quota: QuotaStanding | undefined }> {
    const { database, documents, outbox, quotas, inbox } = this.#options;
    const document = this.#describe(tenant, wanted);
    const session = await this.#compose(tenant, wanted, document);
    const letter = session.request.inviteSent === true ? await this.#invitation(tenant, session) : undefined;
    await quotas.check(database, tenant, CREATION_QUOTAS, session.createdAt);
    await documents.write(document.documentId, wanted.pdf.bytes);
    const write = async (queries: Queries) => {
      const standing = await quotas.consume(queries, tenant, CREATION_QUOTAS, session.createdAt);
      await insertDocument(queries, document, session.createdAt);
      await insertSession(queries, session);
      await outbox.record(queries, createdEvent(session));
      if (letter !== undefined) await inbox?.deliver(queries, letter, session.createdAt);
      await alongside(queries, session);
      return standing;
    };
    const quota = await removingOnFailure(documents, [document.documentId], () =>
      database.transaction(write),
    );
    return { session, quota };
  }

  #describe(tenant: Tenant, { pdf }: NewSession): StoredDocument {
    return {
      documentId: randomId('doc', this.#options.random),
      tenantId: tenant.tenantId,
      filename: pdf.filename,
      mediaType: 'application/pdf',
      hash: hashOf(pdf.bytes),
      sizeBytes: pdf.bytes.length,
      pages: pdf.pages,
    };
  }

  async #compose(tenant: Tenant, wanted: NewSession, document: StoredDocument): Promise<Session> {
    const { clock, random, secrets } = this.#options;
    const createdAt = clock.now();
    // Whole seconds, so that the secret's `exp` says the very same.
    const expiry = Math.floor(createdAt.getTime() / 1000) * 1000 + wanted.expiresInMinutes * 60_000;
    const sandbox = tenant.environment === 'sandbox';
    return {
      sessionId: randomId('ss', random),
      transactionId: randomId('tx', random),
      tenantId: tenant.tenantId,
      environment: tenant.environment,
      status: 'ACTIVE',
      purpose: 'DOCUMENT_SIGNATURE',
      profile: 'CLICK_ONLY',
      locale: wanted.locale,
      request: this.#withInvite(wanted),
      document,
      steps: [this.#clickStep(createdAt)],
      evidence: undefined,
      ending: undefined,
      secretKeyId: await secrets.currentKeyId(),
      createdAt,
      expiresAt: new Date(expiry),
      eraseAt: sandbox ? new Date(createdAt.getTime() + SANDBOX_RETENTION_MS) : undefined,
      endedAt: undefined,
      version: 1,
    };
  }

  #clickStep(startedAt: Date): Step {
    return {
      stepId: randomId('stp', this.#options.random),
      type: 'CLICK_ACCEPT',
      status: 'PENDING',
      order: 1,
      attempts: 0,
      maxAttempts: 3,
      startedAt,
      completedAt: undefined,
      result: undefined,
    };
  }

  /** An invitation goes out only when an owner asks somebody else to sign (service interface, item 8). */
  #withInvite({ request, owner }: NewSession): SessionRequest {
    if (owner === undefined) return request;
    const { email } = request.signer;
    const another = email !== undefined && email.toLowerCase() !== owner.email.toLowerCase();
    const ownerName = owner.name === undefined ? {} : { ownerName: owner.name };
    return { ...request, ...ownerName, inviteSent: another && this.#options.inbox !== undefined };
  }

  async #invitation(tenant: Tenant, session: Session) {
    const { secrets, links } = this.#options;
    return invitation({
      session,
      sender: session.request.ownerName ?? session.request.appearance?.companyName ?? tenant.name,
      link: links.signerLink(session.sessionId, await secrets.mint(session)),
    });
  }
}
