import { QUOTA_DIMENSIONS } from '../domain/tenant.ts';
import { limitsOf } from '../quotas/quota-limits.ts';
import type { Queries } from '../storage/database.ts';
import { tenantRow } from '../tenants/tenant-store.ts';

/** How much of one of its limits a tenant has used: 1 is all of the plan, and more its allowance. */
export interface PlanUse {
  readonly tenantId: string;
  readonly dimension: string;
  readonly ratio: number;
}

/** The limits of all tenants of which at least this part is used in the current month or day. */
export async function plansInUse(queries: Queries, now: Date, from: number): Promise<PlanUse[]> {
  const day = now.toISOString().slice(0, 10);
  const rows = await queries.query<{ tenant: unknown; dimension: string; period: string; used: number }>(
    `SELECT to_jsonb(tenants) AS tenant, dimension, period, used FROM quota_usage JOIN tenants USING (tenant_id)
     WHERE environment = 'production' AND period IN ($1, $2)`,
    [day, day.slice(0, 7)],
  );
  return rows.flatMap(row => {
    const tenant = tenantRow.parse(row.tenant);
    const limit = limitsOf(tenant, QUOTA_DIMENSIONS, now).find(
      ({ dimension, period }) => dimension === row.dimension && period === row.period,
    );
    const ratio = limit === undefined ? 0 : row.used / (limit.planned ?? limit.limit);
    return ratio < from ? [] : [{ tenantId: tenant.tenantId, dimension: row.dimension, ratio }];
  });
}
