import { createRoute, z } from '@hono/zod-openapi';
import { MAX_DOCUMENT_TEXT } from '../documents/document-content.ts';
import type { ServiceApp } from '../http/app.ts';
import { clientOf } from '../domain/principal.ts';
import { limitBody } from '../http/body-limits.ts';
import { setQuotaHeaders } from '../http/error-answers.ts';
import { CLIENT_AUTH, json, problems } from '../http/openapi-parts.ts';
import { idSchema } from '../domain/identifiers/id-schema.ts';
import { documentRequest, readPdf, type Means } from '../sessions/create-request.ts';
import type { SessionCreation } from '../sessions/create-session.ts';
import { requireTrustSessions } from '../sessions/trust-request.ts';
import { findTenant } from '../tenants/tenant-store.ts';
import { createTransactionSchema, readNewTransaction } from './create-transaction.ts';
import type { DocumentUpload } from './document-upload.ts';
import { mountEndingRoutes, type EndingRoutesOptions } from './ending-routes.ts';
import { mountReadingRoutes, type ReadingRoutesOptions } from './reading-routes.ts';
import { mountSigningRoutes, type SigningRoutesOptions } from './signing-routes.ts';
import { mountStepRoutes, type StepRoutesOptions } from './step-routes.ts';
import { openDirectTransaction } from './transaction-access.ts';
import { describeTransaction, transactionAnswer } from './transaction.ts';
import { mountUploadRoutes, type UploadRoutesOptions } from './upload-routes.ts';

/** The document and all other members of the body. */
const MAX_BODY = MAX_DOCUMENT_TEXT + 512 * 1024;

export interface TransactionRoutesOptions
  extends
    ReadingRoutesOptions,
    StepRoutesOptions,
    SigningRoutesOptions,
    EndingRoutesOptions,
    UploadRoutesOptions {
  readonly creation: SessionCreation;
  readonly upload: DocumentUpload;
  readonly means: Means;
}

const params = z.object({ transactionId: idSchema });
const headers = z.object({ 'x-idempotency-key': z.string().optional() });

/** The direct flow: the integrator performs the steps, and the signer sees no page of this service. */
export function mountTransactions(app: ServiceApp, options: TransactionRoutesOptions): void {
  mountCreate(app, options);
  mountDocument(app, options);
  mountUploadRoutes(app, options);
  mountReadingRoutes(app, options);
  mountStepRoutes(app, options);
  mountSigningRoutes(app, options);
  mountEndingRoutes(app, options);
}

function mountCreate(app: ServiceApp, options: TransactionRoutesOptions): void {
  const { database, authentication, idempotency, creation, means } = options;
  const route = createRoute({
    method: 'post',
    path: '/v1/transactions',
    summary: 'A transaction that the integrator takes from step to step',
    security: CLIENT_AUTH,
    middleware: [authentication.requireClient('transactions:write'), limitBody(MAX_BODY)] as const,
    request: {
      headers,
      body: { required: true, content: { 'application/json': { schema: createTransactionSchema } } },
    },
    responses: {
      201: json('The transaction', transactionAnswer),
      ...problems(400, 401, 403, 409, 413, 415, 429, 503),
    },
  });
  app.openapi(route, async c => {
    const tenant = await findTenant(database, clientOf(c.get('principal')).tenantId);
    const body = c.req.valid('json');
    const answer = await idempotency.run(c, async saveResponse => {
      if (body.purpose === 'ACTION_AUTHENTICATION') requireTrustSessions(tenant);
      const wanted = await readNewTransaction(body, { ...means, tenantId: tenant.tenantId });
      const { session, quota } = await creation.create(tenant, wanted, (queries, written) =>
        saveResponse(queries, { status: 201, body: describeTransaction(written, written.createdAt) }),
      );
      if (quota !== undefined) setQuotaHeaders(c, quota);
      return { status: 201, body: describeTransaction(session, session.createdAt) };
    });
    c.header('Cache-Control', 'no-store');
    return c.json(transactionAnswer.parse(answer.body), 201);
  });
}

const uploadAnswer = z
  .object({
    transactionId: z.string(),
    documentHash: z.string(),
    status: z.literal('DOCUMENT_UPLOADED'),
    uploadedAt: z.string(),
  })
  .openapi('UploadedDocument');

function mountDocument(app: ServiceApp, options: TransactionRoutesOptions): void {
  const { authentication, idempotency, sessions, upload, means } = options;
  const route = createRoute({
    method: 'post',
    path: '/v1/transactions/{transactionId}/document',
    summary: 'The PDF of a transaction that was made without one',
    security: CLIENT_AUTH,
    middleware: [authentication.requireClient('transactions:write'), limitBody(MAX_BODY)] as const,
    request: {
      params,
      headers,
      body: { required: true, content: { 'application/json': { schema: documentRequest } } },
    },
    responses: {
      200: json('It is there', uploadAnswer),
      ...problems(400, 401, 403, 404, 409, 410, 413, 415, 429, 503),
    },
  });
  app.openapi(route, async c => {
    const { transactionId } = c.req.valid('param');
    const session = await openDirectTransaction(sessions, c.get('principal'), transactionId);
    const kept = await idempotency.run(c, async saveResponse => {
      const { tenantId } = session.tenant;
      const pdf = await readPdf(c.req.valid('json'), { ...means, tenantId }, '/content');
      const { answer, quota } = await upload.upload(session.tenant, session, pdf, saveResponse);
      if (quota !== undefined) setQuotaHeaders(c, quota);
      return answer;
    });
    return c.json(uploadAnswer.parse(kept.body), 200);
  });
}
