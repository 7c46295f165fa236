import type { Principal, ClientPrincipal } from '../domain/principal.ts';
import { createMiddleware } from 'hono/factory';
import type { AccessTokens } from './access-tokens.ts';
import type { Scope } from '../domain/scopes.ts';
import { looksLikeClientSecret, type ClientSecrets } from './client-secrets.ts';
import type { ServiceEnv } from '../http/environment.ts';
import type { EnvironmentAddresses } from '../http/environment-addresses.ts';
import { Problem, unauthorized } from '../domain/problem.ts';

/** Authenticates requests by their `Authorization` header. */
export class Authentication {
  readonly #tokens: AccessTokens;
  readonly #secrets: ClientSecrets;

  readonly #addresses: EnvironmentAddresses;

  constructor(options: { tokens: AccessTokens; secrets: ClientSecrets; addresses: EnvironmentAddresses }) {
    this.#tokens = options.tokens;
    this.#secrets = options.secrets;
    this.#addresses = options.addresses;
  }

  /** @throws Problem `unauthorized` when the credential is missing, not genuine or for another environment's URL */
  async identify(header: string | undefined, requestUrl: string): Promise<Principal> {
    const credential = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1];
    if (credential === undefined) throw unauthorized('Send Authorization: Bearer and a token.');
    if (looksLikeClientSecret(credential)) {
      const claims = await this.#secrets.read(credential);
      if (claims !== undefined) return { kind: 'signer', ...claims };
    } else {
      const client = await this.#tokens.read(credential);
      if (client !== undefined) {
        this.#addresses.require(client.environment, requestUrl);
        return { kind: 'client', tenantId: client.tenantId, scopes: client.scopes };
      }
    }
    throw unauthorized('The token is not valid or has expired.');
  }

  /** Requires a client with one of these scopes. A signer's secret is refused. */
  requireClient(...scopes: readonly Scope[]) {
    return createMiddleware<ServiceEnv>(async (c, next) => {
      const principal = await this.identify(c.req.header('Authorization'), c.req.url);
      if (principal.kind === 'signer') throw unauthorized('This needs an access token.');
      requireScope(principal, scopes);
      c.set('principal', principal);
      await next();
    });
  }

  /** Requires a signer. An access token is refused: these routes are only for the person at the page. */
  requireSigner() {
    return createMiddleware<ServiceEnv>(async (c, next) => {
      const principal = await this.identify(c.req.header('Authorization'), c.req.url);
      if (principal.kind === 'client') throw new Problem('forbidden', 'This needs the client secret.');
      c.set('principal', principal);
      await next();
    });
  }

  /** Requires a signer, or a client with one of these scopes. The route itself checks whose session it is. */
  requireSignerOrClient(...scopes: readonly Scope[]) {
    return createMiddleware<ServiceEnv>(async (c, next) => {
      const principal = await this.identify(c.req.header('Authorization'), c.req.url);
      if (principal.kind === 'client') requireScope(principal, scopes);
      c.set('principal', principal);
      await next();
    });
  }
}

function requireScope(principal: ClientPrincipal, scopes: readonly Scope[]): void {
  if (scopes.some(scope => principal.scopes.includes(scope))) return;
  throw new Problem('forbidden', `The token lacks the scope ${scopes.join(' or ')}.`);
}
