import { ProxyEntryError, TrustedProxies } from '../http/client-address.ts';
import { hasCredentials, isLoopbackUrl, isWebUrl, readUrl } from '../http/trusted-urls.ts';
import { SettingsError } from '../support/settings-error.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Reads a setting that must be an origin, because links are built by appending paths. A trailing slash is allowed.
 * @returns the origin as browsers write it, whatever spelling was set
 * @throws SettingsError
 */
export function readOrigin(env: Variables, name: string): string | undefined {
  const value = env[name] || undefined;
  if (value === undefined) return undefined;
  const url = readUrl(value);
  const hint = 'Set it to what browsers reach the service by, such as https://sign.example.';
  if (url === undefined || !isWebUrl(url)) {
    throw new SettingsError(`${name}=${value} is no http or https address. ${hint}`);
  }
  if (hasCredentials(url)) {
    throw new SettingsError(`${name} holds a user name or a password. ${hint}`);
  }
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw new SettingsError(
      `${name}=${value} has a path, and the service answers at the top of its host. ${hint}`,
    );
  }
  return url.origin;
}

/** The base URLs of sandbox and production, if they differ. */
export interface EnvironmentUrls {
  readonly sandbox: string;
  readonly production: string;
}

/** @throws SettingsError when only one is set, or both are the same */
export function readEnvironmentUrls(env: Variables): EnvironmentUrls | undefined {
  const sandbox = readOrigin(env, 'SANDBOX_URL');
  const production = readOrigin(env, 'PRODUCTION_URL');
  if (sandbox === undefined && production === undefined) return undefined;
  if (sandbox === undefined || production === undefined) {
    throw new SettingsError('SANDBOX_URL and PRODUCTION_URL belong together: set both or neither.');
  }
  if (new URL(sandbox).host === new URL(production).host) {
    throw new SettingsError('SANDBOX_URL and PRODUCTION_URL must differ in host or port.');
  }
  return { sandbox, production };
}

/** Ports of the environments' URLs on this machine, besides the main port. */
export function furtherPorts(urls: EnvironmentUrls | undefined, host: string, port: number): number[] {
  if (urls === undefined) return [];
  const own = Object.values(urls)
    .map(url => new URL(url))
    .filter(url => url.hostname === host || isLoopbackUrl(url));
  return [...new Set(own.map(url => Number(url.port || (url.protocol === 'https:' ? 443 : 80))))].filter(
    candidate => candidate !== port,
  );
}

/**
 * The proxies listed in TRUSTED_PROXIES, separated by commas or spaces.
 * @throws SettingsError
 */
export function readTrustedProxies(env: Variables): TrustedProxies {
  const entries = (env['TRUSTED_PROXIES'] ?? '').split(/[\s,]+/).filter(entry => entry !== '');
  try {
    return new TrustedProxies(entries);
  } catch (cause) {
    if (!(cause instanceof ProxyEntryError)) throw cause;
    throw new SettingsError(`TRUSTED_PROXIES: ${cause.message}`, { cause });
  }
}

/**
 * Reads a setting that must be a port; undefined if it is not set.
 * @throws SettingsError
 */
export function readPort(env: Variables, name: string): number | undefined {
  const value = env[name] || undefined;
  if (value === undefined) return undefined;
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) {
    throw new SettingsError(
      `${name}=${value} is no port. Take a number from 1 to 65535, or 0 for any free one.`,
    );
  }
  return Number(value);
}
