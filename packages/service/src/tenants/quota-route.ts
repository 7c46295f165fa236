import { z } from '@hono/zod-openapi';
import type { Clock } from '../domain/clock.ts';
import { clientOf } from '../domain/principal.ts';
import { DAILY_DIMENSIONS, ENVIRONMENTS, QUOTA_DIMENSIONS } from '../domain/tenant.ts';
import type { ServiceApp } from '../http/app.ts';
import { declareRoute } from '../http/declare-route.ts';
import { json } from '../http/openapi-parts.ts';
import type { Authentication } from '../oauth/authentication.ts';
import { quotaUse, type QuotaUse } from '../quotas/monthly-quotas.ts';
import type { Database } from '../storage/database.ts';
import { findTenant } from './tenant-store.ts';

const quotaSchema = z.object({
  dimension: z.enum([...QUOTA_DIMENSIONS, ...DAILY_DIMENSIONS]),
  period: z.string().describe('The month or day in UTC: `2026-11` or `2026-11-20`.'),
  limit: z.number().describe('Requests beyond it are refused. A monthly limit includes the allowance.'),
  planned: z.number().optional().describe('The plan’s own limit. QUOTA.WARNING is sent at 80 % of it.'),
  used: z.number(),
  remaining: z.number(),
  resetInSeconds: z.number().describe('Until the month or day ends.'),
});

const quotasAnswer = z
  .object({ environment: z.enum(ENVIRONMENTS), quotas: z.array(quotaSchema) })
  .openapi('Quotas');

function describeUse({ dimension, period, limit, planned, used, resetInSeconds }: QuotaUse) {
  const remaining = Math.max(0, limit - used);
  return { dimension, period, limit, planned, used, remaining, resetInSeconds };
}

interface QuotaRouteOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly authentication: Authentication;
}

/** Lets an integrator see what the tenant may use, and has used. */
export function mountQuotaRoute(
  app: ServiceApp,
  { database, clock, authentication }: QuotaRouteOptions,
): void {
  const route = declareRoute({
    method: 'get',
    path: '/v1/quotas',
    summary: 'The tenant’s limits of this month and day, and their use',
    access: authentication.client('transactions:read'),
    request: {},
    answers: { 200: json('Every limit; what is not listed has none', quotasAnswer) },
  });
  app.openapi(route, async c => {
    const tenant = await findTenant(database, clientOf(c.get('principal')).tenantId);
    const use = await quotaUse(database, tenant, clock.now());
    c.header('Cache-Control', 'no-store');
    return c.json({ environment: tenant.environment, quotas: use.map(describeUse) }, 200);
  });
}
