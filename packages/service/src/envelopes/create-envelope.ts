import type { Clock } from '../domain/clock.ts';
import { describeFile } from '../domain/document.ts';
import { insertDocument } from '../documents/stored-documents.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { removingOnFailure } from '../documents/orphans.ts';
import { randomId, type Random } from '../domain/identifiers/random-ids.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { MonthlyQuotas, QuotaStanding } from '../quotas/monthly-quotas.ts';
import { readPdf, type InspectPdf } from '../sessions/create-request.ts';
import { sandboxErasure } from '../sessions/create-session.ts';
import type { Database, Queries } from '../storage/database.ts';
import type { QuotaDimension, Tenant } from '../domain/tenant.ts';
import { envelopeCreatedEvent } from './envelope-events.ts';
import type { CreateEnvelopeRequest } from './envelope-request.ts';
import { insertEnvelope } from './envelope-store.ts';
import type { Envelope } from '../domain/envelope.ts';

export interface EnvelopeCreationOptions {
  readonly database: Database;
  readonly documents: DocumentStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly outbox: Outbox;
  readonly quotas: MonthlyQuotas;
}

/** The document is uploaded once and counted once; the members' sessions do not count it again. */
const DIMENSIONS: readonly QuotaDimension[] = ['monthlyDocuments'];

/** Creates envelopes with a document and no signer yet. */
export class EnvelopeCreation {
  readonly #options: EnvelopeCreationOptions;

  constructor(options: EnvelopeCreationOptions) {
    this.#options = options;
  }

  /**
   * @param alongside runs in the transaction that writes the envelope
   * @throws Problem `validation-error`, `payload-too-large`, `service-unavailable`; QuotaExceededError
   */
  async create(
    tenant: Tenant,
    wanted: CreateEnvelopeRequest,
    inspectPdf: InspectPdf,
    alongside: (queries: Queries, envelope: Envelope) => Promise<void>,
  ): Promise<{ envelope: Envelope; quota: QuotaStanding | undefined }> {
    const { database, documents, clock, random, outbox, quotas } = this.#options;
    const { tenantId } = tenant;
    await quotas.check(database, tenant, DIMENSIONS, clock.now());
    const { bytes, filename, pages, warnings } = await readPdf(wanted.document, { inspectPdf, tenantId });
    const documentId = randomId('doc', random);
    const file = { documentId, tenantId, filename, pages, warnings };
    const document = { ...describeFile(bytes, file), warnings };
    const envelope = this.#compose(tenant, wanted, document, clock.now());
    const { createdAt } = envelope;
    await documents.write(documentId, bytes);
    const quota = await removingOnFailure(documents, [documentId], () =>
      database.transaction(async queries => {
        const standing = await quotas.consume(queries, tenant, DIMENSIONS, createdAt);
        await insertDocument(queries, document, createdAt);
        await insertEnvelope(queries, envelope);
        await outbox.record(queries, envelopeCreatedEvent(envelope));
        await alongside(queries, envelope);
        return standing;
      }),
    );
    return { envelope, quota };
  }

  #compose(
    tenant: Tenant,
    wanted: CreateEnvelopeRequest,
    document: Envelope['document'],
    createdAt: Date,
  ): Envelope {
    const { signingMode, totalSigners, locale, appearance, returnUrl, cancelUrl, metadata, owner } = wanted;
    // Whole seconds, so that the members' secrets expire at exactly the same time.
    const expiry = Math.floor(createdAt.getTime() / 1000) * 1000 + wanted.expiresInMinutes * 60_000;
    return {
      envelopeId: randomId('env', this.#options.random),
      tenantId: tenant.tenantId,
      status: 'CREATED',
      signingMode,
      totalSigners,
      locale,
      request: { appearance, returnUrl, cancelUrl, metadata, owner, showSigners: wanted.showSigners },
      document,
      signedDocumentId: undefined,
      combinedDocumentId: undefined,
      createdAt,
      updatedAt: createdAt,
      expiresAt: new Date(expiry),
      eraseAt: sandboxErasure(tenant, createdAt),
    };
  }
}
