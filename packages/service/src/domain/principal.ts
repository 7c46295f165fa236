import type { Scope } from './scopes.ts';
import { unauthorized } from './problem.ts';

/** The authenticated sender of a request. */
export type Principal =
  | { readonly kind: 'client'; readonly tenantId: string; readonly scopes: readonly Scope[] }
  | { readonly kind: 'signer'; readonly sessionId: string; readonly expiresAt: Date };

export type ClientPrincipal = Extract<Principal, { kind: 'client' }>;

/** The client behind a request that passed `Authentication.client`. */
export function clientOf(principal: Principal): ClientPrincipal {
  if (principal.kind === 'client') return principal;
  throw unauthorized('An access token is required.');
}
