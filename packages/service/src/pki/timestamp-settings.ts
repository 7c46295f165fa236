import { hasCredentials, isConfidential, isWebUrl, readUrl } from '../http/trusted-urls.ts';
import { SettingsError } from '../support/settings-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The service's credentials at a timestamp authority. */
export type TimestampCredentials =
  | { readonly kind: 'token'; readonly token: string }
  | {
      /** OAuth 2.0 client credentials (RFC 6749, 4.4). */
      readonly kind: 'client';
      readonly tokenUrl: string;
      readonly clientId: string;
      readonly clientSecret: string;
      readonly scope: string | undefined;
    };

export interface TimestampSettings {
  /** May contain a key. */
  readonly url: string;
  readonly credentials: TimestampCredentials | undefined;
}

const CLIENT = ['TSA_TOKEN_URL', 'TSA_CLIENT_ID', 'TSA_CLIENT_SECRET'] as const;

/**
 * The timestamp authority's settings; undefined without `TSA_URL`.
 * @throws SettingsError; its message repeats no secret and no address, which may contain a key
 */
export function readTimestampSettings(env: Environment): TimestampSettings | undefined {
  const url = env['TSA_URL'] || undefined;
  const credentials = readCredentials(env);
  if (url === undefined) {
    if (credentials === undefined) return undefined;
    throw new SettingsError('TSA_TOKEN and TSA_CLIENT_ID are for a timestamp authority: set TSA_URL too.');
  }
  const parsed = readAddress('TSA_URL', url);
  if (credentials !== undefined) requireConfidential('TSA_URL', parsed);
  return { url, credentials };
}

function readCredentials(env: Environment): TimestampCredentials | undefined {
  const token = env['TSA_TOKEN'] || undefined;
  const [tokenUrl, clientId, clientSecret] = CLIENT.map(name => env[name] || undefined);
  const some = [tokenUrl, clientId, clientSecret].some(value => value !== undefined);
  if (token !== undefined) {
    if (some) throw new SettingsError('TSA_TOKEN and TSA_CLIENT_ID exclude each other: set one of them.');
    if (!/^[\x21-\x7e]+$/.test(token)) {
      throw new SettingsError('TSA_TOKEN holds spaces or characters that no header can carry.');
    }
    return { kind: 'token', token };
  }
  if (!some) return undefined;
  if (tokenUrl === undefined || clientId === undefined || clientSecret === undefined) {
    throw new SettingsError(`${CLIENT.join(', ')} belong together: set all three.`);
  }
  requireConfidential('TSA_TOKEN_URL', readAddress('TSA_TOKEN_URL', tokenUrl));
  return { kind: 'client', tokenUrl, clientId, clientSecret, scope: env['TSA_SCOPE'] || undefined };
}

function readAddress(name: string, value: string): URL {
  const url = readUrl(value);
  if (url === undefined || !isWebUrl(url)) {
    throw new SettingsError(`${name} is no http or https address.`);
  }
  if (hasCredentials(url)) {
    throw new SettingsError(`${name} holds a user name or a password, which would not be sent.`);
  }
  return url;
}

/** Requires https for secrets. Hashes alone may be sent over http. */
function requireConfidential(name: string, url: URL): void {
  if (isConfidential(url)) return;
  throw new SettingsError(`${name} gets a secret, and is no https address (http only on this machine).`);
}
