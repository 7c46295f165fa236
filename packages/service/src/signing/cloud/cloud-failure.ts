import { PscError } from '../../psc/psc-error.ts';
import type { AuthorizationRow } from './authorization-row.ts';
import type { CloudAuthorizations } from './cloud-authorizations.ts';

/** A failure that the signer is told as the authorisation's, and that costs no attempt. */
export interface CloudFailure {
  readonly kind: 'failed';
}
export const FAILED: CloudFailure = { kind: 'failed' };

/**
 * The result of work with a provider; undefined after a failure, which ends the authorisation in whichever of these
 * statuses it is by then.
 */
export async function orFailure<T>(
  authorizations: CloudAuthorizations,
  sessionId: string,
  statuses: readonly AuthorizationRow['status'][],
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PscError)) throw error;
    for (const status of statuses) await authorizations.fail(sessionId, status, error.kind);
    return undefined;
  }
}
