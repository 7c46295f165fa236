import type { Principal, ClientPrincipal } from '../domain/principal.ts';
import { createMiddleware } from 'hono/factory';
import type { AccessTokens } from './access-tokens.ts';
import type { Scope } from '../domain/scopes.ts';
import { looksLikeClientSecret, type ClientSecrets } from './client-secrets.ts';
import type { ServiceEnv } from '../http/environment.ts';
import type { EnvironmentAddresses } from '../http/environment-addresses.ts';
import { Problem, unauthorized } from '../domain/problem.ts';

/** Reads who is behind an `Authorization` header. */
export class Authentication {
  readonly #tokens: AccessTokens;
  readonly #secrets: ClientSecrets;

  readonly #addresses: EnvironmentAddresses;

  constructor(options: { tokens: AccessTokens; secrets: ClientSecrets; addresses: EnvironmentAddresses }) {
    this.#tokens = options.tokens;
    this.#secrets = options.secrets;
    this.#addresses = options.addresses;
  }

  /** @throws Problem `unauthorized` when there is no credential, or it is not genuine or not for this address */
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

  /** Lets an integrator in who has one of these scopes. A signer's secret opens nothing here. */
  requireClient(...scopes: readonly Scope[]) {
    return createMiddleware<ServiceEnv>(async (c, next) => {
      const principal = await this.identify(c.req.header('Authorization'), c.req.url);
      if (principal.kind === 'signer') throw unauthorized('This needs an access token.');
      requireScope(principal, scopes);
      c.set('principal', principal);
      await next();
    });
  }

  /** Lets a signer in. What it guards is for the person at the page, whom no access token stands for. */
  requireSigner() {
    return createMiddleware<ServiceEnv>(async (c, next) => {
      const principal = await this.identify(c.req.header('Authorization'), c.req.url);
      if (principal.kind === 'client') throw new Problem('forbidden', 'This needs the client secret.');
      c.set('principal', principal);
      await next();
    });
  }

  /** Lets in a signer, or an integrator who has one of these scopes. Whose session it is, is checked with it. */
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
