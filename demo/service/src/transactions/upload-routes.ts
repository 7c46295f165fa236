import { createRoute, z } from '@hono/zod-openapi';
import { hashOf } from '../domain/document.ts';
import { runInspection, MAX_DOCUMENT_TEXT } from '../documents/document-content.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import type { ServiceApp } from '../http/app.ts';
import type { Authentication } from '../oauth/authentication.ts';
import { limitBody } from '../http/body-limits.ts';
import { setQuotaHeaders } from '../http/error-answers.ts';
import type { Idempotency } from '../http/idempotency.ts';
import { binary, CLIENT_AUTH, json, problems, PUBLIC } from '../http/openapi-parts.ts';
import { invalid, Problem } from '../domain/problem.ts';
import { idSchema } from '../domain/identifiers/id-schema.ts';
import { filenameSchema, type Means } from '../sessions/create-request.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { DocumentUpload } from './document-upload.ts';
import { openDirectTransaction } from './transaction-access.ts';
import {
  pendingDocumentId,
  UPLOAD_LIFETIME,
  type PendingUpload,
  type UploadTokens,
} from './upload-tokens.ts';

/** The number of bytes that base64 of the largest document encodes. */
const MAX_BYTES = (MAX_DOCUMENT_TEXT / 4) * 3;
const MAX_BODY = 16 * 1024;

const params = z.object({ transactionId: idSchema });
const headers = z.object({ 'x-idempotency-key': z.string().optional() });

export interface UploadRoutesOptions {
  readonly authentication: Authentication;
  readonly idempotency: Idempotency;
  readonly sessions: Sessions;
  readonly documents: DocumentStore;
  readonly upload: DocumentUpload;
  readonly uploadTokens: UploadTokens;
  readonly means: Means;
  readonly publicAddress: string;
}

/** Uploads a document in two steps: the bytes to a presigned URL, then a confirmation. */
export function mountUploadRoutes(app: ServiceApp, options: UploadRoutesOptions): void {
  mountPresign(app, options);
  mountBytes(app, options);
  mountConfirm(app, options);
}

const presignRequest = z.object({ contentType: z.literal('application/pdf'), filename: filenameSchema });
const presignAnswer = z
  .object({
    uploadUrl: z.string(),
    uploadToken: z.string().describe('For …/document/confirm.'),
    s3Key: z.string().describe('Of internal use: ignore it.'),
    expiresIn: z.number(),
    contentType: z.string(),
    instructions: z.string(),
  })
  .openapi('PresignedUpload');

function mountPresign(app: ServiceApp, options: UploadRoutesOptions): void {
  const { authentication, sessions, upload: documentUpload, uploadTokens, publicAddress } = options;
  const route = createRoute({
    method: 'post',
    path: '/v1/transactions/{transactionId}/document/presign',
    summary: 'An address to send the PDF’s bytes to, for 15 minutes',
    security: CLIENT_AUTH,
    middleware: [authentication.requireClient('transactions:write'), limitBody(MAX_BODY)] as const,
    request: {
      params,
      body: { required: true, content: { 'application/json': { schema: presignRequest } } },
    },
    responses: {
      200: json('The address', presignAnswer),
      ...problems(400, 401, 403, 404, 409, 410, 413, 415),
    },
  });
  app.openapi(route, async c => {
    const { transactionId } = c.req.valid('param');
    const session = await openDirectTransaction(sessions, c.get('principal'), transactionId);
    documentUpload.requirePossible(session);
    const { contentType, filename } = c.req.valid('json');
    const documentId = pendingDocumentId(transactionId);
    const { upload, confirm } = await uploadTokens.issue({ documentId, transactionId, filename });
    c.header('Cache-Control', 'no-store');
    const answer = {
      uploadUrl: `${publicAddress}/v1/uploads/${documentId}?token=${upload}`,
      uploadToken: confirm,
      s3Key: documentId,
      expiresIn: UPLOAD_LIFETIME,
      contentType,
      instructions: 'PUT the bytes to uploadUrl with this content type, then confirm with uploadToken.',
    };
    return c.json(answer, 200);
  });
}

