import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { furtherPorts } from './address-settings.ts';
import { openFileStore } from './documents/file-store.ts';
import { openTableStore } from './documents/table-store.ts';
import type { DocumentStore } from './documents/document-store.ts';
import { systemRandom } from './domain/identifiers/random-ids.ts';
import { createMailSender } from './messages/mail-sender.ts';
import type { Senders } from './messages/message.ts';
import { createSmsGateway } from './messages/sms-gateway.ts';
import { openNodeServer, type NodeServer } from './node-server.ts';
import {
  readSettings,
  SettingsError,
  withArguments,
  type Environment,
  type RunSettings,
} from './run-settings.ts';
import { readCertificatesPem } from '@sign-session/verify';
import { createService } from './service.ts';
import { signalHandler } from './signals.ts';
import { bearerTokens } from './pki/bearer-tokens.ts';
import { createTimestampAuthority, type TimestampAuthority } from './pki/timestamp-authority.ts';
import { describeStartError } from './start-errors.ts';
import type { Database } from './storage/database.ts';
import { lockFolder } from './storage/folder-lock.ts';
import { openDatabaseServer } from './storage/postgres.ts';
import { localSeeds, WELL_KNOWN_SECRETS } from './tenants/local-tenants.ts';
import type { TenantSeed } from './tenants/tenant-seeds.ts';
import { readTenantsFile } from './tenants/tenants-file.ts';
import type { TimestampSettings } from './pki/timestamp-settings.ts';

export interface RunOptions {
  readonly env: Environment;
  /** Of the command line: `--config FILE`. */
  readonly args?: readonly string[];
  /** Runs once the port and the data folder are this process's own, and before anything is served. */
  readonly prepare?: () => Promise<void>;
}

interface Storage {
  readonly database: Database;
  readonly documents: DocumentStore;
  close(): Promise<void>;
}

