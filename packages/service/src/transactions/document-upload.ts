import type { Clock } from '../domain/clock.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { describeFile } from '../domain/document.ts';
import { insertDocument } from '../documents/stored-documents.ts';
import { removingOnFailure } from '../documents/orphans.ts';
import { Problem } from '../domain/problem.ts';
import type { StoredResponse, SaveResponse } from '../http/stored-response.ts';
import { randomId, type Random } from '../domain/identifiers/random-ids.ts';
import type { MonthlyQuotas, QuotaStanding } from '../quotas/monthly-quotas.ts';
import type { NewSession } from '../sessions/create-session.ts';
import type { Session } from '../domain/session.ts';
import { changedMeanwhile, requireActive } from '../domain/session-state.ts';
import { lockIfUnchanged } from '../sessions/session-lock.ts';
import { markChanged } from '../sessions/session-store.ts';
import type { Database } from '../storage/database.ts';
import type { QuotaDimension, Tenant } from '../domain/tenant.ts';

const DIMENSIONS: readonly QuotaDimension[] = ['monthlyDocuments'];

export interface DocumentUploadOptions {
  readonly database: Database;
  readonly documents: DocumentStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly quotas: MonthlyQuotas;
}

/** Adds the document to a transaction that was created without one. */
export class DocumentUpload {
  readonly #options: DocumentUploadOptions;

  constructor(options: DocumentUploadOptions) {
    this.#options = options;
  }

  /** @throws Problem `gone`; `conflict` when it has a document or cannot take one any more */
  requirePossible(session: Session): void {
    requireActive(session, this.#options.clock.now());
    requireNoDocument(session);
  }

  /**
   * @param pdf already inspected
   * @throws Problem `gone`; `conflict` when it has a document or cannot take one any more; QuotaExceededError
   */
  async upload(
    tenant: Tenant,
    session: Session,
    pdf: NonNullable<NewSession['pdf']>,
    saveResponse: SaveResponse,
  ): Promise<{ answer: StoredResponse; quota: QuotaStanding | undefined }> {
    const { database, documents, clock, random, quotas } = this.#options;
    this.requirePossible(session);
    const at = clock.now();
    await quotas.check(database, tenant, DIMENSIONS, at);
    const documentId = randomId('doc', random);
    const { bytes, filename, pages, warnings, isSigned } = pdf;
    const { transactionId, sessionId } = session;
    const { tenantId } = tenant;
    const stored = describeFile(bytes, { documentId, tenantId, filename, pages, warnings, isSigned });
    const body = {
      transactionId,
      documentHash: stored.hash,
      status: 'DOCUMENT_UPLOADED',
      uploadedAt: at.toISOString(),
    };
    const answer: StoredResponse = { status: 200, body };
    await documents.write(documentId, bytes);
    const quota = await removingOnFailure(documents, [documentId], () =>
      database.transaction(async queries => {
        if (!(await lockIfUnchanged(queries, session))) throw changedMeanwhile();
        const standing = await quotas.consume(queries, tenant, DIMENSIONS, at);
        await insertDocument(queries, stored, at);
        await queries.query('UPDATE sessions SET document_id = $2 WHERE session_id = $1', [
          sessionId,
          documentId,
        ]);
        await markChanged(queries, sessionId);
        await saveResponse(queries, answer);
        return standing;
      }),
    );
    return { answer, quota };
  }
}

/** A document is never replaced, and none is added after the signer has accepted. */
function requireNoDocument({ purpose, document, steps }: Session): void {
  if (purpose !== 'DOCUMENT_SIGNATURE') {
    throw new Problem('conflict', 'The purpose of this transaction is an action, not a document.');
  }
  if (document !== undefined) throw new Problem('conflict', 'The transaction already has a document.');
  // The signer cannot have accepted a document that is added afterwards.
  if (steps.some(({ type, status }) => type === 'CLICK_ACCEPT' && status === 'COMPLETED'))
    throw new Problem('conflict', 'The signer has already accepted without this document.');
}
