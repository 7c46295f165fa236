/** All scopes (service interface, "Authentication"). */
export const SCOPES = [
  'transactions:read',
  'transactions:write',
  'steps:write',
  'evidence:read',
  'webhooks:write',
  'verification:write',
] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * The requested scopes (RFC 6749, 3.3: separated by spaces) that the client has; all of them if none is requested.
 */
export function grantScopes(requested: string | undefined, own: readonly Scope[]): Scope[] {
  const named = (requested ?? '').split(' ').filter(name => name !== '');
  return named.length === 0 ? [...own] : own.filter(scope => named.includes(scope));
}
