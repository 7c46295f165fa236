/** Reads the settings of a running service: the rows of settings.ts, and the few rules that are about several of them. */
import os from 'node:os';
import path from 'node:path';
import type { S3Settings } from '../documents/s3-store.ts';
import { TrustedProxies } from '../http/client-address.ts';
import { isConfidential } from '../http/trusted-urls.ts';
import type { MailSettings } from '../messages/senders.ts';
import type { PageFolders } from '../pages/pages.ts';
import type { SealingFiles } from '../pki/sealing-files.ts';
import type { TimestampSettings } from '../pki/timestamp-authority.ts';
import type { LogFormat } from '../support/logs.ts';
import { SettingsError } from '../support/settings-error.ts';
import type { MetricsSettings } from './metrics-server.ts';
import {
  type ClientSecrets,
  clientSecretsOf,
  operatingModeOf,
  type OperatingMode,
  requireSettings,
} from './operating-mode.ts';
import {
  type Environment,
  type Setting,
  type SettingName,
  SETTINGS,
  type SettingValues,
} from './settings.ts';
import { Complaint } from './setting-values.ts';

export type { Environment } from './settings.ts';
export { SettingsError } from '../support/settings-error.ts';

/** The base URLs of sandbox and production, if they differ. */
export interface EnvironmentUrls {
  readonly sandbox: string;
  readonly production: string;
}

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

/** Settings of which none goes without the others. */
const TOGETHER: readonly (readonly SettingName[])[] = [
  ['SANDBOX_URL', 'PRODUCTION_URL'],
  ['SEALING_CERTIFICATE', 'SEALING_KEY'],
  ['TSA_TOKEN_URL', 'TSA_CLIENT_ID', 'TSA_CLIENT_SECRET'],
];

