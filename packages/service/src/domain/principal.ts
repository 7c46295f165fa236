/** Who sends a request, and the scopes that a client may have. */
import { unauthorized } from './problem.ts';

/** The scopes of the service interface ("Authentication"), which a client has unless its list says otherwise. */
export const SCOPES = [
  'transactions:read',
  'transactions:write',
  'steps:write',
  'evidence:read',
  'webhooks:write',
  'verification:write',
] as const;

/** Scopes that a client has only where its list names them, and gets only when it asks for them by name. */
const NAMED_SCOPES = ['people:erase'] as const;

export const ALL_SCOPES = [...SCOPES, ...NAMED_SCOPES] as const;
export type Scope = (typeof ALL_SCOPES)[number];

/**
 * The requested scopes (RFC 6749, 3.3: separated by spaces) that the client has; all but those that have to be named if
 * none is requested.
 */
export function grantScopes(requested: string | undefined, own: readonly Scope[]): Scope[] {
  const named = (requested ?? '').split(' ').filter(name => name !== '');
  if (named.length > 0) return own.filter(scope => named.includes(scope));
  return own.filter(scope => !NAMED_SCOPES.some(rare => rare === scope));
}

/** The authenticated sender of a request. */
export type Principal =
  | { readonly kind: 'client'; readonly tenantId: string; readonly scopes: readonly Scope[] }
  | { readonly kind: 'signer'; readonly sessionId: string; readonly expiresAt: Date };

export type ClientPrincipal = Extract<Principal, { kind: 'client' }>;

/** The client behind a request that passed `clientWith`. */
export function clientOf(principal: Principal): ClientPrincipal {
  if (principal.kind === 'client') return principal;
  throw unauthorized('An access token is required.');
}
