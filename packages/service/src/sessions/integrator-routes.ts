import { SESSION_STATUSES } from '@sign-session/session-rules';
import { z } from '@hono/zod-openapi';
import type { Clock } from '../domain/clock.ts';
import { MAX_DOCUMENT_TEXT } from '../documents/document-content.ts';
import type { ServiceApp } from '../http/app.ts';
import { declareRoute, jsonBody } from '../http/declare-route.ts';
import { BATCH } from '../domain/batch.ts';
import { clientOf } from '../domain/principal.ts';
import { clientWith } from '../oauth/authentication.ts';
import { json } from '../http/openapi-parts.ts';
import { invalid } from '../domain/problem.ts';
import type { Database } from '../storage/database.ts';
import { findTenant } from '../tenants/tenant-store.ts';
import { answerCreation, type AnswerCreationOptions, createdAnswer, listAnswer } from './answers.ts';
import {
  createSessionSchema,
  type CreationServices,
  readNewSession,
  requireTrustSessions,
} from './create-request.ts';
import { listSessions, readCursor } from './list-sessions.ts';

/** For the names of documents, and all other members of the body. */
const MAX_WORDS = 512 * 1024;
const USUAL_BODY = MAX_DOCUMENT_TEXT + MAX_WORDS;
const BATCH_BODY = Math.ceil((BATCH.bytes * 4) / 3) + 2 * MAX_WORDS;

interface IntegratorRoutesOptions extends AnswerCreationOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly services: CreationServices;
}

const listQuery = z.object({
  status: z.enum(SESSION_STATUSES).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(200).optional(),
});

export function mountIntegratorRoutes(app: ServiceApp, options: IntegratorRoutesOptions): void {
  mountCreate(app, options);
  mountList(app, options);
}

function mountCreate(app: ServiceApp, options: IntegratorRoutesOptions): void {
  const { database } = options;
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
      return readNewSession(body, { ...options.services, tenantId: tenant.tenantId });
    };
    return c.json(await answerCreation(c, options, tenant, read), 201);
  });
}

function mountList(app: ServiceApp, options: IntegratorRoutesOptions): void {
  const { database, clock, sessions } = options;
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
