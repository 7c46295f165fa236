import type { Outbox } from '../outbox/outbox.ts';
import type { Queries } from '../storage/database.ts';
import type { QuotaDimension, Tenant } from '../domain/tenant.ts';
import { limitsOf, type QuotaLimit } from './quota-limits.ts';

/** The fraction of the plan's limit at which the integrator is warned, once per month and dimension. */
const WARNING_THRESHOLD = 0.8;

/** The tenant's usage of the dimension that is closest to its limit. */
export interface QuotaStanding {
  readonly dimension: QuotaLimit['dimension'];
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the month or day ends in UTC. */
  readonly resetInSeconds: number;
}

export class QuotaExceededError extends Error {
  override readonly name = 'QuotaExceededError';
  readonly standing: QuotaStanding;

  constructor({ dimension, limit, resetInSeconds }: Omit<QuotaStanding, 'remaining'>) {
    super(`The limit of ${dimension} is used up.`);
    this.standing = { dimension, limit, remaining: 0, resetInSeconds };
  }
}

/** The usage after counting one unit, or undefined when that would exceed the limit. */
async function countOne(
  queries: Queries,
  { tenantId }: Tenant,
  { dimension, period, limit }: QuotaLimit,
): Promise<number | undefined> {
  const [row] = await queries.query<{ used: number }>(
    `INSERT INTO quota_usage AS usage (tenant_id, dimension, period, used) SELECT $1, $2, $3, 1 WHERE $4::int > 0
     ON CONFLICT (tenant_id, dimension, period) DO UPDATE SET used = usage.used + 1 WHERE usage.used < $4::int
     RETURNING used`,
    [tenantId, dimension, period, limit],
  );
  return row?.used;
}

async function usedOf(
  queries: Queries,
  { tenantId }: Tenant,
  { dimension, period }: QuotaLimit,
): Promise<number> {
  const [row] = await queries.query<{ used: number }>(
    'SELECT used FROM quota_usage WHERE tenant_id = $1 AND dimension = $2 AND period = $3',
    [tenantId, dimension, period],
  );
  return row?.used ?? 0;
}

export class MonthlyQuotas {
  readonly #outbox: Outbox;

  constructor(outbox: Outbox) {
    this.#outbox = outbox;
  }

  /**
   * Checks early what `consume` would refuse, to avoid useless work. Others may use up the rest in between, so only
   * `consume` decides.
   * @throws QuotaExceededError naming the first dimension that is exhausted
   */
  async check(
    queries: Queries,
    tenant: Tenant,
    dimensions: readonly QuotaDimension[],
    now: Date,
  ): Promise<void> {
    for (const limit of limitsOf(tenant, dimensions, now)) {
      if ((await usedOf(queries, tenant, limit)) >= limit.limit) throw new QuotaExceededError(limit);
    }
  }

  /**
   * Counts one unit in each dimension, in the transaction that uses it. Returns the dimension that is closest to
   * its limit, or undefined when none is limited. The sandbox consumes nothing (service interface, "Quota rules").
   * @throws QuotaExceededError naming the first dimension that is exhausted
   */
  async consume(
    queries: Queries,
    tenant: Tenant,
    dimensions: readonly QuotaDimension[],
    now: Date,
  ): Promise<QuotaStanding | undefined> {
    let tightest: QuotaStanding | undefined;
    for (const limit of limitsOf(tenant, dimensions, now)) {
      const standing = await this.#consumeOne(queries, tenant, limit, now);
      if (tightest === undefined || standing.remaining < tightest.remaining) tightest = standing;
    }
    return tightest;
  }

  async #consumeOne(queries: Queries, tenant: Tenant, quota: QuotaLimit, now: Date): Promise<QuotaStanding> {
    const { dimension, limit, planned, period, resetInSeconds } = quota;
    const used = await countOne(queries, tenant, quota);
    if (used === undefined) throw new QuotaExceededError(quota);
    const mark = planned === undefined ? Infinity : WARNING_THRESHOLD * planned;
    if (planned !== undefined && used >= mark && used - 1 < mark) {
      const data = {
        dimension,
        used,
        limit: planned,
        percentUsed: Math.round((used / planned) * 100),
        threshold: WARNING_THRESHOLD * 100,
        period,
        resetInSeconds,
      };
      await this.#outbox.record(queries, { type: 'QUOTA.WARNING', tenantId: tenant.tenantId, data, at: now });
    }
    return { dimension, limit, remaining: limit - used, resetInSeconds };
  }
}
