import { z } from '@hono/zod-openapi';
import { createMiddleware } from 'hono/factory';
import type { Core } from '../core/core.ts';
import { hashOf } from '../domain/sha256.ts';
import { runInspection, MAX_DOCUMENT_TEXT } from '../documents/document-content.ts';
import type { ServiceApp } from '../http/app.ts';
import { declareRoute, type Access, route, ok } from '../http/route.ts';
import type { ServiceEnv } from '../http/environment.ts';
import { clientWith } from '../oauth/authentication.ts';
import { setQuotaHeaders } from '../http/error-answers.ts';
import { binary } from '../http/openapi-parts.ts';
import { invalid, Problem } from '../domain/problem.ts';
import { idSchema } from '../domain/ids.ts';
import { filenameSchema, needsCertificate, type CreationServices } from '../sessions/create-request.ts';
import { documentHashSchema } from '../steps/advance-request.ts';
import type { Sessions } from '../sessions/sessions.ts';
import {
  type DocumentUpload,
  pendingDocumentId,
  type PendingUpload,
  UPLOAD_LIFETIME,
  type UploadTokens,
} from './document-upload.ts';
import { openDirectTransaction, transactionParams } from './transaction.ts';

/** The number of bytes that base64 of the largest document encodes. */
const MAX_BYTES = (MAX_DOCUMENT_TEXT / 4) * 3;

interface UploadRoutesParts {
  readonly sessions: Sessions;
  readonly upload: DocumentUpload;
  readonly uploadTokens: UploadTokens;
  readonly services: CreationServices;
  readonly publicAddress: string;
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

/** The holder of an address's token, who may store these bytes for the tenant and do nothing else. */
function holderOf(uploadTokens: UploadTokens): Access {
  const requireToken = createMiddleware<ServiceEnv>(async (c, next) => {
    const held = await uploadTokens.readUpload(c.req.query('token') ?? '');
    if (held === undefined || held.documentId !== c.req.param('documentId'))
      throw new Problem('forbidden', 'The token of this address is invalid or has expired.');
    c.set('principal', { kind: 'client', tenantId: held.tenantId, scopes: [] });
    await next();
  });
  return { security: [], middleware: [requireToken], problems: [403] };
}

function mountBytes(app: ServiceApp, { documents }: Core, { uploadTokens }: UploadRoutesParts): void {
  const declared = declareRoute({
    method: 'put',
    path: '/v1/uploads/{documentId}',
    summary: 'Upload the bytes of a document, or replace them',
    access: holderOf(uploadTokens),
    request: {
      params: z.object({ documentId: idSchema }),
      query: z.object({ token: z.string().max(2000) }),
      body: { required: true, content: binary('application/pdf') },
    },
    maxBytes: MAX_BYTES,
    answers: { 204: { description: 'Stored until the upload is confirmed' } },
  });
  app.openapi(declared, async c => {
    const { documentId } = c.req.valid('param');
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
  documentHash: documentHashSchema.optional().describe('What the bytes must be.'),
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
  { documents }: Core,
  pending: PendingUpload,
  { documentHash, sizeBytes }: z.output<typeof confirmRequest>,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await documents.read(pending.documentId);
  if (bytes === undefined) throw new Problem('conflict', 'No bytes have been uploaded to uploadUrl.');
  if (sizeBytes !== undefined && sizeBytes !== bytes.length) {
    throw invalid('/sizeBytes', `${bytes.length} bytes were uploaded.`);
  }
  if (documentHash !== undefined && documentHash !== hashOf(bytes)) {
    throw new Problem(
      'document-hash-mismatch',
      'The hash of the uploaded bytes is another. Upload them again.',
    );
  }
  return bytes;
}

/** Uploads a document in two steps: the bytes to a presigned URL, then a confirmation. */
export function mountUploadRoutes(app: ServiceApp, core: Core, parts: UploadRoutesParts): void {
  const { sessions, uploadTokens, publicAddress, upload: documentUpload, services } = parts;
  const { documents } = core;

  route(app, {
    method: 'post',
    path: '/v1/transactions/{transactionId}/document/presign',
    summary: 'A presigned address to upload the PDF to, valid for 15 minutes',
    access: clientWith('transactions:write'),
    params: transactionParams,
    body: presignRequest,
    answer: ok('The address', presignAnswer),
    problems: [409, 410],
    handle: async ({ principal, params, body }) => {
      const session = await openDirectTransaction(sessions, principal, params);
      const { transactionId } = session;
      documentUpload.requirePossible(session);
      const { contentType, filename } = body;
      const documentId = pendingDocumentId(transactionId);
      const { upload, confirm } = await uploadTokens.issue(
        { documentId, transactionId, filename },
        session.tenant.tenantId,
      );
      return {
        uploadUrl: `${publicAddress}/v1/uploads/${documentId}?token=${upload}`,
        uploadToken: confirm,
        s3Key: documentId,
        expiresIn: UPLOAD_LIFETIME,
        contentType,
        instructions: 'PUT the bytes to uploadUrl with this content type, then confirm with uploadToken.',
      };
    },
  });

  mountBytes(app, core, parts);

  route(app, {
    method: 'post',
    path: '/v1/transactions/{transactionId}/document/confirm',
    summary: 'Add the uploaded bytes to the transaction',
    access: clientWith('transactions:write'),
    params: transactionParams,
    body: confirmRequest,
    isIdempotent: true,
    answer: ok('The document was added', confirmAnswer),
    problems: [410, 429, 503],
    handle: async ({ c, principal, params, body, once }) => {
      const session = await openDirectTransaction(sessions, principal, params);
      const { transactionId } = session;
      const wanted = body;
      const kept = await once(async saveResponse => {
        const pending = await uploadTokens.readConfirm(wanted.uploadToken);
        if (pending?.transactionId !== transactionId) {
          throw invalid('/uploadToken', 'Belongs to another transaction, or has expired.');
        }
        const bytes = await readUploaded(core, pending, wanted);
        const {
          pages,
          warnings,
          signed: isSigned,
        } = await runInspection('/uploadToken', () =>
          services.inspectPdf(
            bytes,
            session.tenant.tenantId,
            needsCertificate(session.steps.map(({ type }) => type)),
          ),
        );
        const pdf = { bytes, filename: pending.filename, pages, warnings, isSigned };
        const { answer, quota } = await documentUpload.upload(session.tenant, session, pdf, saveResponse);
        if (quota !== undefined) setQuotaHeaders(c, quota);
        // The document is kept, so this must not fail; what is left of the upload is removed within a day.
        await Promise.allSettled([documents.remove(pending.documentId)]);
        return answer;
      });
      return confirmAnswer.parse(kept.body);
    },
  });
}
