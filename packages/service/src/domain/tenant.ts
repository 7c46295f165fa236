/** A tenant: its environment, plan, and what it allows. */
import type { CertificateSource } from '@sign-session/session-rules';
import type { BiometricMode } from './liveness-challenge.ts';

/**
 * PAdES levels a tenant can have: the signature alone, with validation data, or with an archive timestamp over
 * both.
 */
export const SIGNATURE_LEVELS = ['B', 'LT', 'LTA'] as const;
export type SignatureLevel = (typeof SIGNATURE_LEVELS)[number];

/** The environments (service interface, "What the service does", 6). */
export const ENVIRONMENTS = ['sandbox', 'production'] as const;

export type TenantEnvironment = (typeof ENVIRONMENTS)[number];

/** The dimensions of a plan's monthly quotas (service interface, "Limits"). */
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

/**
 * How much of the evidence is public: what is needed to verify it, or also data of the integrator and the browser.
 */
export const PUBLIC_EVIDENCE = ['ESSENTIAL', 'FULL'] as const;

/** The dimensions that can also have a daily limit. */
export type DailyDimension = QuotaDimension extends `monthly${infer Name}` ? `daily${Name}` : never;

export function dailyOf(dimension: QuotaDimension): DailyDimension {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every name begins with `monthly`
  return dimension.replace('monthly', 'daily') as DailyDimension;
}

export const DAILY_DIMENSIONS: readonly DailyDimension[] = QUOTA_DIMENSIONS.map(dailyOf);

/** Signatures at the portal are advanced ones, not qualified: a tenant has to ask for them. */
export const USUAL_SOURCES: readonly CertificateSource[] = ['FILE', 'TOKEN', 'CLOUD'];

/** Messages by which the service can deliver a signer's link. */
export const LINK_DELIVERIES = ['sms'] as const;
export type LinkDelivery = (typeof LINK_DELIVERIES)[number];

export interface Tenant {
  readonly tenantId: string;
  readonly name: string;
  readonly cnpj: string | undefined;
  readonly environment: TenantEnvironment;
  /** Origins that may frame the hosted page. */
  readonly allowedOrigins: readonly string[];
  /** Whether it may create trust sessions (service interface, "Tenant-level enablement"). */
  readonly trustSessionsEnabled: boolean;
  /** Whether liveness needs a real face; absent if biometrics are not enabled. */
  readonly biometrics: BiometricMode | undefined;
  /** The PAdES level of signers' signatures: for how long they can be validated (ETSI EN 319 142-1). */
  readonly signatureLevel: SignatureLevel;
  readonly certificateSources: readonly CertificateSource[];
  /** By which messages the service may deliver signers' links, if the integrator asks for it. */
  readonly deliverVia: readonly LinkDelivery[];
  /** Whether metadata, session id and user agent are part of the public evidence (`FULL`). */
  readonly publicEvidence: (typeof PUBLIC_EVIDENCE)[number];
  /** Days after the end of a session at which it is erased; undefined: never by itself. */
  readonly retentionDays?: number | undefined;
  /** Units per month by dimension; a dimension that is not listed has no limit. */
  readonly monthlyLimits: Readonly<Partial<Record<QuotaDimension, number>>>;
  /** Units that may be used beyond the monthly limit. */
  readonly overageAllowance?: Readonly<Partial<Record<QuotaDimension, number>>>;
  /** Units per day (UTC); a hard limit. */
  readonly dailyLimits?: Readonly<Partial<Record<DailyDimension, number>>>;
}