/** What a setting needs beside it. */
const NEEDS: readonly (readonly [SettingName, readonly SettingName[]])[] = [
  ['S3_BUCKET_URL', ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']],
  ['SMTP_URL', ['MAIL_FROM']],
];

/** What excludes others. */
const EXCLUDES: readonly (readonly [SettingName, readonly SettingName[]])[] = [
  ['TSA_TOKEN', ['TSA_TOKEN_URL', 'TSA_CLIENT_ID', 'TSA_CLIENT_SECRET']],
];

const list = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

function readOne([name, { read, default: fallback, secret }]: [string, Setting], env: Environment): unknown {
  const value = env[name] || fallback;
  if (value === undefined) return undefined;
  try {
    return read(value);
  } catch (cause) {
    if (!(cause instanceof Complaint)) throw cause;
    // An address may hold a password before its @.
    const isShown = cause.quotes && secret !== true && !value.includes('@');
    throw new SettingsError(`${name}${isShown ? `=${value}` : ''} ${cause.message}`, { cause });
  }
}

/** @throws SettingsError for what is set without what it needs, or beside what it excludes */
function requireCompany(isSet: (name: string) => boolean, rows: readonly [string, Setting][]): void {
  for (const [name, others] of EXCLUDES) {
    const other = others.find(isSet);
    if (isSet(name) && other !== undefined)
      throw new SettingsError(`${name} and ${other} exclude each other: set one of them.`);
  }
  for (const names of TOGETHER)
    if (names.some(isSet) && !names.every(isSet))
      throw new SettingsError(`${list(names)} belong together: set all of them or none.`);
  for (const [name, needed] of NEEDS)
    if (isSet(name) && !needed.every(isSet)) throw new SettingsError(`${name} needs ${list(needed)}.`);
  for (const [name, { of }] of rows)
    if (of !== undefined && isSet(name) && !isSet(of))
      throw new SettingsError(`${name} means nothing without ${of}: set ${of} too.`);
}

/**
 * Reads every setting by itself, and sees that those are there which it needs. An empty one counts as absent.
 * @throws SettingsError; its message repeats no secret
 */
export function readValues(env: Environment): SettingValues {
  const rows: [string, Setting][] = Object.entries(SETTINGS);
  requireCompany(name => Boolean(env[name]), rows);
  const values = Object.fromEntries(rows.map(row => [row[0], readOne(row, env)]));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value is what its row's `read` returns
  return values as SettingValues;
}

/** How many characters have to be typed, left out, replaced or exchanged with the next to make one word of the other. */
function editDistance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let index = 0; index < one.length; index += 1) {
    const next = [index + 1];
    for (let at = 0; at < other.length; at += 1) {
      const replaced = (row[at] ?? 0) + (one[index] === other[at] ? 0 : 1);
      const isExchanged = at > 0 && one[index] === other[at - 1] && one[index - 1] === other[at];
      const exchanged = isExchanged ? (before[at - 1] ?? 0) + 1 : replaced;
      next.push(Math.min(replaced, exchanged, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Short names are near to others' by chance: HOST and HOME. */
function isNear(name: string, known: string): boolean {
  if (known.length < 7) return false;
  if (known === `${name}_URL` && name.includes('_')) return true;
  return editDistance(name, known) <= (known.length < 10 ? 1 : 2);
}

/**
 * Variables that look like one of ours, misspelt. Of others' variables nothing is said.
 * @returns a warning each, without values
 */
export function misspeltSettings(env: Environment): string[] {
  const known = Object.keys(SETTINGS);
  return Object.keys(env)
    .filter(name => env[name] && /^[A-Z][A-Z\d_]*$/.test(name) && !known.includes(name))
    .flatMap(name => {
      const meant = known.find(each => isNear(name, each));
      return meant === undefined ? [] : [`${name} is no setting of this service. Is ${meant} meant?`];
    });
}

function environmentUrlsOf({ SANDBOX_URL, PRODUCTION_URL }: SettingValues): EnvironmentUrls | undefined {
  if (SANDBOX_URL === undefined || PRODUCTION_URL === undefined) return undefined;
  if (new URL(SANDBOX_URL).host === new URL(PRODUCTION_URL).host)
    throw new SettingsError('SANDBOX_URL and PRODUCTION_URL must differ in host or port.');
  return { sandbox: SANDBOX_URL, production: PRODUCTION_URL };
}

function encryptionOf({ S3_ENCRYPTION: kind, S3_KMS_KEY_ID: keyId }: SettingValues) {
  if (kind === 'aws:kms') return { kind, keyId };
  if (keyId !== undefined)
    throw new SettingsError('S3_KMS_KEY_ID is for S3_ENCRYPTION=aws:kms: set that too.');
  return kind === undefined ? undefined : { kind };
}

function objectStoreOf(values: SettingValues): S3Settings | undefined {
  const { S3_BUCKET_URL: bucketUrl, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = values;
  const encryption = encryptionOf(values);
  if (bucketUrl === undefined) return undefined;
  if (!values.S3_ALLOW_HTTP && !isConfidential(new URL(bucketUrl)))
    throw new SettingsError(
      'S3_BUCKET_URL is no https address (http only on this machine, or with S3_ALLOW_HTTP=true).',
    );
  return {
    bucketUrl,
    prefix: values.S3_PREFIX ?? '',
    region: values.S3_REGION ?? 'us-east-1',
    accessKeyId: S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: S3_SECRET_ACCESS_KEY ?? '',
    encryption,
    adopts: values.S3_ADOPT,
    directDownloads: values.S3_DOWNLOADS === 'direct',
  };
}

function credentialsOf(values: SettingValues): TimestampSettings['credentials'] {
  const { TSA_TOKEN: token, TSA_TOKEN_URL, TSA_CLIENT_ID, TSA_CLIENT_SECRET, TSA_SCOPE } = values;
  if (token !== undefined) return { kind: 'token', token };
  if (TSA_TOKEN_URL === undefined) return undefined;
  return {
    kind: 'client',
    tokenUrl: TSA_TOKEN_URL,
    clientId: TSA_CLIENT_ID ?? '',
    clientSecret: TSA_CLIENT_SECRET ?? '',
    scope: TSA_SCOPE,
  };
}

/** Hashes alone may be sent over http, secrets not. */
function timestampsOf(values: SettingValues): TimestampSettings | undefined {
  const { TSA_URL: url } = values;
  if (url === undefined) return undefined;
  const credentials = credentialsOf(values);
  if (credentials !== undefined && !isConfidential(new URL(url)))
    throw new SettingsError('TSA_URL gets a secret, and is no https address (http only on this machine).');
  return { url, credentials };
}

function metricsOf({ METRICS_PORT: port, METRICS_HOST, METRICS_TOKEN: token }: SettingValues) {
  return port === undefined ? undefined : { host: METRICS_HOST ?? '127.0.0.1', port, token };
}

/** Beside a database server without a data folder, they are kept with other temporary files. */
function foldersOf({ DATA_DIR, DATABASE_URL }: SettingValues) {
  const dataFolder = DATA_DIR ?? path.resolve('.sign-session');
  return {
    dataFolder,
    bodyFolder: DATA_DIR === undefined && DATABASE_URL !== undefined ? os.tmpdir() : dataFolder,
  };
}

/**
 * Reads the settings from the environment, with their defaults; an empty one counts as absent.
 * @throws SettingsError
 */
export function readSettings(env: Environment): RunSettings {
  const values = readValues(env);
  const environmentUrls = environmentUrlsOf(values);
  const publicUrl = values.PUBLIC_URL ?? environmentUrls?.sandbox;
  const urls = [publicUrl, environmentUrls?.sandbox, environmentUrls?.production];
  const publicUrls = [...new Set(urls.filter(url => url !== undefined))];
  const mode = operatingModeOf(values, publicUrls);
  const { SMTP_URL, MAIL_FROM, SEALING_CERTIFICATE, SEALING_KEY, PAGES_DIR, WIDGET_DIR } = values;
  const settings = {
    host: values.HOST,
    port: values.PORT,
    publicUrl,
    environmentUrls,
    trustedProxies: values.TRUSTED_PROXIES ?? new TrustedProxies([]),
    tenantsFile: values.TENANTS_FILE,
    cloudProvidersFile: values.CLOUD_PROVIDERS_FILE,
    ...foldersOf(values),
    databaseUrl: values.DATABASE_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    objectStore: objectStoreOf(values),
    mode,
    clientSecrets: clientSecretsOf(values, mode),
    adminToken: values.ADMIN_TOKEN,
    mail: SMTP_URL && MAIL_FROM ? { url: SMTP_URL, from: MAIL_FROM } : undefined,
    smsGatewayUrl: values.SMS_GATEWAY_URL,
    smsGatewayToken: values.SMS_GATEWAY_TOKEN,
    timestamps: timestampsOf(values),
    logFormat: values.LOG_FORMAT,
    metrics: metricsOf(values),
    allowLocalWebhooks: values.ALLOW_LOCAL_WEBHOOKS,
    pictureRetentionDays: values.PICTURE_RETENTION_DAYS,
    trustedRoots: values.TRUSTED_ROOTS,
    govBrRoots: values.GOV_BR_ROOTS,
    sealing:
      SEALING_CERTIFICATE && SEALING_KEY ? { certificate: SEALING_CERTIFICATE, key: SEALING_KEY } : undefined,
    pages:
      PAGES_DIR && WIDGET_DIR
        ? { site: PAGES_DIR, widget: WIDGET_DIR, manual: values.MANUAL_DIR }
        : undefined,
    consoleFolder: values.CONSOLE_DIR,
  };
  // Last, so that what is wrong is told before what is missing.
  requireSettings(values, settings);
  return settings;
}
