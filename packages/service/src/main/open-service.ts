/** Opens the service by its settings: storage, senders, providers, ports. */
import { certificatesInPem, readCertificateFacts } from '@sign-session/certificates';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type CloudProvider, readProvidersFile } from '../cloud-certificates/providers.ts';
import { type DocumentStore, storeWithFallback, openTableStore } from '../storage/document-store.ts';
import { openFileStore } from '../documents/file-store.ts';
import { openS3Store } from '../documents/s3-store.ts';
import { systemRandom } from '../domain/ids.ts';
import { openBodyFolder } from '../http/large-bodies.ts';
import { isLoopbackUrl } from '../http/trusted-urls.ts';
import type { Senders } from '../messages/message.ts';
import { createMailSender, createSmsGateway } from '../messages/senders.ts';
import { type MetricsServer, openMetricsServer } from './metrics-server.ts';
import { openSealingFiles } from '../pki/sealing-files.ts';
import {
  bearerTokens,
  createTimestampAuthority,
  type TimestampAuthority,
  type TimestampSettings,
} from '../pki/timestamp-authority.ts';
import type { Database } from '../storage/database.ts';
import { lockFolder } from '../storage/folder-lock.ts';
import { openDatabaseServer } from '../storage/postgres.ts';
import type { Logs } from '../support/logs.ts';
import { builtInSeeds } from '../tenants/built-in-tenants.ts';
import { readTenantsFile, type TenantSeed } from '../tenants/tenants-file.ts';
import type { LocalMode } from './local-mode.ts';
import { type NodeServer, openNodeServer } from './node-server.ts';
import { checkTenants, modeWarnings } from './operating-mode.ts';
import { type Environment, type EnvironmentUrls, type RunSettings, SettingsError } from './run-settings.ts';
import { createService } from './service.ts';

interface Storage {
  readonly database: Database;
  readonly documents: DocumentStore;
  close(): Promise<void>;
}

/** Storage that is locked for this process. */
interface StoragePlace {
  open(): Promise<Storage>;
  release(): Promise<void>;
}

/** Whether a file in the data folder belongs to the service. */
const isOurs = (name: string): boolean => /^(?:documents|database(?:\.draft-.*)?|lock\.json.*)$/.test(name);

/**
 * Excludes the data folder from Git, so that signers' data is not committed by accident. Only if it holds nothing
 * else.
 */
async function ignoreInGit(folder: string): Promise<void> {
  if ((await readdir(folder)).every(isOurs)) await writeFile(path.join(folder, '.gitignore'), '*\n');
}

/**
 * Takes what the settings name: a PostgreSQL server, or the data folder for this process alone. Documents are kept
 * there too, or in an object store.
 * @throws FolderInUseError
 */
async function takeStorage({
  databaseUrl,
  databasePoolSize,
  dataFolder,
  objectStore,
}: RunSettings): Promise<StoragePlace> {
  const withObjects = (store: DocumentStore): DocumentStore =>
    objectStore === undefined ? store : storeWithFallback(openS3Store(objectStore), store);
  if (databaseUrl !== undefined) {
    const open = async () => {
      const database = openDatabaseServer(databaseUrl, undefined, databasePoolSize);
      return { database, documents: withObjects(openTableStore(database)), close: () => database.close() };
    };
    return { open, release: async () => undefined };
  }
  const lock = await lockFolder(dataFolder);
  await ignoreInGit(dataFolder);
  const open = async () => {
    // Imported only when needed.
    const { openDatabaseFolder } = await import('../storage/database-folder.ts');
    const database = await openDatabaseFolder(path.join(dataFolder, 'database'));
    const documents = withObjects(await openFileStore(path.join(dataFolder, 'documents')));
    return { database, documents, close: () => database.close() };
  };
  return { open, release: () => lock.release() };
}

/** The running service with its port and data. */
export interface OpenService {
  /** The address it listens on, without a trailing slash. */
  readonly address: string;
  /** The base URL of links. */
  readonly publicUrl: string;
  /** Where Prometheus reads what is measured. */
  readonly metricsAddress: string | undefined;
  /** Ends running work and closes everything, even if some of it fails. */
  close(): Promise<void>;
}

interface OpenOptions {
  /** For the secrets that the tenants file refers to. */
  readonly env: Environment;
  readonly logs: Pick<Logs, 'request' | 'audit' | 'warn' | 'error'>;
  /** Runs after the port and the data folder were taken, and before anything is served. */
  readonly prepare?: (() => Promise<void>) | undefined;
  /** Present if the mode is not production. */
  readonly local: LocalMode | undefined;
}

/** The configured senders; without any, messages stay in the inbox of local mode. */
function sendersOf({ mail, smsGatewayUrl, smsGatewayToken }: RunSettings): Senders {
  return {
    ...(mail && { email: createMailSender(mail) }),
    ...(smsGatewayUrl && { sms: createSmsGateway({ url: smsGatewayUrl, token: smsGatewayToken }) }),
  };
}

export function openTimestamps({ url, credentials }: TimestampSettings): TimestampAuthority {
  const tokens = credentials && bearerTokens(credentials);
  return createTimestampAuthority({ url, tokens, random: systemRandom });
}

/** @param name of the setting @throws SettingsError when the file holds no certificate */
export async function readRoots(name: string, file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  try {
    const pem = await readFile(file, 'latin1');
    if (certificatesInPem(pem).map(readCertificateFacts).length > 0) return pem;
  } catch (cause) {
    throw new SettingsError(`${name}=${file} cannot be read.`, { cause });
  }
  throw new SettingsError(`${name}=${file} holds no certificate in PEM.`);
}

