/** What the program is told by its environment. Nothing of it is ever an argument, written to a log or part of an answer. */

export interface Settings {
  /** Where the service is, without a slash at the end. */
  readonly serviceUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The folder that PDFs are read from and secrets of webhooks written to; without it neither is done. */
  readonly filesFolder: string | undefined;
  /** Whether the service is on this computer, and so may be in local mode. */
  readonly isLocal: boolean;
}

const LOCAL = 'http://127.0.0.1:4010';

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Says which setting is wrong, without its value. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

function serviceAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new SettingsError('SIGN_SERVICE_URL is no http or https address.');
  if (url.protocol === 'http:' && !LOOPBACK.has(url.hostname))
    throw new SettingsError('SIGN_SERVICE_URL has to be https, except on this computer.');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new SettingsError(
      'SIGN_SERVICE_URL has to be an address alone, without a user, a query or a fragment.',
    );
  return url;
}

/** Credentials that the local service publishes: they open nothing else. */
const localClient = { clientId: 'local', clientSecret: 'local-secret' };

/** @throws SettingsError */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const url = serviceAddress(env['SIGN_SERVICE_URL'] ?? LOCAL);
  const isLocal = LOOPBACK.has(url.hostname);
  const { SIGN_CLIENT_ID: clientId = '', SIGN_CLIENT_SECRET: clientSecret = '' } = env;
  if ((clientId === '') !== (clientSecret === ''))
    throw new SettingsError('SIGN_CLIENT_ID and SIGN_CLIENT_SECRET belong together.');
  if (clientId === '' && !isLocal)
    throw new SettingsError('SIGN_CLIENT_ID and SIGN_CLIENT_SECRET are required for this service.');
  const filesFolder = env['SIGN_FILES_FOLDER'];
  return {
    serviceUrl: url.href.replace(/\/+$/, ''),
    ...(clientId === '' ? localClient : { clientId, clientSecret }),
    filesFolder: filesFolder === '' ? undefined : filesFolder,
    isLocal,
  };
}
