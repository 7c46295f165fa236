import { QUOTA_DIMENSIONS, type Tenant } from '../domain/tenant.ts';
import type { Queries } from '../storage/database.ts';
import { limitsOf, type QuotaLimit } from './quota-limits.ts';

/** A limit of the tenant, and how much of it is used. */
export interface QuotaUse extends QuotaLimit {
  readonly used: number;
}

/** All limits of the tenant in the current month and day, in the order of the dimensions. None in the sandbox. */
export async function quotaUse(queries: Queries, tenant: Tenant, now: Date): Promise<QuotaUse[]> {
  const limits = limitsOf(tenant, QUOTA_DIMENSIONS, now);
  const rows = await queries.query<{ dimension: string; period: string; used: number }>(
    'SELECT dimension, period, used FROM quota_usage WHERE tenant_id = $1 AND period = ANY($2)',
    [tenant.tenantId, [...new Set(limits.map(({ period }) => period))]],
  );
  return limits.map(limit => {
    const row = rows.find(
      ({ dimension, period }) => dimension === limit.dimension && period === limit.period,
    );
    return { ...limit, used: row?.used ?? 0 };
  });
}
