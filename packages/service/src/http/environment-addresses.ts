import type { TenantEnvironment } from '../domain/tenant.ts';
import { unauthorized } from '../domain/problem.ts';
import { isLoopbackUrl, LOOPBACK_NAMES } from './trusted-urls.ts';

/** Host and port for comparison. All loopback names count as the same host. */
function hostOf(url: URL): string {
  const { host, protocol, port } = url;
  if (!isLoopbackUrl(url)) return host;
  return `localhost:${port || (protocol === 'https:' ? '443' : '80')}`;
}

/** The base URLs of the two environments, if they differ; otherwise one URL serves both. */
export class EnvironmentAddresses {
  readonly #publicUrl: string;
  readonly #own: Readonly<Record<TenantEnvironment, URL>> | undefined;

  /** @param publicUrl without a trailing slash */
  constructor(publicUrl: string, own?: { readonly sandbox: string; readonly production: string }) {
    this.#publicUrl = publicUrl;
    this.#own = own && { sandbox: new URL(own.sandbox), production: new URL(own.production) };
  }

  /** Host names that requests may use, besides loopback names. */
  get hostNames(): readonly string[] {
    const urls = this.#own === undefined ? [] : Object.values(this.#own);
    return [new URL(this.#publicUrl), ...urls].map(({ hostname }) => hostname);
  }

  /** The accepted audiences of a client assertion: the token endpoint, also under this machine's loopback names. */
  tokenEndpoints(environment: TenantEnvironment): string[] {
    const url = this.#own?.[environment] ?? new URL(this.#publicUrl);
    const origins = isLoopbackUrl(url)
      ? LOOPBACK_NAMES.map(name => `${url.protocol}//${name}${url.port === '' ? '' : `:${url.port}`}`)
      : [url.origin];
    return origins.map(origin => `${origin}/oauth2/token`);
  }

  /**
   * Refuses credentials of one environment at the other's URL (service interface, "Authentication", 5).
   * @throws Problem `unauthorized`
   */
  require(environment: TenantEnvironment | undefined, requestUrl: string): void {
    if (this.#own === undefined) return;
    const expected = environment && hostOf(this.#own[environment]);
    if (expected === hostOf(new URL(requestUrl))) return;
    throw unauthorized(
      'These credentials belong to the other environment: sandbox and production have separate addresses.',
    );
  }
}
