import { dailyOf, type DailyDimension, type QuotaDimension, type Tenant } from '../domain/tenant.ts';

/** A limit on the use of one dimension. */
export interface QuotaLimit {
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
