import { putClient } from '../oauth/clients.ts';
import type { PublicKey } from '../oauth/public-keys.ts';
import type { Scope } from '../domain/scopes.ts';
import type { Queries } from '../storage/database.ts';
import { putTenant } from './tenant-store.ts';
import type { Tenant } from '../domain/tenant.ts';

/** A client that is created with its tenant. */
export interface ClientSeed {
  readonly clientId: string;
  readonly scopes: readonly Scope[];
  readonly secret?: string | undefined;
  readonly keys?: readonly PublicKey[];
}

/** A tenant that is created at the start of the service. */
export interface TenantSeed {
  readonly tenant: Tenant;
  readonly clients: readonly ClientSeed[];
  /** From a configuration file. Its settings overwrite at every start what was changed meanwhile. */
  readonly isConfigured?: boolean;
}

/** Creates the tenants and their clients, or updates them. */
export async function putTenantSeeds(queries: Queries, seeds: readonly TenantSeed[]): Promise<void> {
  for (const { tenant, clients, isConfigured = false } of seeds) {
    await putTenant(queries, tenant, { overwrite: isConfigured });
    for (const { clientId, scopes, secret, keys } of clients) {
      await putClient(queries, { clientId, tenantId: tenant.tenantId, scopes }, { secret, keys });
    }
  }
}
