import { Problem } from '../domain/problem.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { TimestampAuthority } from '../pki/timestamp-authority.ts';

/** Who says when signatures were made. */
export interface TimestampSources {
  /** For every signature. Absent: nobody. */
  readonly always: TimestampAuthority | undefined;
  /** Where a tenant's signatures are to be validated for long, and nobody else is there: the test authority's own. */
  readonly local: TimestampAuthority | undefined;
}

/**
 * Who timestamps a tenant's signatures; undefined where nobody need.
 * @throws Problem `feature-not-enabled` where somebody has to, and there is nobody
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
