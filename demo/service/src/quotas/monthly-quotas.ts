import type { Outbox } from '../outbox/outbox.ts';
import type { Queries } from '../storage/database.ts';
import type { QuotaDimension, Tenant } from '../tenants/tenant.ts';

/** Part of a limit from which the integrator is warned, once a month and dimension. */
const WARNING_THRESHOLD = 0.8;

/** How a tenant stands in the dimension that is nearest its end. */
export interface QuotaStanding {
  readonly dimension: QuotaDimension;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the month, in UTC, is over. */
  readonly resetInSeconds: number;
}

export class QuotaExceededError extends Error {
  override readonly name = 'QuotaExceededError';
  readonly standing: QuotaStanding;

  constructor(standing: QuotaStanding) {
    super(`The monthly limit of ${standing.dimension} is used up.`);
    this.standing = standing;
  }
}

const periodOf = (now: Date): string => now.toISOString().slice(0, 7);

function secondsToReset(now: Date): number {
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  return Math.ceil((next - now.getTime()) / 1000);
}

/** Units used after counting one more, or undefined when that would pass the limit. */
async function countOne(
  queries: Queries,
  tenant: Tenant,
  dimension: QuotaDimension,
  limit: number,
  now: Date,
): Promise<number | undefined> {
  const [row] = await queries.query<{ used: number }>(
    `INSERT INTO quota_usage AS usage (tenant_id, dimension, period, used) SELECT $1, $2, $3, 1 WHERE $4::int > 0
     ON CONFLICT (tenant_id, dimension, period) DO UPDATE SET used = usage.used + 1 WHERE usage.used < $4::int
     RETURNING used`,
    [tenant.tenantId, dimension, periodOf(now), limit],
  );
  return row?.used;
}

async function usedOf(
  queries: Queries,
  tenant: Tenant,
  dimension: QuotaDimension,
  now: Date,
): Promise<number> {
  const [row] = await queries.query<{ used: number }>(
    'SELECT used FROM quota_usage WHERE tenant_id = $1 AND dimension = $2 AND period = $3',
    [tenant.tenantId, dimension, periodOf(now)],
  );
  return row?.used ?? 0;
}

export class MonthlyQuotas {
  readonly #outbox: Outbox;

  constructor(outbox: Outbox) {
    this.#outbox = outbox;
  }

  /**
   * Tells early what `consume` would refuse, before work is done for nothing. Others may use up the rest in
   * between: only `consume` decides.
   * @throws QuotaExceededError naming the first dimension that is used up
   */
  async check(
    queries: Queries,
    tenant: Tenant,
    dimensions: readonly QuotaDimension[],
    now: Date,
  ): Promise<void> {
    if (tenant.environment === 'sandbox') return;
    for (const dimension of dimensions) {
      const limit = tenant.monthlyLimits[dimension];
      if (limit === undefined || (await usedOf(queries, tenant, dimension, now)) < limit) continue;
      const resetInSeconds = secondsToReset(now);
      throw new QuotaExceededError({ dimension, limit, remaining: 0, resetInSeconds });
    }
  }

  /**
   * Counts one unit in each dimension, in the transaction of what uses it, and tells how the tightest stands;
   * undefined when none is limited. The sandbox consumes nothing (service interface, "Quota rules").
   * @throws QuotaExceededError naming the first dimension that is used up
   */
  async consume(
    queries: Queries,
    tenant: Tenant,
    dimensions: readonly QuotaDimension[],
    now: Date,
  ): Promise<QuotaStanding | undefined> {
    if (tenant.environment === 'sandbox') return undefined;
    let tightest: QuotaStanding | undefined;
    for (const dimension of dimensions) {
      const limit = tenant.monthlyLimits[dimension];
      if (limit === undefined) continue;
      const standing = await this.#consumeOne(queries, tenant, dimension, limit, now);
      if (tightest === undefined || standing.remaining < tightest.remaining) tightest = standing;
    }
    return tightest;
  }

  async #consumeOne(
    queries: Queries,
    tenant: Tenant,
    dimension: QuotaDimension,
    limit: number,
    now: Date,
  ): Promise<QuotaStanding> {
    const resetInSeconds = secondsToReset(now);
    const used = await countOne(queries, tenant, dimension, limit, now);
    if (used === undefined) throw new QuotaExceededError({ dimension, limit, remaining: 0, resetInSeconds });
    const mark = WARNING_THRESHOLD * limit;
    if (used >= mark && used - 1 < mark) {
      const data = {
        dimension,
        used,
        limit,
        percentUsed: Math.round((used / limit) * 100),
        threshold: WARNING_THRESHOLD * 100,
        period: periodOf(now),
        resetInSeconds,
      };
      await this.#outbox.record(queries, { type: 'QUOTA.WARNING', tenantId: tenant.tenantId, data, at: now });
    }
    return { dimension, limit, remaining: limit - used, resetInSeconds };
  }
}
