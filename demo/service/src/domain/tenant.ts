import type { BiometricMode } from './liveness-challenge.ts';
import type { SignatureLevel } from './signature-level.ts';

/** Where a tenant's data counts (service interface, "What the service does", 6). */
export const ENVIRONMENTS = ['sandbox', 'production'] as const;

export type TenantEnvironment = (typeof ENVIRONMENTS)[number];

/** What a plan counts by the month (service interface, "Limits"). */
export const QUOTA_DIMENSIONS = [
  'monthlyDocuments',
  'monthlyBiometric',
  'monthlyTransactions',
  'monthlyOtp',
  'monthlyClick',
  'monthlySigning',
  'monthlySerproIdentity',
  'monthlyVerification',
  'monthlyTrustSessions',
] as const;

export type QuotaDimension = (typeof QUOTA_DIMENSIONS)[number];

/** What strangers see of the evidence: what proves it, or also what integrator and browser left in it. */
export const PUBLIC_EVIDENCE = ['ESSENTIAL', 'FULL'] as const;

/** What may be limited by the day as well. */
export const DAILY_DIMENSIONS = [
  'dailyDocuments',
  'dailyBiometric',
  'dailyTransactions',
  'dailyOtp',
  'dailyClick',
  'dailySigning',
  'dailySerproIdentity',
  'dailyVerification',
  'dailyTrustSessions',
] as const;

export type DailyDimension = (typeof DAILY_DIMENSIONS)[number];

export interface Tenant {
  readonly tenantId: string;
  readonly name: string;
  readonly cnpj: string | undefined;
  readonly environment: TenantEnvironment;
  /** Origins that may frame the hosted page. */
  readonly allowedOrigins: readonly string[];
  /** May make trust sessions (service interface, "Tenant-level enablement"). */
  readonly trustSessionsEnabled: boolean;
  /** Whether real faces are asked for; absent where biometrics are not enabled. */
  readonly biometrics: BiometricMode | undefined;
  /** How long signers' signatures are to be validated for (ETSI EN 319 142-1). */
  readonly signatureLevel: SignatureLevel;
  /** Whether metadata, session id and user agent are part of the public evidence (`FULL`). */
  readonly publicEvidence: (typeof PUBLIC_EVIDENCE)[number];
  /** Units a month by dimension; a dimension that is not named has no limit. */
  readonly monthlyLimits: Readonly<Partial<Record<QuotaDimension, number>>>;
  /** Units that a month may go beyond its limit. */
  readonly overageAllowance?: Readonly<Partial<Record<QuotaDimension, number>>>;
  /** Units a day (UTC), beyond which nothing is tolerated. */
  readonly dailyLimits?: Readonly<Partial<Record<DailyDimension, number>>>;
}
