import type { Core } from '../core/core.ts';
import { SESSION_STATUSES } from '@sign-session/session-rules';
import { z } from '@hono/zod-openapi';
import { MAX_DOCUMENT_TEXT } from '../documents/document-content.ts';
import type { ServiceApp } from '../http/app.ts';
import { route, created, ok } from '../http/route.ts';
import { BATCH } from '../domain/batch.ts';
import { clientWith } from '../oauth/authentication.ts';
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

const listQuery = z.object({
  status: z.enum(SESSION_STATUSES).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(200).optional(),
});

export function mountIntegratorRoutes(
  app: ServiceApp,
  core: Core,
  parts: { sessionAnswers: SessionAnswers; sessions: Sessions; services: CreationServices },
): void {
  const { database, clock } = core;
  const { sessions } = parts;

  route(app, {
    method: 'post',
    path: '/v1/signing-sessions',
    summary: 'One signer signs one PDF or a batch of them, or authenticates one action',
    access: clientWith('transactions:write'),
    body: createSessionSchema,
    maxBytes: BATCH_BODY,
    usualBytes: USUAL_BODY,
    isIdempotent: true,
    answer: created('The session', createdAnswer),
    problems: [410, 429, 503],
    handle: async ({ c, tenantId, body }) => {
      const tenant = await findTenant(database, tenantId);
      const read = () => {
        // Authenticating an action needs trust sessions to be enabled, whichever route is used.
        if (body.purpose === 'ACTION_AUTHENTICATION') requireTrustSessions(tenant);
        return readNewSession(body, { ...parts.services, tenantId: tenant.tenantId });
      };
      return await parts.sessionAnswers.create(c, tenant, read);
    },
  });

  route(app, {
    method: 'get',
    path: '/v1/signing-sessions',
    summary: 'The tenant’s signing sessions, newest first',
    access: clientWith('transactions:read'),
    query: listQuery,
    answer: ok('One page', listAnswer),
    handle: async ({ tenantId, query }) => {
      const { status, limit, cursor } = query;
      const after = cursor === undefined ? undefined : readCursor(cursor);
      if (cursor !== undefined && after === undefined)
        throw invalid('/cursor', 'Is not a cursor of this service.');
      await sessions.expireDue(tenantId);
      const page = await listSessions(database, tenantId, { status, limit, after, now: clock.now() });
      return listAnswer.parse(page);
    },
  });
}
