/** Uploads of a transaction's document, and the tokens of their addresses. */
import * as z from 'zod';
import type { Core } from '../core/core.ts';
import { insertDocument, removingOnFailure } from '../documents/issued-documents.ts';
import type { Clock } from '../domain/clock.ts';
import { describeFile } from '../domain/document.ts';
import { randomId } from '../domain/ids.ts';
import { Problem } from '../domain/problem.ts';
import { changedMeanwhile, requireActive } from '../domain/session-state.ts';
import type { Session } from '../domain/session.ts';
import { sha256 } from '../domain/sha256.ts';
import type { QuotaDimension, Tenant } from '../domain/tenant.ts';
import type { SaveResponse, StoredResponse } from '../http/idempotency.ts';
import { readToken, signToken } from '../keys/compact-token.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { QuotaStanding } from '../quotas/monthly-quotas.ts';
import type { NewSession } from '../sessions/create-session.ts';
import { lockIfUnchanged } from '../sessions/session-lock.ts';
import { markChanged } from '../sessions/session-store.ts';

/** Lifetime in seconds of an upload and its confirmation. */
export const UPLOAD_LIFETIME = 900;

/** In an address, which access logs keep, and readable there: only what storing the bytes needs. */
const uploadClaims = z.object({
  aud: z.literal('upload'),
  doc: z.string(),
  /** The tenant, by which uploads that are on their way are counted. Absent in tokens of 0.3.0. */
  ten: z.string().optional(),
  exp: z.number(),
});

const confirmClaims = z.object({
  aud: z.literal('confirm'),
  doc: z.string(),
  tx: z.string(),
  name: z.string(),
  exp: z.number(),
});

/** A file being uploaded: its transaction, its name, and the document id its bytes are stored under. */
export interface PendingUpload {
  readonly documentId: string;
  readonly transactionId: string;
  readonly filename: string;
}

/** Their `read…` methods return undefined for a token that is forged, expired or for the other purpose. */
export interface UploadTokens {
  /** The holder of `upload` may send the bytes; the holder of `confirm` may attach them, if they are the tenant. */
  issue(pending: PendingUpload, tenantId: string): Promise<{ upload: string; confirm: string }>;
  /** The document id under which the holder may store bytes, and the tenant for which. */
  readUpload(token: string): Promise<{ documentId: string; tenantId: string } | undefined>;
  readConfirm(token: string): Promise<PendingUpload | undefined>;
}

/**
 * The document id under which a transaction's bytes wait: always the same, so that a transaction holds at most one
 * upload however often it asks. It need not be secret, since storing needs a token and nothing is read by it.
 */
export function pendingDocumentId(transactionId: string): string {
  return `doc_${sha256(`pending upload ${transactionId}`).toString('hex').slice(0, 32)}`;
}

/** Signs and reads the tokens of uploads in two steps. */
export function createUploadTokens({ keys, clock }: { keys: KeyRing; clock: Clock }): UploadTokens {
  const seconds = () => Math.floor(clock.now().getTime() / 1000);
  async function read<T extends { exp: number }>(
    token: string,
    schema: z.ZodType<T>,
  ): Promise<T | undefined> {
    const claims = schema.safeParse(await readToken(token, 'presigned-url', keys));
    return claims.success && claims.data.exp > seconds() ? claims.data : undefined;
  }
  return {
    async issue({ documentId: doc, transactionId: tx, filename: name }, ten) {
      const key = await keys.current('presigned-url');
      const exp = seconds() + UPLOAD_LIFETIME;
      return {
        upload: signToken({ aud: 'upload', doc, ten, exp }, key),
        confirm: signToken({ aud: 'confirm', doc, tx, name, exp }, key),
      };
    },
    async readUpload(token) {
      const claims = await read(token, uploadClaims);
      return claims && { documentId: claims.doc, tenantId: claims.ten ?? claims.doc };
    },
    async readConfirm(token) {
      const claims = await read(token, confirmClaims);
      return claims && { documentId: claims.doc, transactionId: claims.tx, filename: claims.name };
    },
  };
}

const DIMENSIONS: readonly QuotaDimension[] = ['monthlyDocuments'];

/** Adds the document to a transaction that was created without one. */
export class DocumentUpload {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /** @throws Problem `gone`; `conflict` when it has a document or cannot take one any more */
  requirePossible(session: Session): void {
    requireActive(session, this.#core.clock.now());
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
    const { database, documents, clock, random, quotas } = this.#core;
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
