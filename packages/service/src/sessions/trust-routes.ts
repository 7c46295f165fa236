import type { Core } from '../core/core.ts';
import { z } from '@hono/zod-openapi';
import { findEvidence } from '../evidence/evidence-store.ts';
import type { ServiceApp } from '../http/app.ts';
import { declareRoute, jsonBody, optionalJsonBody, runOnce } from '../http/declare-route.ts';
import { clientOf, type Principal } from '../domain/principal.ts';
import { clientWith } from '../oauth/authentication.ts';
import { json } from '../http/openapi-parts.ts';
import { notFound } from '../domain/problem.ts';
import type { Sessions } from './sessions.ts';
import { cancelRequest } from './shared-request.ts';
import { findTenant } from '../tenants/tenant-store.ts';
import {
  type SessionAnswers,
  cancelledAnswer,
  createdAnswer,
  sessionParams,
  statusAnswer,
  statusOf,
} from './answers.ts';
import type { SessionCancellation } from './cancel-session.ts';
import {
  createTrustSessionSchema,
  type CreationServices,
  readNewTrustSession,
  requireTrustSessions,
} from './create-request.ts';
import type { Session } from '../domain/session.ts';

const MAX_BODY = 512 * 1024;

interface TrustRoutesParts {
  readonly sessionAnswers: SessionAnswers;
  readonly sessions: Sessions;
  readonly cancellation: SessionCancellation;
  readonly services: CreationServices;
}

/** Routes for authenticating an action without a document. Signers use the same routes as for any session. */
export function mountTrustRoutes(app: ServiceApp, core: Core, parts: TrustRoutesParts): void {
  mountCreate(app, core, parts);
  mountStatus(app, parts);
  mountCancel(app, parts);
  mountEvidence(app, core, parts);
}

/** @throws Problem `not-found` for an unknown session, another tenant's, and one that is not a trust session */
async function openTrustSession(
  { sessions }: TrustRoutesParts,
  principal: Principal,
  sessionId: string,
): Promise<Session> {
  const session = await sessions.find(sessionId);
  const { tenantId } = clientOf(principal);
  if (session?.kind !== 'trust' || session.tenant.tenantId !== tenantId) throw notFound();
  return session;
}

function mountCreate(app: ServiceApp, core: Core, parts: TrustRoutesParts): void {
  const { database } = core;
  const route = declareRoute({
    method: 'post',
    path: '/v1/trust-sessions',
    summary: 'One signer authenticates one action',
    access: clientWith('transactions:write'),
    request: { body: jsonBody(createTrustSessionSchema) },
    maxBytes: MAX_BODY,
    isIdempotent: true,
    answers: { 201: json('The session', createdAnswer) },
    problems: [410, 429, 503],
  });
  app.openapi(route, async c => {
    const tenant = await findTenant(database, clientOf(c.get('principal')).tenantId);
    requireTrustSessions(tenant);
    const read = async () => readNewTrustSession(c.req.valid('json'), parts.services);
    return c.json(await parts.sessionAnswers.create(c, tenant, read), 201);
  });
}

function mountStatus(app: ServiceApp, parts: TrustRoutesParts): void {
  const route = declareRoute({
    method: 'get',
    path: '/v1/trust-sessions/{sessionId}/status',
    summary: 'The status of the trust session',
    access: clientWith('transactions:read'),
    request: { params: sessionParams },
    answers: { 200: json('The status', statusAnswer) },
  });
  app.openapi(route, async c => {
    const session = await openTrustSession(parts, c.get('principal'), c.req.valid('param').sessionId);
    c.header('Cache-Control', 'no-store');
    return c.json(statusOf(session), 200);
  });
}

function mountCancel(app: ServiceApp, parts: TrustRoutesParts): void {
  const { cancellation } = parts;
  const route = declareRoute({
    method: 'post',
    path: '/v1/trust-sessions/{sessionId}/cancel',
    summary: 'Cancel the trust session',
    access: clientWith('transactions:write'),
    request: { params: sessionParams, body: optionalJsonBody(cancelRequest) },
    maxBytes: MAX_BODY,
    isIdempotent: true,
    answers: { 200: json('Cancelled', cancelledAnswer) },
    problems: [410],
  });
  app.openapi(route, async c => {
    const session = await openTrustSession(parts, c.get('principal'), c.req.valid('param').sessionId);
    const { reason } = c.req.valid('json');
    const answer = await runOnce(c, saveResponse =>
      cancellation.cancel(session, { by: 'integrator', reason }, saveResponse),
    );
    return c.json(cancelledAnswer.parse(answer.body), 200);
  });
}

function mountEvidence(app: ServiceApp, core: Core, parts: TrustRoutesParts): void {
  const { database, documents } = core;
  const pack = { 'application/pkcs7-mime': { schema: z.string().openapi({ format: 'binary' }) } };
  const route = declareRoute({
    method: 'get',
    path: '/v1/trust-sessions/{sessionId}/evidence',
    summary: 'The evidence pack, a .p7m; 404 before the session is completed',
    access: clientWith('evidence:read'),
    request: { params: sessionParams },
    answers: { 200: { description: 'The .p7m', content: pack } },
  });
  app.openapi(route, async c => {
    const session = await openTrustSession(parts, c.get('principal'), c.req.valid('param').sessionId);
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
