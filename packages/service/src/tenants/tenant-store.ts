import { CERTIFICATE_SOURCES } from '@sign-session/session-rules';
import {
  DAILY_DIMENSIONS,
  ENVIRONMENTS,
  PUBLIC_EVIDENCE,
  QUOTA_DIMENSIONS,
  SIGNATURE_LEVELS,
  type SignatureLevel,
  type Tenant,
  LINK_DELIVERIES,
} from '../domain/tenant.ts';
import * as z from 'zod';
import { BIOMETRIC_MODES, type BiometricMode } from '../domain/liveness-challenge.ts';
import { nullable, type Queries, rowSchema } from '../storage/database.ts';

/** A row of `tenants`, read directly or as JSON inside another row. */
export const tenantRow = rowSchema({
  tenantId: z.string(),
  name: z.string(),
  cnpj: nullable(z.string()),
  environment: z.enum(ENVIRONMENTS),
  allowedOrigins: z.array(z.string()),
  trustSessionsEnabled: z.boolean(),
  biometrics: z.enum([...BIOMETRIC_MODES, 'OFF']),
  signatureLevel: z.enum(SIGNATURE_LEVELS),
  certificateSources: z.array(z.enum(CERTIFICATE_SOURCES)),
  deliverVia: z.array(z.enum(LINK_DELIVERIES)),
  publicEvidence: z.enum(PUBLIC_EVIDENCE),
  retentionDays: nullable(z.number()),
  monthlyLimits: nullable(z.partialRecord(z.enum(QUOTA_DIMENSIONS), z.number())),
  overageAllowance: z.partialRecord(z.enum(QUOTA_DIMENSIONS), z.number()),
  dailyLimits: z.partialRecord(z.enum(DAILY_DIMENSIONS), z.number()),
}).transform(({ biometrics, monthlyLimits = {}, ...tenant }): Tenant => ({
  ...tenant,
  monthlyLimits,
  biometrics: biometrics === 'OFF' ? undefined : biometrics,
}));

/** @throws when there is no such tenant: every stored id is a foreign key, so the data is damaged */
export async function findTenant(queries: Queries, tenantId: string): Promise<Tenant> {
  const [found] = await queries.query('SELECT * FROM tenants WHERE tenant_id = $1', [tenantId]);
  return tenantRow.parse(found);
}

/**
 * Creates or updates the tenant. Unless it is to be overwritten, its biometrics setting and signature level stay as
 * they are.
 */
export async function putTenant(
  queries: Queries,
  tenant: Tenant,
  { overwrite = false }: { readonly overwrite?: boolean } = {},
): Promise<void> {
  await queries.query(
    `INSERT INTO tenants (tenant_id, name, cnpj, environment, allowed_origins, monthly_limits,
       trust_sessions_enabled, biometrics, signature_level, public_evidence, overage_allowance, daily_limits,
       retention_days, certificate_sources, deliver_via)
     VALUES ($1, $2, $3, $4, $5::jsonb, $6::jsonb, $7, $8, $9, $10, $11::jsonb, $12::jsonb, $14, $15::jsonb,
       $16::jsonb)
     ON CONFLICT (tenant_id) DO UPDATE SET name = EXCLUDED.name, cnpj = EXCLUDED.cnpj,
       environment = EXCLUDED.environment, allowed_origins = EXCLUDED.allowed_origins,
       monthly_limits = EXCLUDED.monthly_limits, trust_sessions_enabled = EXCLUDED.trust_sessions_enabled,
       public_evidence = EXCLUDED.public_evidence, overage_allowance = EXCLUDED.overage_allowance,
       daily_limits = EXCLUDED.daily_limits, retention_days = EXCLUDED.retention_days,
       certificate_sources = EXCLUDED.certificate_sources, deliver_via = EXCLUDED.deliver_via,
       biometrics = CASE WHEN $13::boolean THEN EXCLUDED.biometrics ELSE tenants.biometrics END,
       signature_level = CASE WHEN $13::boolean THEN EXCLUDED.signature_level ELSE tenants.signature_level END`,
    [
      tenant.tenantId,
      tenant.name,
      tenant.cnpj ?? null,
      tenant.environment,
      JSON.stringify(tenant.allowedOrigins),
      JSON.stringify(tenant.monthlyLimits),
      tenant.trustSessionsEnabled,
      tenant.biometrics ?? 'OFF',
      tenant.signatureLevel,
      tenant.publicEvidence,
      JSON.stringify(tenant.overageAllowance ?? {}),
      JSON.stringify(tenant.dailyLimits ?? {}),
      overwrite,
      tenant.retentionDays ?? null,
      JSON.stringify(tenant.certificateSources),
      JSON.stringify(tenant.deliverVia),
    ],
  );
}

export async function setSignatureLevel(
  queries: Queries,
  tenantId: string,
  level: SignatureLevel,
): Promise<void> {
  await queries.query('UPDATE tenants SET signature_level = $2 WHERE tenant_id = $1', [tenantId, level]);
}

/** Sets the biometrics mode; `undefined` disables biometrics for the tenant. */
export async function setBiometrics(
  queries: Queries,
  tenantId: string,
  mode: BiometricMode | undefined,
): Promise<void> {
  await queries.query('UPDATE tenants SET biometrics = $2 WHERE tenant_id = $1', [tenantId, mode ?? 'OFF']);
}
