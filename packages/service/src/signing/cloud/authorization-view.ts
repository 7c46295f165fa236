import type { CloudError } from '../../psc/psc-error.ts';
import type { AuthorizationRow } from './authorization-row.ts';

/** An authorisation as its signer may see it. */
export interface AuthorizationView {
  readonly providerId: string;
  /** `identified`: the signer came back from the first of two authorisations. */
  readonly status: 'pending' | 'identified' | 'authorized' | 'failed';
  readonly error?: CloudError;
}

/** @param now the service's time: what has expired has failed */
export function authorizationView(row: AuthorizationRow, now: Date): AuthorizationView {
  const { providerId, scope, status, failure, expiresAt } = row;
  if (status === 'FAILED') return { providerId, status: 'failed', error: failure ?? 'invalid-answer' };
  const isOver = status !== 'SIGNED' && expiresAt <= now;
  if (isOver) return { providerId, status: 'failed', error: status === 'PENDING' ? 'timed-out' : 'expired' };
  if (status === 'PENDING') return { providerId, status: 'pending' };
  return { providerId, status: scope === 'service' ? 'identified' : 'authorized' };
}