function mountBytes(app: ServiceApp, { documents, uploadTokens }: UploadRoutesOptions): void {
  const route = createRoute({
    method: 'put',
    path: '/v1/uploads/{documentId}',
    summary: 'The bytes of a document; sent again, they replace the first',
    security: PUBLIC,
    middleware: limitBody(MAX_BYTES),
    // The token is in the query, because problem objects repeat only the path.
    request: {
      params: z.object({ documentId: idSchema }),
      query: z.object({ token: z.string().max(2000) }),
      body: { required: true, content: binary('application/pdf') },
    },
    responses: {
      204: { description: 'They are kept until they are confirmed' },
      ...problems(400, 403, 413, 415),
    },
  });
  app.openapi(route, async c => {
    const documentId = await uploadTokens.readUpload(c.req.valid('query').token);
    if (documentId === undefined || documentId !== c.req.valid('param').documentId)
      throw new Problem('forbidden', 'This address is not genuine or has expired.');
    if (!/^application\/pdf\b/i.test(c.req.header('Content-Type') ?? '')) {
      throw new Problem('unsupported-media-type', 'Send the bytes as application/pdf.');
    }
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    await documents.replace(documentId, bytes);
    return c.body(null, 204);
  });
}

const confirmRequest = z.object({
  uploadToken: z.string().max(2000),
  documentHash: z
    .string()
    .regex(/^([sS][hH][aA]256[:-])?[0-9a-fA-F]{64}$/, 'Must be sha256: and 64 hex digits.')
    .optional()
    .describe('What the bytes must be.'),
  sizeBytes: z.int().min(1).optional().describe('How many they must be.'),
});
const confirmAnswer = z
  .object({
    transactionId: z.string(),
    documentHash: z.string(),
    status: z.literal('DOCUMENT_UPLOADED'),
    uploadedAt: z.string(),
  })
  .openapi('ConfirmedUpload');

/** @throws Problem `validation-error`, `conflict`, `document-hash-mismatch` */
async function readUploaded(
  { documents }: UploadRoutesOptions,
  pending: PendingUpload,
  { documentHash, sizeBytes }: z.output<typeof confirmRequest>,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await documents.read(pending.documentId);
  if (bytes === undefined) throw new Problem('conflict', 'Nothing has been sent to uploadUrl yet.');
  if (sizeBytes !== undefined && sizeBytes !== bytes.length) {
    throw invalid('/sizeBytes', `${bytes.length} bytes have arrived.`);
  }
  if (documentHash !== undefined && `sha256:${documentHash.slice(-64).toLowerCase()}` !== hashOf(bytes)) {
    throw new Problem('document-hash-mismatch', 'Other bytes than these have arrived. Send them again.');
  }
  return bytes;
}

function mountConfirm(app: ServiceApp, options: UploadRoutesOptions): void {
  const { authentication, idempotency, sessions, documents, upload, uploadTokens, means } = options;
  const route = createRoute({
    method: 'post',
    path: '/v1/transactions/{transactionId}/document/confirm',
    summary: 'Take over the bytes that were sent',
    security: CLIENT_AUTH,
    middleware: [authentication.requireClient('transactions:write'), limitBody(MAX_BODY)] as const,
    request: {
      params,
      headers,
      body: { required: true, content: { 'application/json': { schema: confirmRequest } } },
    },
    responses: {
      200: json('The document is there', confirmAnswer),
      ...problems(400, 401, 403, 404, 409, 410, 413, 415, 429, 503),
    },
  });
  app.openapi(route, async c => {
    const { transactionId } = c.req.valid('param');
    const session = await openDirectTransaction(sessions, c.get('principal'), transactionId);
    const wanted = c.req.valid('json');
    const kept = await idempotency.run(c, async saveResponse => {
      const pending = await uploadTokens.readConfirm(wanted.uploadToken);
      if (pending?.transactionId !== transactionId) {
        throw invalid('/uploadToken', 'Is not this transaction’s, or has expired.');
      }
      const bytes = await readUploaded(options, pending, wanted);
      const { pages, warnings } = await runInspection('/uploadToken', () =>
        means.inspectPdf(bytes, session.tenant.tenantId),
      );
      const pdf = { bytes, filename: pending.filename, pages, warnings };
      const { answer, quota } = await upload.upload(session.tenant, session, pdf, saveResponse);
      if (quota !== undefined) setQuotaHeaders(c, quota);
      await documents.remove(pending.documentId);
      return answer;
    });
    return c.json(confirmAnswer.parse(kept.body), 200);
  });
}
