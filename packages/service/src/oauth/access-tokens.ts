import * as z from 'zod';
import type { Clock } from '../domain/clock.ts';
import { ENVIRONMENTS } from '../domain/tenant.ts';
import { readToken, signToken } from '../keys/compact-token.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { Client } from './clients.ts';
import { ALL_SCOPES, type Scope } from '../domain/scopes.ts';

/** Lifetime of an access token in seconds. */
export const ACCESS_TOKEN_LIFETIME = 900;

const claimsSchema = z.object({
  aud: z.literal('api'),
  sub: z.string(),
  tenant: z.string(),
  env: z.enum(ENVIRONMENTS),
  scope: z.string(),
  exp: z.number(),
});

export interface AccessTokens {
  issue(client: Client, scopes: readonly Scope[]): Promise<string>;
  /** The client of a genuine, unexpired token with its granted scopes; otherwise undefined. */
  read(token: string): Promise<Client | undefined>;
}

export function createAccessTokens(options: { keys: KeyRing; clock: Clock }): AccessTokens {
  const { keys, clock } = options;
  const seconds = () => Math.floor(clock.now().getTime() / 1000);
  return {
    async issue(client, scopes) {
      const key = await keys.current('access-token');
      const iat = seconds();
      const times = { iat, exp: iat + ACCESS_TOKEN_LIFETIME };
      const { clientId: sub, tenantId: tenant, environment: env } = client;
      return signToken({ aud: 'api', sub, tenant, env, scope: scopes.join(' '), ...times }, key);
    },
    async read(token) {
      const claims = claimsSchema.safeParse(await readToken(token, 'access-token', keys));
      if (!claims.success || claims.data.exp <= seconds()) return undefined;
      const { sub, tenant, env, scope } = claims.data;
      const granted = scope.split(' ');
      const scopes = ALL_SCOPES.filter(name => granted.includes(name));
      return { clientId: sub, tenantId: tenant, environment: env, scopes };
    },
  };
}
