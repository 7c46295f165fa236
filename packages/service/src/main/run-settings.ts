import os from 'node:os';
import path from 'node:path';
import {
  readEnvironmentUrls,
  readOrigin,
  readPort,
  readTrustedProxies,
  type EnvironmentUrls,
} from './address-settings.ts';
import type { TrustedProxies } from '../http/client-address.ts';
import { readS3Settings, type S3Settings } from '../documents/s3-store.ts';
import type { PageFolders } from '../pages/pages.ts';
import { LOG_FORMATS, type LogFormat } from '../support/logs.ts';
import { SettingsError } from '../support/settings-error.ts';
import {
  readClientSecrets,
  readOperatingMode,
  requireSettings,
  type ClientSecrets,
  type OperatingMode,
} from './operating-mode.ts';
import { readMail, readSmsGateway, readSmsGatewayToken, type MailSettings } from '../messages/senders.ts';
import { readMetricsSettings, type MetricsSettings } from './metrics-server.ts';
import { readSealingFiles, type SealingFiles } from '../pki/sealing-files.ts';
import { readTimestampSettings, type TimestampSettings } from '../pki/timestamp-authority.ts';

export { SettingsError } from '../support/settings-error.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The settings of a running service. */
export interface RunSettings {
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  /** Undefined: the address that it listens on. */
  readonly publicUrl: string | undefined;
  /** If sandbox and production have different URLs. */
  readonly environmentUrls: EnvironmentUrls | undefined;
  /** Proxies whose headers about the client's address are trusted. */
  readonly trustedProxies: TrustedProxies;
  /** A file with further tenants and clients. */
  readonly tenantsFile: string | undefined;
  /** A file with providers of cloud certificates. */
  readonly cloudProvidersFile: string | undefined;
  readonly dataFolder: string;
  /** Where large bodies of requests are until they are whole. */
  readonly bodyFolder: string;
  /** A PostgreSQL server to use instead of the data folder. */
  readonly databaseUrl: string | undefined;
  /** Connections to it at once. */
  readonly databasePoolSize: number | undefined;
  /** Where documents are kept instead of beside the rest. */
  readonly objectStore: S3Settings | undefined;
  readonly mode: OperatingMode;
  readonly clientSecrets: ClientSecrets;
  /** Its holder may create clients. Undefined: nobody may. */
  readonly adminToken: string | undefined;
  /** The mail server. Undefined: e-mails stay in the inbox, in local mode. */
  readonly mail: MailSettings | undefined;
  /** The HTTP gateway for SMS. Undefined: they stay in the inbox, in local mode. */
  readonly smsGatewayUrl: string | undefined;
  /** Sent to that gateway as `Authorization: Bearer`. */
  readonly smsGatewayToken: string | undefined;
  /** The authority that timestamps signers' signatures (RFC 3161). Undefined: they have no timestamp. */
  readonly timestamps: TimestampSettings | undefined;
  readonly logFormat: LogFormat;
  /** Where Prometheus reads what is measured. Undefined: nowhere. */
  readonly metrics: MetricsSettings | undefined;
  /** Whether webhooks may be sent to this machine. */
  readonly allowLocalWebhooks: boolean;
  /** Days for which pictures of faces are kept after the end of their session. */
  readonly pictureRetentionDays: number;
  /** A PEM file of the root certificates that signers' certificates must chain to. */
  readonly trustedRoots: string | undefined;
  readonly govBrRoots: string | undefined;
  /** The certificate that documents are sealed with. Undefined: one that the service makes for itself. */
  readonly sealing: SealingFiles | undefined;
  /** Undefined: only the API is served. */
  readonly pages: PageFolders | undefined;
  /** The built QA console, which local mode shows at `/`. */
  readonly consoleFolder: string | undefined;
}

function readPictureRetention(env: Environment): number {
  const value = env['PICTURE_RETENTION_DAYS'] || '0';
  if (!/^\d{1,4}$/.test(value)) {
    throw new SettingsError(`PICTURE_RETENTION_DAYS=${value} is no number of days from 0 to 9999.`);
  }
  return Number(value);
}

/** Refuses anything but `true` and `false`, so that webhooks to this machine are never allowed by mistake. */
function readAllowLocalWebhooks(env: Environment): boolean {
  const value = (env['ALLOW_LOCAL_WEBHOOKS'] || 'false').toLowerCase();
  if (value !== 'true' && value !== 'false') {
    throw new SettingsError(`ALLOW_LOCAL_WEBHOOKS=${env['ALLOW_LOCAL_WEBHOOKS']} is neither true nor false.`);
  }
  return value === 'true';
}

