import {
  QUOTA_DIMENSIONS,
  PUBLIC_EVIDENCE,
  DAILY_DIMENSIONS,
  type Tenant,
  ENVIRONMENTS,
} from '../domain/tenant.ts';
import * as z from 'zod';
import { BIOMETRIC_MODES, type BiometricMode } from '../domain/liveness-challenge.ts';
import { SIGNATURE_LEVELS, type SignatureLevel } from '../domain/signature-level.ts';
import type { Queries } from '../storage/database.ts';

/** A row of `tenants`, read directly or as JSON inside another row. */
export const tenantRow = z.object({
  tenant_id: z.string(),
  name: z.string(),
  cnpj: z.string().nullable(),
  environment: z.enum(ENVIRONMENTS),
  allowed_origins: z.array(z.string()),
  trust_sessions_enabled: z.boolean(),
  biometrics: z.enum([...BIOMETRIC_MODES, 'OFF']),
  signature_level: z.enum(SIGNATURE_LEVELS),
  public_evidence: z.enum(PUBLIC_EVIDENCE),
  monthly_limits: z.partialRecord(z.enum(QUOTA_DIMENSIONS), z.number()).nullable(),
  overage_allowance: z.partialRecord(z.enum(QUOTA_DIMENSIONS), z.number()),
  daily_limits: z.partialRecord(z.enum(DAILY_DIMENSIONS), z.number()),
});

/** @throws when there is no such tenant: every stored id is a foreign key, so the data is damaged */
export async function findTenant(queries: Queries, tenantId: string): Promise<Tenant> {
  const [found] = await queries.query('SELECT * FROM tenants WHERE tenant_id = $1', [tenantId]);
  return toTenant(tenantRow.parse(found));
}

export function toTenant(row: z.infer<typeof tenantRow>): Tenant {
  return {
    tenantId: row.tenant_id,
    name: row.name,
    cnpj: row.cnpj ?? undefined,
    environment: row.environment,
    allowedOrigins: row.allowed_origins,
    trustSessionsEnabled: row.trust_sessions_enabled,
    biometrics: row.biometrics === 'OFF' ? undefined : row.biometrics,
    signatureLevel: row.signature_level,
    publicEvidence: row.public_evidence,
    monthlyLimits: row.monthly_limits ?? {},
    overageAllowance: row.overage_allowance,
    dailyLimits: row.daily_limits,
  };
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
       trust_sessions_enabled, biometrics, signature_level, public_evidence, overage_allowance, daily_limits)
     VALUES ($1, $2, $3, $4, $5::jsonb, $6::jsonb, $7, $8, $9, $10, $11::jsonb, $12::jsonb)
     ON CONFLICT (tenant_id) DO UPDATE SET name = EXCLUDED.name, cnpj = EXCLUDED.cnpj,
       environment = EXCLUDED.environment, allowed_origins = EXCLUDED.allowed_origins,
       monthly_limits = EXCLUDED.monthly_limits, trust_sessions_enabled = EXCLUDED.trust_sessions_enabled,
       public_evidence = EXCLUDED.public_evidence, overage_allowance = EXCLUDED.overage_allowance,
       daily_limits = EXCLUDED.daily_limits,
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
