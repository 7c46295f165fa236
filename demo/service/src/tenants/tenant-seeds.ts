import { putClient } from '../oauth/clients.ts';
import type { PublicKey } from '../oauth/public-keys.ts';
import type { Scope } from '../domain/scopes.ts';
import type { Queries } from '../storage/database.ts';
import { putTenant } from './tenant-store.ts';
import type { Tenant } from '../domain/tenant.ts';

/** A client that a tenant starts with. */
export interface ClientSeed {
  readonly clientId: string;
  readonly scopes: readonly Scope[];
  readonly secret?: string | undefined;
  readonly keys?: readonly PublicKey[];
}

/** A tenant that the service starts with. */
export interface TenantSeed {
  readonly tenant: Tenant;
  readonly clients: readonly ClientSeed[];
  /** Comes from a configuration file, which decides at every start what may otherwise be changed meanwhile. */
  readonly isConfigured?: boolean;
}

/** Makes the tenants and their clients, or brings them to this state. */
export async function putTenantSeeds(queries: Queries, seeds: readonly TenantSeed[]): Promise<void> {
  for (const { tenant, clients, isConfigured = false } of seeds) {
    await putTenant(queries, tenant, { overwrite: isConfigured });
    for (const { clientId, scopes, secret, keys } of clients) {
      await putClient(queries, { clientId, tenantId: tenant.tenantId, scopes }, { secret, keys });
    }
  }
}
