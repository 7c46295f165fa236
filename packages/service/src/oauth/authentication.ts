/** Who a request is from: access tokens, client secrets of sessions, the operator's token. */
import { createMiddleware } from 'hono/factory';
import { timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import type { Clock } from '../domain/clock.ts';
import { ALL_SCOPES, type ClientPrincipal, type Principal, type Scope } from '../domain/principal.ts';
import { Problem, unauthorized } from '../domain/problem.ts';
import { sha256 } from '../domain/sha256.ts';
import { ENVIRONMENTS } from '../domain/tenant.ts';
import type { EnvironmentAddresses } from '../http/client-address.ts';
import type { Access } from '../http/route.ts';
import type { Credentials, ServiceEnv } from '../http/environment.ts';
import { ADMIN_AUTH } from '../http/openapi-parts.ts';
import { readToken, signToken } from '../keys/compact-token.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { noteTenant } from '../support/logs.ts';
import { type ClientSecrets, looksLikeClientSecret } from './client-secrets.ts';
import type { Client } from './clients.ts';

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

/** Reads the credential of a request's `Authorization` header. */
export class Authentication implements Credentials {
  readonly #tokens: AccessTokens;
  readonly #secrets: ClientSecrets;
  readonly #addresses: EnvironmentAddresses;
  readonly #adminToken: string | undefined;

  constructor(options: {
    tokens: AccessTokens;
    secrets: ClientSecrets;
    addresses: EnvironmentAddresses;
    adminToken: string | undefined;
  }) {
    this.#tokens = options.tokens;
    this.#secrets = options.secrets;
    this.#addresses = options.addresses;
    this.#adminToken = options.adminToken;
  }

  /** @throws Problem `unauthorized` when the credential is missing, not genuine or for another environment's URL */
  async identify(header: string | undefined, requestUrl: string): Promise<Principal> {
    const credential = bearerOf(header);
    if (credential === undefined)
      throw unauthorized('The header Authorization: Bearer with a token is missing.');
    if (looksLikeClientSecret(credential)) {
      const claims = await this.#secrets.read(credential);
      if (claims !== undefined) return { kind: 'signer', ...claims };
    } else {
      const client = await this.#tokens.read(credential);
      if (client !== undefined) {
        noteTenant(client.tenantId);
        this.#addresses.require(client.environment, requestUrl);
        return { kind: 'client', tenantId: client.tenantId, scopes: client.scopes };
      }
    }
    throw unauthorized('The token is not valid or has expired.');
  }

  isAdministrator(header: string | undefined): boolean {
    const given = bearerOf(header);
    if (this.#adminToken === undefined || given === undefined) return false;
    return timingSafeEqual(sha256(given), sha256(this.#adminToken));
  }
}

function bearerOf(header: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1];
}

/** @param check throws a Problem for a principal that may not call the route */
function access(security: Access['security'], check: (principal: Principal) => void): Access {
  const authenticate = createMiddleware<ServiceEnv>(async (c, next) => {
    const principal = await c.get('credentials').identify(c.req.header('Authorization'), c.req.url);
    check(principal);
    c.set('principal', principal);
    await next();
  });
  return { security, middleware: [authenticate], problems: [401, 403] };
}

/** A client with one of these scopes. A signer's secret is refused. */
export function clientWith(...scopes: readonly Scope[]): Access {
  return access(tokensWith(scopes), principal => {
    if (principal.kind === 'signer') throw unauthorized('An access token is required.');
    requireScope(principal, scopes);
  });
}

/**
 * Like `clientWith`, or anybody: a token without the scope counts as none, since less is asked of nobody. Handlers find
 * no principal then. A token that is not valid is refused.
 */
export function anybodyOrClientWith(...scopes: readonly Scope[]): Access {
  const authenticate = createMiddleware<ServiceEnv>(async (c, next) => {
    const header = c.req.header('Authorization');
    const principal =
      header === undefined ? undefined : await c.get('credentials').identify(header, c.req.url);
    if (principal?.kind === 'signer') throw unauthorized('An access token is required.');
    if (principal !== undefined && hasScope(principal, scopes)) c.set('principal', principal);
    await next();
  });
  return { security: [{}, ...tokensWith(scopes)], middleware: [authenticate], problems: [401] };
}

/** A signer. An access token is refused: these routes are only for the person at the page. */
export function signerOnly(): Access {
  return access([{ clientSecret: [] }], principal => {
    if (principal.kind === 'client') throw new Problem('forbidden', 'The client secret is required.');
  });
}

/** A signer, or a client with one of these scopes. The route itself checks whose session it is. */
export function signerOrClientWith(...scopes: readonly Scope[]): Access {
  return access([{ clientSecret: [] }, ...tokensWith(scopes)], principal => {
    if (principal.kind === 'client') requireScope(principal, scopes);
  });
}

const requireAdministrator = createMiddleware<ServiceEnv>(async (c, next) => {
  if (!c.get('credentials').isAdministrator(c.req.header('Authorization')))
    throw unauthorized('The administrator’s token (ADMIN_TOKEN) is required.');
  await next();
});

/** The holder of the administrator's token. */
export const administrator: Access = {
  security: ADMIN_AUTH,
  middleware: [requireAdministrator],
  problems: [401],
};

/** Access tokens with one of these scopes, as security requirements of OpenAPI. */
function tokensWith(scopes: readonly Scope[]): Access['security'] {
  return scopes.map(scope => ({ accessToken: [scope] }));
}

function hasScope(principal: ClientPrincipal, scopes: readonly Scope[]): boolean {
  return scopes.some(scope => principal.scopes.includes(scope));
}

function requireScope(principal: ClientPrincipal, scopes: readonly Scope[]): void {
  if (hasScope(principal, scopes)) return;
  throw new Problem('forbidden', `The token lacks the scope ${scopes.join(' or ')}.`);
}
