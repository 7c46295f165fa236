import { createRoute, z } from '@hono/zod-openapi';
import type { DocumentStore } from '../documents/document-store.ts';
import { findEvidence } from '../evidence/evidence-store.ts';
import type { ServiceApp } from '../http/app.ts';
import { clientOf, type Principal } from '../domain/principal.ts';
import type { Authentication } from '../oauth/authentication.ts';
import { limitBody } from '../http/body-limits.ts';
import { emptyBodyIsEmptyObject } from '../http/empty-body.ts';
import { CLIENT_AUTH, json, problems } from '../http/openapi-parts.ts';
import { notFound } from '../domain/problem.ts';
import { text } from '../http/request-values.ts';
import type { Database } from '../storage/database.ts';
import { findTenant } from '../tenants/tenant-store.ts';
import { answerCreation, type AnswerCreationOptions } from './answer-creation.ts';
import { cancelledAnswer, createdAnswer, statusAnswer, statusOf } from './answers.ts';
import type { SessionCancellation } from './cancel-session.ts';
import type { Means } from './create-request.ts';
import type { Session } from '../domain/session.ts';
import { sessionParams } from './session-params.ts';
import { createTrustSessionSchema, readNewTrustSession, requireTrustSessions } from './trust-request.ts';

const MAX_BODY = 512 * 1024;

export interface TrustRoutesOptions extends AnswerCreationOptions {
  readonly database: Database;
  readonly documents: DocumentStore;
  readonly authentication: Authentication;
  readonly cancellation: SessionCancellation;
  readonly means: Means;
}

const idempotencyHeader = z.object({ 'x-idempotency-key': z.string().optional() });

/** Routes for authenticating an action without a document. Signers use the same routes as for any session. */
export function mountTrustRoutes(app: ServiceApp, options: TrustRoutesOptions): void {
  mountCreate(app, options);
  mountStatus(app, options);
  mountCancel(app, options);
  mountEvidence(app, options);
}

/** @throws Problem `not-found` for an unknown session, another tenant's, and one that is not a trust session */
async function openTrustSession(
  { sessions }: TrustRoutesOptions,
  principal: Principal,
  sessionId: string,
): Promise<Session> {
  const session = await sessions.find(sessionId);
  const { tenantId } = clientOf(principal);
  if (session?.kind !== 'trust' || session.tenant.tenantId !== tenantId) throw notFound();
  return session;
}

function mountCreate(app: ServiceApp, options: TrustRoutesOptions): void {
  const { database, authentication } = options;
  const route = createRoute({
    method: 'post',
    path: '/v1/trust-sessions',
    summary: 'One signer authenticates one action',
    security: CLIENT_AUTH,
    middleware: [authentication.requireClient('transactions:write'), limitBody(MAX_BODY)] as const,
    request: {
      headers: idempotencyHeader,
      body: { required: true, content: { 'application/json': { schema: createTrustSessionSchema } } },
    },
    responses: {
      201: json('The session', createdAnswer),
      ...problems(400, 401, 403, 409, 413, 415, 429, 503),
    },
  });
  app.openapi(route, async c => {
    const tenant = await findTenant(database, clientOf(c.get('principal')).tenantId);
    requireTrustSessions(tenant);
    const read = async () => readNewTrustSession(c.req.valid('json'), options.means);
    return c.json(await answerCreation(c, options, tenant, read), 201);
  });
}

function mountStatus(app: ServiceApp, options: TrustRoutesOptions): void {
  const route = createRoute({
    method: 'get',
    path: '/v1/trust-sessions/{sessionId}/status',
    summary: 'Where the trust session stands',
    security: CLIENT_AUTH,
    middleware: options.authentication.requireClient('transactions:read'),
    request: { params: sessionParams },
    responses: { 200: json('The status', statusAnswer), ...problems(401, 403, 404) },
  });
  app.openapi(route, async c => {
    const session = await openTrustSession(options, c.get('principal'), c.req.valid('param').sessionId);
    c.header('Cache-Control', 'no-store');
    return c.json(statusOf(session), 200);
  });
}

function mountCancel(app: ServiceApp, options: TrustRoutesOptions): void {
  const { authentication, idempotency, cancellation } = options;
  const route = createRoute({
    method: 'post',
    path: '/v1/trust-sessions/{sessionId}/cancel',
    summary: 'End the trust session: the integrator withdraws',
    security: CLIENT_AUTH,
    middleware: [
      authentication.requireClient('transactions:write'),
      limitBody(MAX_BODY),
      emptyBodyIsEmptyObject,
    ] as const,
    request: {
      params: sessionParams,
      headers: idempotencyHeader,
      body: { content: { 'application/json': { schema: z.object({ reason: text(1000).optional() }) } } },
    },
    responses: {
      200: json('It is cancelled', cancelledAnswer),
      ...problems(400, 401, 403, 404, 409, 410, 413, 415),
    },
  });
  app.openapi(route, async c => {
    const session = await openTrustSession(options, c.get('principal'), c.req.valid('param').sessionId);
    const { reason } = c.req.valid('json');
    const answer = await idempotency.run(c, remember =>
      cancellation.cancel(session, { by: 'integrator', reason }, remember),
    );
    return c.json(cancelledAnswer.parse(answer.body), 200);
  });
}

function mountEvidence(app: ServiceApp, options: TrustRoutesOptions): void {
  const { database, documents, authentication } = options;
  const pack = { 'application/pkcs7-mime': { schema: z.string().openapi({ format: 'binary' }) } };
  const route = createRoute({
    method: 'get',
    path: '/v1/trust-sessions/{sessionId}/evidence',
    summary: 'The evidence pack, a .p7m; 404 before the session is completed',
    security: CLIENT_AUTH,
    middleware: authentication.requireClient('evidence:read'),
    request: { params: sessionParams },
    responses: { 200: { description: 'The .p7m', content: pack }, ...problems(401, 403, 404) },
  });
  app.openapi(route, async c => {
    const session = await openTrustSession(options, c.get('principal'), c.req.valid('param').sessionId);
    const evidence = session.evidence && (await findEvidence(database, session.evidence.evidenceId));
    const bytes = evidence && (await documents.read(evidence.packDocumentId));
    if (evidence === undefined || bytes === undefined) throw notFound();
    return c.body(bytes, 200, {
      'Content-Type': 'application/pkcs7-mime',
      'Content-Disposition': `attachment; filename="${evidence.evidenceId}.p7m"`,
      'Cache-Control': 'no-store',
    });
  });
}
