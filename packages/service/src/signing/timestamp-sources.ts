import { Problem } from '../domain/problem.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { TimestampAuthority } from '../pki/timestamp-authority.ts';

/** The timestamp authorities of the service. */
export interface TimestampSources {
  /** Used for every signature; absent if none is configured. */
  readonly always: TimestampAuthority | undefined;
  /** The test authority's own, used when a tenant's level needs timestamps and no other is configured. */
  readonly local: TimestampAuthority | undefined;
}

/**
 * The timestamp authority for a tenant's signatures; undefined if they need none.
 * @throws Problem `feature-not-enabled` if they need one and none is configured
 */
export function timestampsFor(
  { always, local }: TimestampSources,
  { signatureLevel }: Tenant,
): TimestampAuthority | undefined {
  if (always !== undefined || signatureLevel === 'B') return always;
  if (local !== undefined) return local;
  const detail = `Signatures of the level ${signatureLevel} need a timestamp authority, and none is set.`;
  throw new Problem('feature-not-enabled', detail);
}
