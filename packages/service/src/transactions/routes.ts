import { z } from '@hono/zod-openapi';
import { MAX_DOCUMENT_TEXT } from '../documents/document-content.ts';
import { clientOf } from '../domain/principal.ts';
import { invalid } from '../domain/problem.ts';
import { PURPOSES } from '../domain/session.ts';
import type { ServiceApp } from '../http/app.ts';
import { declareRoute, jsonBody } from '../http/declare-route.ts';
import { setQuotaHeaders } from '../http/error-answers.ts';
import { gone } from '../http/idempotency.ts';
import { json } from '../http/openapi-parts.ts';
import {
  type CreationServices,
  documentRequest,
  type Inspection,
  readPdf,
  readSteps,
  requireTrustSessions,
} from '../sessions/create-request.ts';
import type { NewSession, SessionCreation } from '../sessions/create-session.ts';
import { actionRequest, lifetime, sharedMembers } from '../sessions/shared-request.ts';
import { findTenant } from '../tenants/tenant-store.ts';
import type { DocumentUpload } from './document-upload.ts';
import { type EndingRoutesOptions, mountEndingRoutes } from './ending-routes.ts';
import { mountReadingRoutes, type ReadingRoutesOptions } from './reading-routes.ts';
import { mountSigningRoutes, type SigningRoutesOptions } from './signing-routes.ts';
import { mountStepRoutes, type StepRoutesOptions } from './step-routes.ts';
import {
  describeTransaction,
  openDirectTransaction,
  transactionAnswer,
  transactionParams,
} from './transaction.ts';
import { mountUploadRoutes, type UploadRoutesOptions } from './upload-routes.ts';

const { policy, signer, metadata, state, locale } = sharedMembers;

/** The body of POST /v1/transactions. The document may be uploaded later. */
const createTransactionSchema = z.object({
  policy,
  signer,
  metadata,
  state,
  locale,
  purpose: z.enum(PURPOSES).default('DOCUMENT_SIGNATURE'),
  document: documentRequest.optional().describe('May be sent later, to …/document.'),
  action: actionRequest.optional().describe('What is authenticated with the purpose ACTION_AUTHENTICATION.'),
  expiresInMinutes: lifetime(1440),
});
type CreateTransactionRequest = z.output<typeof createTransactionSchema>;

/**
 * Turns a validated body into a new session and inspects its document.
 * @throws Problem `feature-not-enabled`, `payload-too-large`, `validation-error`; TooBusyError; InterruptedError
 */
async function readNewTransaction(
  body: CreateTransactionRequest,
  services: CreationServices & Inspection,
): Promise<NewSession> {
  const { purpose, document, action, expiresInMinutes } = body;
  const signs = purpose === 'DOCUMENT_SIGNATURE';
  const detail = `Is not allowed with the purpose ${purpose}.`;
  if (signs && action !== undefined) throw invalid('/action', detail);
  if (!signs && action === undefined) throw invalid('/action', 'Is required.');
  if (!signs && document !== undefined) throw invalid('/document', detail);
  const about = { kind: 'transaction', hasDocument: signs } as const;
  return {
    kind: 'transaction',
    purpose,
    profile: body.policy.profile,
    steps: readSteps(body.policy, body.signer, about, services),
    request: { signer: body.signer, action, metadata: body.metadata, state: body.state },
    owner: undefined,
    locale: body.locale,
    expiresInMinutes,
    pdf: document && (await readPdf(document, services)),
  };
}

/** The document and all other members of the body. */
const MAX_BODY = MAX_DOCUMENT_TEXT + 512 * 1024;

interface TransactionRoutesOptions
  extends
    ReadingRoutesOptions,
    StepRoutesOptions,
    SigningRoutesOptions,
    EndingRoutesOptions,
    UploadRoutesOptions {
  readonly creation: SessionCreation;
  readonly upload: DocumentUpload;
  readonly services: CreationServices;
}

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
  const { database, authentication, idempotency, creation, sessions, services } = options;
  const route = declareRoute({
    method: 'post',
    path: '/v1/transactions',
    summary: 'Create a transaction whose steps the integrator performs',
    access: authentication.client('transactions:write'),
    request: { body: jsonBody(createTransactionSchema) },
    maxBytes: MAX_BODY,
    isIdempotent: true,
    answers: { 201: json('The transaction', transactionAnswer) },
    problems: [410, 429, 503],
  });
  app.openapi(route, async c => {
    const tenant = await findTenant(database, clientOf(c.get('principal')).tenantId);
    const body = c.req.valid('json');
    let isNew = false;
    const answer = await idempotency.run(c, async saveResponse => {
      isNew = true;
      if (body.purpose === 'ACTION_AUTHENTICATION') requireTrustSessions(tenant);
      const wanted = await readNewTransaction(body, { ...services, tenantId: tenant.tenantId });
      const { session, quota } = await creation.create(tenant, wanted, (queries, written) =>
        saveResponse(queries, { status: 201, body: describeTransaction(written, written.createdAt) }),
      );
      if (quota !== undefined) setQuotaHeaders(c, quota);
      return { status: 201, body: describeTransaction(session, session.createdAt) };
    });
    const transaction = transactionAnswer.parse(answer.body);
    // It is not found any more before the sweep empties the answer.
    if (!isNew && (await sessions.findByTransaction(transaction.transactionId)) === undefined) throw gone();
    c.header('Cache-Control', 'no-store');
    return c.json(transaction, 201);
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
  const { authentication, idempotency, sessions, upload, services } = options;
  const route = declareRoute({
    method: 'post',
    path: '/v1/transactions/{transactionId}/document',
    summary: 'Add the PDF to a transaction without one',
    access: authentication.client('transactions:write'),
    request: { params: transactionParams, body: jsonBody(documentRequest) },
    maxBytes: MAX_BODY,
    isIdempotent: true,
    answers: { 200: json('The document was added', uploadAnswer) },
    problems: [410, 429, 503],
  });
  app.openapi(route, async c => {
    const session = await openDirectTransaction(sessions, c.get('principal'), c.req.valid('param'));
    const kept = await idempotency.run(c, async saveResponse => {
      const { tenantId } = session.tenant;
      const pdf = await readPdf(c.req.valid('json'), { ...services, tenantId }, '/content');
      const { answer, quota } = await upload.upload(session.tenant, session, pdf, saveResponse);
      if (quota !== undefined) setQuotaHeaders(c, quota);
      return answer;
    });
    return c.json(uploadAnswer.parse(kept.body), 200);
  });
}
