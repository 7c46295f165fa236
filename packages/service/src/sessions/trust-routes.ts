import type { Core } from '../core/core.ts';
import { z } from '@hono/zod-openapi';
import { findEvidence } from '../evidence/evidence-store.ts';
import type { ServiceApp } from '../http/app.ts';
import { declareRoute, route, created, ok } from '../http/route.ts';
import { clientOf, type Principal } from '../domain/principal.ts';
import { clientWith } from '../oauth/authentication.ts';
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
  const { database } = core;
  const { cancellation } = parts;

  route(app, {
    method: 'post',
    path: '/v1/trust-sessions',
    summary: 'One signer authenticates one action',
    access: clientWith('transactions:write'),
    body: createTrustSessionSchema,
    maxBytes: MAX_BODY,
    isIdempotent: true,
    answer: created('The session', createdAnswer),
    problems: [410, 429, 503],
    handle: async ({ c, tenantId, body }) => {
      const tenant = await findTenant(database, tenantId);
      requireTrustSessions(tenant);
      const read = async () => readNewTrustSession(body, parts.services);
      return await parts.sessionAnswers.create(c, tenant, read);
    },
  });

  route(app, {
    method: 'get',
    path: '/v1/trust-sessions/{sessionId}/status',
    summary: 'The status of the trust session',
    access: clientWith('transactions:read'),
    params: sessionParams,
    answer: ok('The status', statusAnswer),
    handle: async ({ principal, params }) => {
      const session = await openTrustSession(parts, principal, params.sessionId);
      return statusOf(session);
    },
  });

  route(app, {
    method: 'post',
    path: '/v1/trust-sessions/{sessionId}/cancel',
    summary: 'Cancel the trust session',
    access: clientWith('transactions:write'),
    params: sessionParams,
    optionalBody: cancelRequest,
    maxBytes: MAX_BODY,
    isIdempotent: true,
    answer: ok('Cancelled', cancelledAnswer),
    problems: [410],
    handle: async ({ principal, params, body, once }) => {
      const session = await openTrustSession(parts, principal, params.sessionId);
      const { reason } = body;
      const answer = await once(saveResponse =>
        cancellation.cancel(session, { by: 'integrator', reason }, saveResponse),
      );
      return cancelledAnswer.parse(answer.body);
    },
  });

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

function mountEvidence(app: ServiceApp, core: Core, parts: TrustRoutesParts): void {
  const { database, documents } = core;
  const pack = { 'application/pkcs7-mime': { schema: z.string().openapi({ format: 'binary' }) } };
  const declared = declareRoute({
    method: 'get',
    path: '/v1/trust-sessions/{sessionId}/evidence',
    summary: 'The evidence pack, a .p7m; 404 before the session is completed',
    access: clientWith('evidence:read'),
    request: { params: sessionParams },
    answers: { 200: { description: 'The .p7m', content: pack } },
  });
  app.openapi(declared, async c => {
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
