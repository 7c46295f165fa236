/** The quotas of a plan: limits, use and what is left. */
import {
  type DailyDimension,
  dailyOf,
  QUOTA_DIMENSIONS,
  type QuotaDimension,
  type Tenant,
} from '../domain/tenant.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Queries } from '../storage/database.ts';

/** A limit on the use of one dimension. */
interface QuotaLimit {
  readonly dimension: QuotaDimension | DailyDimension;
  /** Requests beyond it are refused. */
  readonly limit: number;
  /** The plan's own limit, from which the warning is derived; absent for daily limits, which have none. */
  readonly planned: number | undefined;
  /** `2026-11`, or `2026-11-20`. */
  readonly period: string;
  readonly resetInSeconds: number;
}

function secondsUntil(end: number, now: Date): number {
  return Math.ceil((end - now.getTime()) / 1000);
}

function ofTheDay(tenant: Tenant, dimension: QuotaDimension, now: Date): QuotaLimit | undefined {
  const daily = dailyOf(dimension);
  const limit = tenant.dailyLimits?.[daily];
  if (limit === undefined) return undefined;
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  const period = now.toISOString().slice(0, 10);
  return { dimension: daily, limit, planned: undefined, period, resetInSeconds: secondsUntil(midnight, now) };
}

function ofTheMonth(tenant: Tenant, dimension: QuotaDimension, now: Date): QuotaLimit | undefined {
  const planned = tenant.monthlyLimits[dimension];
  if (planned === undefined) return undefined;
  const limit = planned + (tenant.overageAllowance?.[dimension] ?? 0);
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  const period = now.toISOString().slice(0, 7);
  return { dimension, limit, planned, period, resetInSeconds: secondsUntil(end, now) };
}

/**
 * The daily and monthly limits that apply, in UTC. A daily limit is hard; a monthly one tolerates the allowance.
 * The sandbox has none (service interface, "Quota rules").
 */
export function limitsOf(tenant: Tenant, dimensions: readonly QuotaDimension[], now: Date): QuotaLimit[] {
  if (tenant.environment === 'sandbox') return [];
  return dimensions
    .flatMap(dimension => [ofTheDay(tenant, dimension, now), ofTheMonth(tenant, dimension, now)])
    .filter(limit => limit !== undefined);
}

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

/** A limit, and how many units of it a request takes. */
interface Taken extends QuotaLimit {
  readonly units: number;
}

/** The limits of dimensions, each of which takes as many units as it is named. */
function takenOf(tenant: Tenant, dimensions: readonly QuotaDimension[], now: Date): Taken[] {
  return [...new Set(dimensions)].flatMap(dimension => {
    const units = dimensions.filter(other => other === dimension).length;
    return limitsOf(tenant, [dimension], now).map(limit => ({ ...limit, units }));
  });
}

/** The usage after counting the units, or undefined when that would exceed the limit. */
async function count(
  queries: Queries,
  { tenantId }: Tenant,
  { dimension, period, limit, units }: Taken,
): Promise<number | undefined> {
  const [row] = await queries.query<{ used: number }>(
    `INSERT INTO quota_usage AS usage (tenant_id, dimension, period, used)
       SELECT $1, $2, $3, $5::int WHERE $5::int <= $4::int
     ON CONFLICT (tenant_id, dimension, period)
       DO UPDATE SET used = usage.used + $5::int WHERE usage.used + $5::int <= $4::int
     RETURNING used`,
    [tenantId, dimension, period, limit, units],
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
    for (const limit of takenOf(tenant, dimensions, now)) {
      if ((await usedOf(queries, tenant, limit)) + limit.units > limit.limit)
        throw new QuotaExceededError(limit);
    }
  }

  /**
   * Counts one unit for each time a dimension is named, in the transaction that uses it. Returns the dimension that is closest to
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
    for (const limit of takenOf(tenant, dimensions, now)) {
      const standing = await this.#consumeOne(queries, tenant, limit, now);
      if (tightest === undefined || standing.remaining < tightest.remaining) tightest = standing;
    }
    return tightest;
  }

  async #consumeOne(queries: Queries, tenant: Tenant, quota: Taken, now: Date): Promise<QuotaStanding> {
    const { dimension, limit, planned, period, resetInSeconds, units } = quota;
    const used = await count(queries, tenant, quota);
    if (used === undefined) throw new QuotaExceededError(quota);
    const mark = planned === undefined ? Infinity : WARNING_THRESHOLD * planned;
    if (planned !== undefined && used >= mark && used - units < mark) {
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
