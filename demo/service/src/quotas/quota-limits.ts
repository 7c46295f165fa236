import type { DailyDimension, QuotaDimension, Tenant } from '../domain/tenant.ts';

/** One limit that a unit of a dimension counts against. */
export interface QuotaLimit {
  readonly dimension: QuotaDimension | DailyDimension;
  /** Beyond it nothing more is taken. */
  readonly limit: number;
  /** Of the plan, from which the integrator is warned; absent by the day, where nobody is. */
  readonly planned: number | undefined;
  /** `2026-11`, or `2026-11-20`. */
  readonly period: string;
  readonly resetInSeconds: number;
}

function secondsUntil(end: number, now: Date): number {
  return Math.ceil((end - now.getTime()) / 1000);
}

function ofTheDay(tenant: Tenant, dimension: QuotaDimension, now: Date): QuotaLimit | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the two lists differ in this beginning alone
  const daily = dimension.replace('monthly', 'daily') as DailyDimension;
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
 * The limits that apply, by the day and by the month, in UTC. A day's is hard, a month's tolerates the allowance. The
 * sandbox has none (service interface, "Quota rules").
 */
export function limitsOf(tenant: Tenant, dimensions: readonly QuotaDimension[], now: Date): QuotaLimit[] {
  if (tenant.environment === 'sandbox') return [];
  return dimensions
    .flatMap(dimension => [ofTheDay(tenant, dimension, now), ofTheMonth(tenant, dimension, now)])
    .filter(limit => limit !== undefined);
}
