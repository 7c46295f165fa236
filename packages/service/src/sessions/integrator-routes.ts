import type { Core } from '../core/core.ts';
import { SESSION_STATUSES } from '@sign-session/session-rules';
import { z } from '@hono/zod-openapi';
import { MAX_DOCUMENT_TEXT } from '../documents/document-content.ts';
import type { ServiceApp } from '../http/app.ts';
import { declareRoute, jsonBody } from '../http/declare-route.ts';
import { BATCH } from '../domain/batch.ts';
import { clientOf } from '../domain/principal.ts';
import { clientWith } from '../oauth/authentication.ts';
import { json } from '../http/openapi-parts.ts';
import { invalid } from '../domain/problem.ts';
import { findTenant } from '../tenants/tenant-store.ts';
import { type SessionAnswers, createdAnswer, listAnswer } from './answers.ts';
import {
  createSessionSchema,
  type CreationServices,
  readNewSession,
  requireTrustSessions,
} from './create-request.ts';
import { listSessions, readCursor } from './list-sessions.ts';
import type { Sessions } from './sessions.ts';

/** For the names of documents, and all other members of the body. */
const MAX_WORDS = 512 * 1024;
const USUAL_BODY = MAX_DOCUMENT_TEXT + MAX_WORDS;
const BATCH_BODY = Math.ceil((BATCH.bytes * 4) / 3) + 2 * MAX_WORDS;

interface IntegratorRoutesParts {
  readonly sessionAnswers: SessionAnswers;
  readonly sessions: Sessions;
  readonly services: CreationServices;
}

const listQuery = z.object({
  status: z.enum(SESSION_STATUSES).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(200).optional(),
});

export function mountIntegratorRoutes(app: ServiceApp, core: Core, parts: IntegratorRoutesParts): void {
  mountCreate(app, core, parts);
  mountList(app, core, parts);
}

function mountCreate(app: ServiceApp, core: Core, parts: IntegratorRoutesParts): void {
  const { database } = core;
  const route = declareRoute({
    method: 'post',
    path: '/v1/signing-sessions',
    summary: 'One signer signs one PDF or a batch of them, or authenticates one action',
    access: clientWith('transactions:write'),
    request: { body: jsonBody(createSessionSchema) },
    maxBytes: BATCH_BODY,
    usualBytes: USUAL_BODY,
    isIdempotent: true,
    answers: { 201: json('The session', createdAnswer) },
    problems: [410, 429, 503],
  });
  app.openapi(route, async c => {
    const tenant = await findTenant(database, clientOf(c.get('principal')).tenantId);
    const body = c.req.valid('json');
    const read = () => {
      // Authenticating an action needs trust sessions to be enabled, whichever route is used.
      if (body.purpose === 'ACTION_AUTHENTICATION') requireTrustSessions(tenant);
      return readNewSession(body, { ...parts.services, tenantId: tenant.tenantId });
    };
    return c.json(await parts.sessionAnswers.create(c, tenant, read), 201);
  });
}

function mountList(app: ServiceApp, core: Core, parts: IntegratorRoutesParts): void {
  const { database, clock } = core;
  const { sessions } = parts;
  const route = declareRoute({
    method: 'get',
    path: '/v1/signing-sessions',
    summary: 'The tenant’s signing sessions, newest first',
    access: clientWith('transactions:read'),
    request: { query: listQuery },
    answers: { 200: json('One page', listAnswer) },
  });
  app.openapi(route, async c => {
    const { status, limit, cursor } = c.req.valid('query');
    const after = cursor === undefined ? undefined : readCursor(cursor);
    if (cursor !== undefined && after === undefined)
      throw invalid('/cursor', 'Is not a cursor of this service.');
    const { tenantId } = clientOf(c.get('principal'));
    await sessions.expireDue(tenantId);
    const page = await listSessions(database, tenantId, { status, limit, after, now: clock.now() });
    c.header('Cache-Control', 'no-store');
    return c.json(listAnswer.parse(page), 200);
  });
}