function readPoolSize(env: Environment): number | undefined {
  const value = env['DATABASE_POOL_SIZE'] || undefined;
  if (value === undefined) return undefined;
  if (!/^\d{1,3}$/.test(value) || Number(value) < 2) {
    throw new SettingsError(`DATABASE_POOL_SIZE=${value} is no number of connections from 2 to 999.`);
  }
  return Number(value);
}

function readLogFormat(env: Environment): LogFormat {
  const value = env['LOG_FORMAT'] || 'text';
  const format = LOG_FORMATS.find(known => known === value);
  if (format === undefined) throw new SettingsError(`LOG_FORMAT=${value} is neither text nor json.`);
  return format;
}

/** The URL may contain a password, so the message does not repeat it. */
function readDatabaseUrl(env: Environment): string | undefined {
  const value = env['DATABASE_URL'] || undefined;
  if (value !== undefined && !/^postgres(ql)?:\/\//.test(value)) {
    throw new SettingsError('DATABASE_URL does not begin with postgres://.');
  }
  return value;
}

/** Requires a length that cannot be guessed; the message does not repeat the value. */
function readAdminToken(env: Environment): string | undefined {
  const value = env['ADMIN_TOKEN'] || undefined;
  if (value !== undefined && !/^[\x21-\x7e]{16,}$/.test(value)) {
    throw new SettingsError('ADMIN_TOKEN needs 16 or more visible ASCII characters.');
  }
  return value;
}

/**
 * Reads the settings from the environment, with their defaults; an empty one counts as absent.
 * @throws SettingsError
 */
export function readSettings(env: Environment): RunSettings {
  const host = env['HOST'] || '127.0.0.1';
  const environmentUrls = readEnvironmentUrls(env);
  const publicUrl = readOrigin(env, 'PUBLIC_URL') ?? environmentUrls?.sandbox;
  const urls = [publicUrl, environmentUrls?.sandbox, environmentUrls?.production];
  const publicUrls = [...new Set(urls.filter(url => url !== undefined))];
  const mode = readOperatingMode(env, { host, publicUrls });
  const clientSecrets = readClientSecrets(env, mode);
  const site = env['PAGES_DIR'];
  const widget = env['WIDGET_DIR'];
  const manual = env['MANUAL_DIR'] || undefined;
  const settings = {
    host,
    port: readPort(env, 'PORT') ?? 4010,
    publicUrl,
    environmentUrls,
    trustedProxies: readTrustedProxies(env),
    tenantsFile: env['TENANTS_FILE'] ? path.resolve(env['TENANTS_FILE']) : undefined,
    cloudProvidersFile: env['CLOUD_PROVIDERS_FILE'] ? path.resolve(env['CLOUD_PROVIDERS_FILE']) : undefined,
    dataFolder: path.resolve(env['DATA_DIR'] || '.sign-session'),
    databaseUrl: readDatabaseUrl(env),
    bodyFolder: path.resolve(env['DATA_DIR'] || (env['DATABASE_URL'] ? os.tmpdir() : '.sign-session')),
    databasePoolSize: readPoolSize(env),
    objectStore: readS3Settings(env),
    mode,
    clientSecrets,
    adminToken: readAdminToken(env),
    mail: readMail(env),
    smsGatewayUrl: readSmsGateway(env),
    smsGatewayToken: readSmsGatewayToken(env),
    timestamps: readTimestampSettings(env),
    logFormat: readLogFormat(env),
    metrics: readMetricsSettings(env),
    allowLocalWebhooks: readAllowLocalWebhooks(env),
    pictureRetentionDays: readPictureRetention(env),
    trustedRoots: env['TRUSTED_ROOTS'] ? path.resolve(env['TRUSTED_ROOTS']) : undefined,
    govBrRoots: env['GOV_BR_ROOTS'] ? path.resolve(env['GOV_BR_ROOTS']) : undefined,
    sealing: readSealingFiles(env),
    pages: site === undefined || widget === undefined ? undefined : { site, widget, manual },
    consoleFolder: env['CONSOLE_DIR'] || undefined,
  };
  // Last, so that what is wrong is told before what is missing.
  requireSettings(env, settings);
  return settings;
}
