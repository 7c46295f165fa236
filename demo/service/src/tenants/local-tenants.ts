import { putClient } from '../oauth/clients.ts';
import { SCOPES } from '../oauth/scopes.ts';
import type { Database } from '../storage/database.ts';
import { putTenant, QUOTA_DIMENSIONS, type Tenant } from './tenant.ts';

/** The service's own two clients, known to everybody who reads its documentation. */
export interface LocalSecrets {
  readonly local: string;
  readonly limited: string;
}

export const WELL_KNOWN_SECRETS: LocalSecrets = { local: 'local-secret', limited: 'limited-secret' };

export const LOCAL_TENANT_IDS = ['tenant_local', 'tenant_limited'] as const;

/** A sandbox: every feature, no quota, data gone after 7 days. */
const localTenant: Tenant = {
  tenantId: 'tenant_local',
  name: 'Acme Crédito',
  cnpj: '12ABC34501DE35',
  environment: 'sandbox',
  allowedOrigins: [],
  trustSessionsEnabled: true,
  biometrics: 'SIMULATED',
  signatureLevel: 'B',
  publicEvidence: 'ESSENTIAL',
  monthlyLimits: {},
};

/** A production tenant on the smallest plan: two of everything a month, nothing over it. */
const limitedTenant: Tenant = {
  tenantId: 'tenant_limited',
  name: 'Limited Plan Ltda.',
  cnpj: undefined,
  environment: 'production',
  allowedOrigins: [],
  trustSessionsEnabled: true,
  biometrics: 'LIVE',
  signatureLevel: 'B',
  publicEvidence: 'ESSENTIAL',
  monthlyLimits: Object.fromEntries(QUOTA_DIMENSIONS.map(dimension => [dimension, 2])),
};

/** Makes the two clients, or brings them to the present secrets. */
export async function putLocalTenants(database: Database, secrets: LocalSecrets): Promise<void> {
  await putTenant(database, localTenant);
  await putTenant(database, limitedTenant);
  const local = { clientId: 'local', tenantId: localTenant.tenantId, scopes: SCOPES };
  const limited = { clientId: 'limited', tenantId: limitedTenant.tenantId, scopes: SCOPES };
  await putClient(database, local, secrets.local);
  await putClient(database, limited, secrets.limited);
}
