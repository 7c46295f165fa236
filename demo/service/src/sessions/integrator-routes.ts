import { createRoute, z } from '@hono/zod-openapi';
import type { Clock } from '../clock.ts';
import type { ServiceApp } from '../http/app.ts';
import { clientOf, type Authentication } from '../http/authentication.ts';
import { limitBody } from '../http/body-limits.ts';
import { setQuotaHeaders } from '../http/error-answers.ts';
import type { Idempotency } from '../http/idempotency.ts';
import { CLIENT_AUTH, json, problems } from '../http/openapi-parts.ts';
import { invalid } from '../http/problem.ts';
import type { KeptAnswer } from '../http/remember.ts';
import type { Database } from '../storage/database.ts';
import { findTenant } from '../tenants/tenant.ts';
import { createdAnswer, listAnswer } from './answers.ts';
import type { ClientSecrets } from './client-secrets.ts';
import { createSessionSchema, MAX_DOCUMENT_TEXT, readNewSession, type Means } from './create-request.ts';
import type { SessionCreation } from './create-session.ts';
import { listSessions, readCursor } from './list-sessions.ts';
import type { SessionLinks } from './session-links.ts';
import type { Sessions } from './sessions.ts';
import { SESSION_STATUSES, type Session } from './session.ts';

/** The document and everything that may stand beside it. */
const MAX_BODY = MAX_DOCUMENT_TEXT + 512 * 1024;

export interface IntegratorRoutesOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly authentication: Authentication;
  readonly idempotency: Idempotency;
  readonly creation: SessionCreation;
  readonly sessions: Sessions;
  readonly secrets: ClientSecrets;
  readonly links: SessionLinks;
  readonly means: Means;
}

const listQuery = z.object({
  status: z.enum(SESSION_STATUSES).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(200).optional(),
});

/** What is kept of the answer to a creation: all but the secret. */
function keptAnswer(session: Session, links: SessionLinks): KeptAnswer {
  const { sessionId, transactionId, status, request } = session;
  const invite = request.inviteSent === undefined ? {} : { inviteSent: request.inviteSent };
  return {
    status: 201,
    body: {
      sessionId,
      transactionId,
      status,
      url: links.hostedUrl(sessionId),
      expiresAt: session.expiresAt.toISOString(),
      createdAt: session.createdAt.toISOString(),
      ...invite,
    },
  };
}

export function mountIntegratorRoutes(app: ServiceApp, options: IntegratorRoutesOptions): void {
  mountCreate(app, options);
  mountList(app, options);
}

function mountCreate(app: ServiceApp, options: IntegratorRoutesOptions): void {
  const { database, authentication, idempotency, creation, sessions, secrets, links } = options;
  const route = createRoute({
    method: 'post',
    path: '/v1/signing-sessions',
    summary: 'One signer signs one PDF',
    security: CLIENT_AUTH,
    middleware: [authentication.requireClient('transactions:write'), limitBody(MAX_BODY)] as const,
    request: {
      headers: z.object({ 'x-idempotency-key': z.string().optional() }),
      body: { required: true, content: { 'application/json': { schema: createSessionSchema } } },
    },
    responses: {
      201: json('The session', createdAnswer),
      ...problems(400, 401, 403, 409, 413, 415, 429, 503),
    },
  });
  app.openapi(route, async c => {
    const tenant = await findTenant(database, clientOf(c.get('principal')).tenantId);
    const answer = await idempotency.run(c, async remember => {
      const wanted = await readNewSession(c.req.valid('json'), options.means);
      const { session, quota } = await creation.create(tenant, wanted, (queries, made) =>
        remember(queries, keptAnswer(made, links)),
      );
      if (quota !== undefined) setQuotaHeaders(c, quota);
      return keptAnswer(session, links);
    });
    const session = await sessions.find(z.string().parse(answer.body['sessionId']));
    if (session === undefined) throw new Error('A session that was answered before is gone.');
    c.header('Cache-Control', 'no-store');
    const clientSecret = await secrets.mint(session);
    return c.json(createdAnswer.parse({ ...answer.body, clientSecret }), 201);
  });
}

function mountList(app: ServiceApp, options: IntegratorRoutesOptions): void {
  const { database, clock, authentication, sessions } = options;
  const route = createRoute({
    method: 'get',
    path: '/v1/signing-sessions',
    summary: 'The tenant’s signing sessions, newest first',
    security: CLIENT_AUTH,
    middleware: authentication.requireClient('transactions:read'),
    request: { query: listQuery },
    responses: { 200: json('One page', listAnswer), ...problems(400, 401, 403) },
  });
  app.openapi(route, async c => {
    const { status, limit, cursor } = c.req.valid('query');
    const after = cursor === undefined ? undefined : readCursor(cursor);
    if (cursor !== undefined && after === undefined)
      throw invalid('/cursor', 'Was not made by this service.');
    await sessions.expireDue();
    const { tenantId } = clientOf(c.get('principal'));
    const page = await listSessions(database, tenantId, { status, limit, after, now: clock.now() });
    c.header('Cache-Control', 'no-store');
    return c.json(listAnswer.parse(page), 200);
  });
}
