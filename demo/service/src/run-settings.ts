import path from 'node:path';
import type { PageFolders } from './http/pages.ts';
import { WELL_KNOWN_SECRETS, type LocalSecrets } from './tenants/local-tenants.ts';

/** A setting from the environment that cannot be right; the message names it and says what would be. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** How to run the service. */
export interface RunSettings {
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  /** Undefined: the address listened on. */
  readonly publicUrl: string | undefined;
  readonly dataFolder: string;
  /** A PostgreSQL server instead of the data folder. */
  readonly databaseUrl: string | undefined;
  /** Whether `/_local` is there. */
  readonly localMode: boolean;
  readonly clientSecrets: LocalSecrets;
  /** Undefined: the API alone. */
  readonly pages: PageFolders | undefined;
}

/** Listening on all of a machine's addresses, of which none can stand in a link. */
const WILDCARDS = ['0.0.0.0', '::', '[::]', '*'];

function readPort(env: Environment): number {
  const value = env['PORT'] || '4010';
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) {
    throw new SettingsError(
      `PORT=${value} is no port. Take a number from 1 to 65535, or 0 for any free one.`,
    );
  }
  return Number(value);
}

/** Links are built by appending paths, so the public address is an origin; a slash at its end does no harm. */
function readPublicUrl(env: Environment): string | undefined {
  const value = env['PUBLIC_URL'] || undefined;
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const hint = 'Set it to what browsers reach the service by, such as https://sign.example.';
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new SettingsError(`PUBLIC_URL=${value} is no http or https address. ${hint}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new SettingsError(`PUBLIC_URL holds a user name or a password. ${hint}`);
  }
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw new SettingsError(
      `PUBLIC_URL=${value} has a path, and the service answers at the top of its host. ${hint}`,
    );
  }
  return value;
}

/** Anything but a clear word could open `/_local` where it must be closed. */
function readLocalMode(env: Environment): boolean {
  const value = (env['LOCAL_MODE'] || 'on').toLowerCase();
  if (value !== 'on' && value !== 'off') {
    throw new SettingsError(`LOCAL_MODE=${env['LOCAL_MODE']} is neither on nor off.`);
  }
  return value === 'on';
}

/** The address may hold a password, so the message does not repeat it. */
function readDatabaseUrl(env: Environment): string | undefined {
  const value = env['DATABASE_URL'] || undefined;
  if (value !== undefined && !/^postgres(ql)?:\/\//.test(value)) {
    throw new SettingsError('DATABASE_URL does not begin with postgres://.');
  }
  return value;
}

/**
 * The settings that the environment holds, with their defaults; an empty one counts as absent.
 * @throws SettingsError
 */
export function readSettings(env: Environment): RunSettings {
  const host = env['HOST'] || '127.0.0.1';
  const publicUrl = readPublicUrl(env);
  if (publicUrl === undefined && WILDCARDS.includes(host)) {
    throw new SettingsError(
      `HOST=${host} listens on every address, so links need PUBLIC_URL: what browsers reach the service by.`,
    );
  }
  const site = env['PAGES_DIR'];
  const widget = env['WIDGET_DIR'];
  return {
    host,
    port: readPort(env),
    publicUrl,
    dataFolder: path.resolve(env['DATA_DIR'] || '.data'),
    databaseUrl: readDatabaseUrl(env),
    localMode: readLocalMode(env),
    clientSecrets: {
      local: env['LOCAL_CLIENT_SECRET'] || WELL_KNOWN_SECRETS.local,
      limited: env['LIMITED_CLIENT_SECRET'] || WELL_KNOWN_SECRETS.limited,
    },
    pages: site === undefined || widget === undefined ? undefined : { site, widget },
  };
}