/** A place for the data that nobody else has. */
interface StoragePlace {
  open(): Promise<Storage>;
  release(): Promise<void>;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const complain = (line: string): void => void process.stderr.write(`${line}\n`);

async function takeStorage({ databaseUrl, dataFolder }: RunSettings): Promise<StoragePlace> {
  if (databaseUrl !== undefined) {
    const open = async () => {
      const database = openDatabaseServer(databaseUrl);
      return { database, documents: openTableStore(database), close: () => database.close() };
    };
    return { open, release: async () => undefined };
  }
  const lock = await lockFolder(dataFolder);
  const open = async () => {
    // Not loaded where it isn't needed.
    const { openDatabaseFolder } = await import('./storage/database-folder.ts');
    const database = await openDatabaseFolder(path.join(dataFolder, 'database'));
    const documents = await openFileStore(path.join(dataFolder, 'documents'));
    return { database, documents, close: () => database.close() };
  };
  return { open, release: () => lock.release() };
}

/** What messages are sent by; where it is not set, the service keeps them in its inbox in local mode. */
function sendersOf({ mail, smsGatewayUrl, smsGatewayToken }: RunSettings): Senders {
  return {
    ...(mail && { email: createMailSender(mail) }),
    ...(smsGatewayUrl && { sms: createSmsGateway({ url: smsGatewayUrl, token: smsGatewayToken }) }),
  };
}

function openTimestamps({ url, credentials }: TimestampSettings): TimestampAuthority {
  const tokens = credentials && bearerTokens(credentials);
  return createTimestampAuthority({ url, tokens, random: systemRandom });
}

/** @throws SettingsError when there is no certificate in the file */
async function readTrustedRoots({ trustedRoots }: RunSettings): Promise<string | undefined> {
  if (trustedRoots === undefined) return undefined;
  try {
    const pem = await readFile(trustedRoots, 'latin1');
    if (readCertificatesPem(pem).length > 0) return pem;
  } catch (cause) {
    throw new SettingsError(`TRUSTED_ROOTS=${trustedRoots} cannot be read.`, { cause });
  }
  throw new SettingsError(`TRUSTED_ROOTS=${trustedRoots} holds no certificate in PEM.`);
}

/** The well-known secrets are no secrets; others are for their owner to know and not for a log. */
function announceClients({ clientSecrets, localMode }: RunSettings): void {
  for (const [client, purpose] of [
    ['local', 'sandbox, every feature'],
    ['limited', 'production, two of everything a month'],
    ['basic', 'sandbox, no trust sessions and no biometrics'],
  ] as const) {
    if (clientSecrets[client] === undefined) continue;
    const known = clientSecrets[client] === WELL_KNOWN_SECRETS[client];
    say(`Client ${client} / ${known ? clientSecrets[client] : '(the secret that was set)'}: ${purpose}.`);
    if (known && !localMode) {
      const setting = `${client.toUpperCase()}_CLIENT_SECRET`;
      say(`Everybody knows this secret: set ${setting} where others can reach the service.`);
    }
  }
}

/** What was opened, to be closed in the opposite order, whatever happens on the way. */
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

function readTenants({ tenantsFile }: RunSettings, env: Environment): Promise<TenantSeed[]> {
  return tenantsFile === undefined
    ? Promise.resolve([])
    : readTenantsFile(tenantsFile, env, localSeeds(WELL_KNOWN_SECRETS));
}

/** The port, and those of the environments' addresses on this machine. */
async function openServers(
  { host, port, environmentUrls }: RunSettings,
  opened: Opened,
): Promise<[NodeServer, ...NodeServer[]]> {
  const open = async (candidate: number) => {
    const server = await openNodeServer(host, candidate);
    opened.add(() => server.close());
    return server;
  };
  const servers: [NodeServer, ...NodeServer[]] = [await open(port)];
  for (const further of furtherPorts(environmentUrls, host, port)) servers.push(await open(further));
  return servers;
}

/** @returns the address listened on */
async function start(settings: RunSettings, { env, prepare }: RunOptions, opened: Opened): Promise<string> {
  const began = performance.now();
  const trustedRoots = await readTrustedRoots(settings);
  const tenants = await readTenants(settings, env);
  const servers = await openServers(settings, opened);
  const [server] = servers;
  const place = await takeStorage(settings);
  opened.add(() => place.release());
  await prepare?.();
  const storage = await place.open();
  const publicUrl = settings.publicUrl ?? server.address;
  const { localMode, clientSecrets, allowLocalWebhooks, pictureRetentionDays, pages } = settings;
  const { database, documents } = storage;
  opened.add(() => storage.close());
  const senders = sendersOf(settings);
  const options = {
    database,
    documents,
    publicUrl,
    localMode,
    clientSecrets,
    adminToken: settings.adminToken,
    tenants,
    environmentUrls: settings.environmentUrls,
    trustedProxies: settings.trustedProxies,
    allowLocalWebhooks,
    timestamps: settings.timestamps && openTimestamps(settings.timestamps),
    pictureRetentionDays,
    senders,
    trustedRoots,
    requestLog: say,
  };
  const service = await createService(pages === undefined ? options : { ...options, pages });
  // Together: the service ends its event streams, for which the server would wait.
  opened.add(async () => {
    await Promise.all([service.close(), ...servers.map(each => each.close())]);
  });
  for (const each of servers) each.serve(service);
  // Whoever reads that it is ready may end it.
  leaveAtSignal(opened);
  announceClients(settings);
  if (publicUrl !== server.address) say(`Listening at ${server.address}.`);
  say(`Ready at ${publicUrl} after ${((performance.now() - began) / 1000).toFixed(1)} s.`);
  return server.address;
}

/** Closes at the first SIGINT or SIGTERM; ends at once at the second. */
function leaveAtSignal(opened: Opened): void {
  const leave = async () => {
    try {
      await opened.close();
      process.exit(0);
    } catch (error) {
      complain(`Stopped with an error: ${describeStartError(error, undefined)}`);
      process.exit(1);
    }
  };
  const handle = signalHandler({ leave: () => void leave(), exit: code => process.exit(code) });
  // 128 and the signal's number, as shells count.
  process.on('SIGTERM', () => handle(143));
  process.on('SIGINT', () => handle(130));
}

/**
 * Runs the service until a signal ends it. Settings come from the environment:
 *   HOST, PORT            where to listen (127.0.0.1, 4010; 0 takes any free port)
 *   PUBLIC_URL            what links are built from (the address listened on)
 *   SANDBOX_URL, PRODUCTION_URL   an address each for the two environments; credentials open nothing at the other's
 *   TRUSTED_PROXIES       proxies whose X-Forwarded-For or Forwarded is believed: addresses, ranges, `loopback`
 *   TENANTS_FILE          tenants and clients besides the service's own; the same as --config FILE
 *   DATA_DIR              the data folder (.data)
 *   DATABASE_URL          a PostgreSQL server instead of the data folder
 *   LOCAL_MODE            `on` or `off`, which leaves out /_local
 *   LOCAL_CLIENT_SECRET, LIMITED_CLIENT_SECRET, BASIC_CLIENT_SECRET   instead of the well-known ones
 *   ADMIN_TOKEN           lets its holder make clients of a tenant (POST /admin/tenants/{id}/credentials)
 *   SMTP_URL, MAIL_FROM   a mail server for e-mails, instead of the inbox of local mode
 *   SMS_GATEWAY_URL       an HTTP gateway for SMS, likewise (see messages/sms-gateway.ts)
 *   SMS_GATEWAY_TOKEN     what the gateway is sent as `Authorization: Bearer`
 *   TSA_URL               an authority that timestamps signers' signatures (RFC 3161, over HTTP)
 *   TSA_TOKEN             what it is sent as `Authorization: Bearer`; or TSA_TOKEN_URL, TSA_CLIENT_ID, TSA_CLIENT_SECRET
 *                         and perhaps TSA_SCOPE, to get such tokens by OAuth client credentials
 *   ALLOW_LOCAL_WEBHOOKS  `true` lets webhooks be sent to this machine, by http as well
 *   TRUSTED_ROOTS         a file of root certificates in PEM, such as ICP-Brasil's, that signers' certificates lead to
 *   PAGES_DIR, WIDGET_DIR the two builds to serve; without both, the API alone
 *
 * Where it cannot start, it says why and ends the process with code 1.
 * @returns the address listened on
 */
export async function run(options: RunOptions): Promise<string> {
  const opened = new Opened();
  let settings: RunSettings | undefined;
  try {
    settings = readSettings(withArguments(options.env, options.args ?? []));
    return await start(settings, options, opened);
  } catch (error) {
    complain(`Cannot start: ${describeStartError(error, settings)}`);
    await opened.close().catch(() => undefined);
    return process.exit(1);
  }
}
