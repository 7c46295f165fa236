import { CERTIFICATE_SOURCES } from '@sign-session/session-rules';
import { ALL_SCOPES, SCOPES } from '../domain/principal.ts';
import type { TenantSeed } from './tenants-file.ts';
import { QUOTA_DIMENSIONS, type Tenant, USUAL_SOURCES, LINK_DELIVERIES } from '../domain/tenant.ts';

/** Secrets of the built-in clients. Undefined: nobody can authenticate as that client. */
export interface BuiltInSecrets {
  readonly local?: string | undefined;
  readonly limited?: string | undefined;
  readonly basic?: string | undefined;
}

/** A sandbox with every feature and no quota; its data is erased after 7 days. */
const localTenant: Tenant = {
  tenantId: 'tenant_local',
  name: 'Acme Crédito',
  cnpj: '12ABC34501DE35',
  environment: 'sandbox',
  allowedOrigins: [],
  trustSessionsEnabled: true,
  biometrics: 'SIMULATED',
  signatureLevel: 'B',
  certificateSources: CERTIFICATE_SOURCES,
  deliverVia: LINK_DELIVERIES,
  publicEvidence: 'ESSENTIAL',
  monthlyLimits: {},
};

/** A production tenant on the smallest plan: two units a month of everything, no allowance. */
const limitedTenant: Tenant = {
  tenantId: 'tenant_limited',
  name: 'Limited Plan Ltda.',
  cnpj: undefined,
  environment: 'production',
  allowedOrigins: [],
  trustSessionsEnabled: true,
  biometrics: 'LIVE',
  signatureLevel: 'B',
  certificateSources: USUAL_SOURCES,
  deliverVia: [],
  publicEvidence: 'ESSENTIAL',
  monthlyLimits: Object.fromEntries(QUOTA_DIMENSIONS.map(dimension => [dimension, 2])),
};

/** A sandbox without the optional features: trust sessions, biometrics, messaging channels. */
const basicTenant: Tenant = {
  tenantId: 'tenant_basic',
  name: 'Basic Plan Ltda.',
  cnpj: undefined,
  environment: 'sandbox',
  allowedOrigins: [],
  trustSessionsEnabled: false,
  biometrics: undefined,
  signatureLevel: 'B',
  certificateSources: USUAL_SOURCES,
  deliverVia: [],
  publicEvidence: 'ESSENTIAL',
  monthlyLimits: {},
};

/** The built-in tenants with their clients. */
export function builtInSeeds(secrets: BuiltInSecrets, { areSandboxes = false } = {}): TenantSeed[] {
  const limited: Tenant = areSandboxes ? { ...limitedTenant, environment: 'sandbox' } : limitedTenant;
  return [
    { tenant: localTenant, clients: [{ clientId: 'local', scopes: ALL_SCOPES, secret: secrets.local }] },
    { tenant: limited, clients: [{ clientId: 'limited', scopes: SCOPES, secret: secrets.limited }] },
    { tenant: basicTenant, clients: [{ clientId: 'basic', scopes: SCOPES, secret: secrets.basic }] },
  ];
}