/** Closes what was opened in reverse order, even if some of it fails. */
class Opened {
  readonly #closings: (() => Promise<void>)[] = [];

  add(close: () => Promise<void>): void {
    this.#closings.unshift(close);
  }

  async close(): Promise<void> {
    const errors: unknown[] = [];
    for (const close of this.#closings.splice(0)) {
      await close().catch((error: unknown) => errors.push(error));
    }
    if (errors.length > 0) throw new AggregateError(errors, 'Not everything could be closed.');
  }
}

async function readTenants(
  { tenantsFile, mode }: RunSettings,
  { env, logs }: OpenOptions,
): Promise<TenantSeed[]> {
  if (tenantsFile === undefined) return [];
  const tenants = await readTenantsFile(tenantsFile, env, builtInSeeds({}));
  checkTenants(tenants, mode).forEach(line => logs.warn(line));
  return tenants;
}

function readCloudProviders({ cloudProvidersFile }: RunSettings, env: Environment): Promise<CloudProvider[]> {
  return cloudProvidersFile === undefined ? Promise.resolve([]) : readProvidersFile(cloudProvidersFile, env);
}

/** Ports of the environments' URLs on this machine, besides the main port. */
function furtherPorts(urls: EnvironmentUrls | undefined, host: string, port: number): number[] {
  if (urls === undefined) return [];
  const own = Object.values(urls)
    .map(url => new URL(url))
    .filter(url => url.hostname === host || isLoopbackUrl(url));
  return [...new Set(own.map(url => Number(url.port || (url.protocol === 'https:' ? 443 : 80))))].filter(
    candidate => candidate !== port,
  );
}

/** Opens the main port, and those of the environments' URLs on this machine. */
async function openServers(
  { host, port, environmentUrls }: RunSettings,
  { logs }: OpenOptions,
  opened: Opened,
): Promise<[NodeServer, ...NodeServer[]]> {
  const open = async (candidate: number) => {
    const server = await openNodeServer(host, candidate, { reportError: logs.error });
    opened.add(() => server.close());
    return server;
  };
  const servers: [NodeServer, ...NodeServer[]] = [await open(port)];
  for (const further of furtherPorts(environmentUrls, host, port)) servers.push(await open(further));
  return servers;
}

async function openMetrics({ metrics }: RunSettings, opened: Opened): Promise<MetricsServer | undefined> {
  if (metrics === undefined) return undefined;
  const server = await openMetricsServer(metrics);
  opened.add(() => server.close());
  return server;
}

async function openAll(settings: RunSettings, options: OpenOptions, opened: Opened): Promise<OpenService> {
  const { env, prepare } = options;
  modeWarnings(settings.mode, settings).forEach(line => options.logs.warn(line));
  const trustedRoots = await readRoots('TRUSTED_ROOTS', settings.trustedRoots);
  const govBrRoots = await readRoots('GOV_BR_ROOTS', settings.govBrRoots);
  const sealing = settings.sealing && (await openSealingFiles(settings.sealing, new Date()));
  const tenants = await readTenants(settings, options);
  const cloudProviders = await readCloudProviders(settings, env);
  const servers = await openServers(settings, options, opened);
  const [server] = servers;
  const metrics = await openMetrics(settings, opened);
  const place = await takeStorage(settings);
  opened.add(() => place.release());
  await openBodyFolder(settings.bodyFolder);
  await prepare?.();
  const storage = await place.open();
  const publicUrl = settings.publicUrl ?? server.address;
  const { clientSecrets, allowLocalWebhooks, pictureRetentionDays, pages } = settings;
  const { database, documents } = storage;
  opened.add(() => storage.close());
  const senders = sendersOf(settings);
  const serviceOptions = {
    database,
    documents,
    largeBodies: { folder: settings.bodyFolder },
    publicUrl,
    local: options.local,
    ...(clientSecrets === 'published' ? {} : { clientSecrets }),
    adminToken: settings.adminToken,
    tenants,
    cloudProviders,
    environmentUrls: settings.environmentUrls,
    trustedProxies: settings.trustedProxies,
    allowLocalWebhooks,
    timestamps: settings.timestamps && openTimestamps(settings.timestamps),
    pictureRetentionDays,
    senders,
    trustedRoots,
    govBrRoots,
    sealing,
    requestLog: options.logs.request,
    auditLog: options.logs.audit,
    reportError: options.logs.error,
  };
  const service = await createService(pages === undefined ? serviceOptions : { ...serviceOptions, pages });
  // Close both at once: the service ends its event streams, which the server would wait for.
  opened.add(async () => {
    await Promise.all([service.close(), ...servers.map(each => each.close())]);
  });
  // Until then /ready is 503, so that a balancer sends nobody who would wait for it.
  await service.warm();
  for (const each of servers) each.serve(service);
  metrics?.serve(service);
  const { address } = server;
  return { address, publicUrl, metricsAddress: metrics?.address, close: () => opened.close() };
}

/**
 * Opens everything in the settings and serves it. If something fails, closes what was opened.
 * @throws SettingsError, FolderInUseError, and the system's error about a port, a folder or a database
 */
export async function openService(settings: RunSettings, options: OpenOptions): Promise<OpenService> {
  const opened = new Opened();
  try {
    return await openAll(settings, options, opened);
  } catch (error) {
    await opened.close().catch(() => undefined);
    throw error;
  }
}
