import { z } from '@hono/zod-openapi';
import type { DeprecatedEndpoint, DeprecationNotices } from '../deprecation/deprecation-notices.ts';
import type { ServiceApp } from '../http/app.ts';
import { declareRoute, jsonBody } from '../http/declare-route.ts';
import { clientOf } from '../domain/principal.ts';
import type { Authentication } from '../oauth/authentication.ts';
import { json } from '../http/openapi-parts.ts';
import { notFound, Problem } from '../domain/problem.ts';
import type { Database } from '../storage/database.ts';
import { findTenant } from './tenant-store.ts';
import { configuredIdSchema } from './tenants-file.ts';

const MAX_BODY = 4 * 1024;

/** Service interface, "Versioning", item 10. */
const ENDPOINT: DeprecatedEndpoint = {
  method: 'POST',
  path: '/admin/tenants/{id}/mode',
  deprecatedAt: new Date('2025-09-01T00:00:00Z'),
  sunsetAt: new Date('2026-09-01T00:00:00Z'),
  replacement: { method: 'POST', path: '/admin/tenants/{id}/credentials' },
  message: 'Credentials belong to an environment: name the mode when they are made.',
};

const modeSchema = z.enum(['sandbox', 'production']);

interface ModeRouteOptions {
  readonly database: Database;
  readonly authentication: Authentication;
  readonly deprecations: DeprecationNotices;
}

/** The endpoint that is deprecated now. Tenants of this service cannot change their environment. */
export function mountModeRoute(app: ServiceApp, options: ModeRouteOptions): void {
  const { database, authentication, deprecations } = options;
  const access = authentication.client('transactions:write');
  const route = declareRoute({
    method: 'post',
    path: ENDPOINT.path,
    deprecated: true,
    summary: 'State the tenant’s mode; answers 410 since its sunset',
    access: { ...access, middleware: [...access.middleware, deprecations.guard(ENDPOINT)] },
    request: { params: z.object({ id: configuredIdSchema }), body: jsonBody(z.object({ mode: modeSchema })) },
    maxBytes: MAX_BODY,
    answers: {
      200: json('The tenant is in this mode', z.object({ tenantId: z.string(), mode: modeSchema })),
    },
    problems: [409, 410],
  });
  app.openapi(route, async c => {
    const { tenantId } = clientOf(c.get('principal'));
    if (c.req.valid('param').id !== tenantId) throw notFound();
    const { environment: mode } = await findTenant(database, tenantId);
    if (c.req.valid('json').mode !== mode) {
      throw new Problem('conflict', 'A tenant stays in its environment. Use credentials of the other one.');
    }
    return c.json({ tenantId, mode }, 200);
  });
}
