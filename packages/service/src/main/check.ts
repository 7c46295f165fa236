/**
 * `sign-session-service --check`: reads settings and files, tries what they name, and says in one line each what is right,
 * missing or dangerous. It starts no service, changes nothing that is stored, and sends no message.
 */
import { certificatesInPem, readCertificateFacts } from '@sign-session/certificates';
import { lookup } from 'node:dns/promises';
import { existsSync } from 'node:fs';
import { access, constants, readFile, stat, statfs } from 'node:fs/promises';
import { connect as connectByTcp, isIP } from 'node:net';
import path from 'node:path';
import { connect as connectByTls } from 'node:tls';
import * as z from 'zod';
import { readProvidersFile } from '../cloud-certificates/providers.ts';
import { foreignStore, inspectBucket, openS3Store, type StoreOwner } from '../documents/s3-store.ts';
import { DAY_MS } from '../domain/clock.ts';
import { systemRandom } from '../domain/ids.ts';
import { LARGE_BODY_LIMITS } from '../http/large-bodies.ts';
import { isConfidential, isLoopbackUrl } from '../http/trusted-urls.ts';
import { tryMailServer } from '../messages/senders.ts';
import { openSealingFiles } from '../pki/sealing-files.ts';
import { wasRestored } from '../monitoring/dangers.ts';
import { POSTGRES_VERSION } from '../storage/database-folder.ts';
import type { Database } from '../storage/database.ts';
import { lockHolder } from '../storage/folder-lock.ts';
import { openDatabaseServer } from '../storage/postgres.ts';
import { SCHEMA_STEPS } from '../storage/schema.ts';
import { readSetting } from '../storage/settings.ts';
import { builtInSeeds } from '../tenants/built-in-tenants.ts';
import { readTenantsFile } from '../tenants/tenants-file.ts';
import { openTimestamps, readRoots } from './open-service.ts';
import { checkTenants } from './operating-mode.ts';
import { misspeltSettings, readSettings, type RunSettings } from './run-settings.ts';
import { type Environment, type Setting, SETTINGS } from './settings.ts';
import { describeStartError } from './start-errors.ts';

/** `missing`: nothing is set, and what needs it is not offered. `danger`: it does not work, or loses or betrays something. */
type Level = 'ok' | 'missing' | 'danger';

interface Finding {
  readonly level: Level;
  /** What it is about: `Database`. */
  readonly part: string;
  /** What is so, and what to do about it. */
  readonly text: string;
}

type Found = Omit<Finding, 'part'>;

const ok = (text: string): Found => ({ level: 'ok', text });
const missing = (text: string): Found => ({ level: 'missing', text });
const danger = (text: string): Found => ({ level: 'danger', text });

/** Of one part. The database comes first, and what asks it after it: the two together take no longer than 30 s. */
const LIMIT_MS = 12_000;

/** Certificates are replaced before this many days are left. */
const RENEW_DAYS = 30;

/** An error's own words, with those of what caused it, and its code. */
function describe(error: unknown, settings: RunSettings): string {
  const own = describeStartError(error, settings).replace(/\.$/, '');
  const cause = error instanceof Error && error.cause instanceof Error ? describe(error.cause, settings) : '';
  const text = cause === '' || own.includes(cause) ? own : `${own}: ${cause}`;
  const code = codeOf(error);
  return code === '' || text.includes(code) ? text : `${text} (${code})`;
}

/** The system's or protocol's code, also of what caused the error. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error instanceof AggregateError) return error.errors.map(codeOf).find(code => code !== '') ?? '';
  return codeOf(error.cause);
}

/** Where to look when a part can't be reached, besides what its own check says. */
const LOOK_AT: Readonly<Record<string, string>> = {
  Database: ' Look at DATABASE_URL.',
  Bucket: ' Look at S3_BUCKET_URL, its keys and its region.',
};

/** Runs a check; what it throws, and its taking too long, is dangerous. */
async function within(settings: RunSettings, part: string, work: () => Promise<Found>): Promise<Finding> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Found>(resolve => {
    const text = `No answer within ${LIMIT_MS / 1000} s. Is something between that lets nothing through?${LOOK_AT[part] ?? ''}`;
    timer = setTimeout(() => resolve(danger(text)), LIMIT_MS);
  });
  try {
    return { part, ...(await Promise.race([work(), late])) };
  } catch (error) {
    return { part, ...danger(`${describe(error, settings)}.${LOOK_AT[part] ?? ''}`) };
  } finally {
    clearTimeout(timer);
  }
}

const MODES = { local: 'local mode', public: 'a test service for others', production: 'production' } as const;

const about = (found: Found): Finding => ({ part: 'Settings', ...found });

function checkSettings(settings: RunSettings, env: Environment): Finding[] {
  const set = Object.keys(SETTINGS).filter(name => env[name]);
  return [
    about(ok(`${MODES[settings.mode]}; ${set.length} of ${Object.keys(SETTINGS).length} are set.`)),
    ...misspeltSettings(env).map(line => about(danger(line))),
  ];
}

/** What the database says of itself, and what others ask it. */
interface InspectedDatabase {
  readonly queries: Database;
  readonly hasSchema: boolean;
  /** By which its bucket names it; undefined before its first start. */
  readonly id: string | undefined;
}

const idSchema = z.object({ id: z.string() }).optional();

async function inspectDatabase(queries: Database): Promise<InspectedDatabase> {
  const [row] = await queries.query<{ found: boolean }>(
    "SELECT to_regclass('settings') IS NOT NULL AND to_regclass('documents') IS NOT NULL AS found",
  );
  if (row?.found !== true) return { queries, hasSchema: false, id: undefined };
  return { queries, hasSchema: true, id: idSchema.parse(await readSetting(queries, 'database-id'))?.id };
}

/** How many steps of the schema were applied; undefined: it has none yet. */
async function appliedSteps(queries: Database): Promise<number | undefined> {
  const [there] = await queries.query<{ found: boolean }>(
    "SELECT to_regclass('schema_steps') IS NOT NULL AS found",
  );
  if (there?.found !== true) return undefined;
  const [row] = await queries.query<{ count: number }>('SELECT count(*)::int AS count FROM schema_steps');
  return row?.count ?? 0;
}

interface ServerFacts {
  readonly version: string;
  readonly number: number;
  readonly read_only: boolean;
  readonly may_create: boolean;
  readonly connections: number;
  readonly by_tls: boolean;
  readonly behind: number;
  readonly [column: string]: unknown;
}

const SERVER_FACTS = `SELECT current_setting('server_version') AS version,
  current_setting('server_version_num')::int AS number,
  current_setting('transaction_read_only') = 'on' OR pg_is_in_recovery() AS read_only,
  coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS may_create,
  current_setting('max_connections')::int AS connections,
  coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS by_tls,
  extract(epoch FROM ($1::timestamptz - clock_timestamp()))::float8 AS behind`;

/** A minute is what a token or a code may be off by. */
const CLOCK_SECONDS = 30;

async function checkServer({ databasePoolSize = 10 }: RunSettings, database: Database): Promise<Found> {
  const began = performance.now();
  const [facts] = await database.query<ServerFacts>(SERVER_FACTS, [new Date()]);
  const took = Math.round(performance.now() - began);
  if (facts === undefined) return danger('The server says nothing of itself.');
  const { version, number, behind } = facts;
  if (number < 150_000) return danger(`PostgreSQL ${version}: the service needs 15 or later.`);
  if (facts.read_only)
    return danger(
      `PostgreSQL ${version} takes no changes: it is a standby, or was told so. Name the primary in DATABASE_URL.`,
    );
  const steps = await appliedSteps(database);
  const newest = SCHEMA_STEPS.length;
  if (steps !== undefined && steps > newest)
    return danger('The data was written by a newer version of the service: this one would not start.');
  if (steps !== newest && !facts.may_create)
    return danger('The user may not create tables in the schema: GRANT CREATE ON SCHEMA public to it.');
  if (Math.abs(behind) > CLOCK_SECONDS)
    return danger(`The clocks differ by ${Math.round(Math.abs(behind))} s: synchronise both machines (NTP).`);
  if (databasePoolSize >= facts.connections)
    return danger(
      `max_connections is ${facts.connections}, and each instance may take DATABASE_POOL_SIZE=${databasePoolSize}: raise the one or lower the other.`,
    );
  const schema =
    steps === undefined
      ? 'empty: the first start makes the tables'
      : steps === newest
        ? `schema up to date (${steps} steps)`
        : `${newest - steps} steps of the schema are applied by the next start (operating/UPGRADING.md)`;
  return ok(
    `PostgreSQL ${version}, ${facts.by_tls ? 'by TLS' : 'without TLS'}, answers in ${took} ms; ${schema}.`,
  );
}

/** The address of the service on this machine, as far as it is known. */
const localAddress = ({ host, port }: RunSettings): string =>
  `http://${host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host}:${port}`;

const healthSchema = z.object({
  status: z.string(),
  version: z.string(),
  services: z.record(z.string(), z.object({ status: z.string() })),
});
type Health = z.infer<typeof healthSchema>;

/** How proxies answer whose instances are all away. */
const AWAY = [502, 503, 504];

/** What answers there. @throws the connection's error; undefined: it is no service of ours; a number: a proxy's answer alone */
async function healthAt(address: string): Promise<Health | number | undefined> {
  const response = await fetch(new URL('/health', address), {
    redirect: 'manual',
    signal: AbortSignal.timeout(LIMIT_MS - 2000),
  });
  const text = await response.text();
  try {
    return healthSchema.parse(JSON.parse(text));
  } catch {
    return AWAY.includes(response.status) ? response.status : undefined;
  }
}

/** Whether a service of ours runs on this machine, where these settings would have it. */
async function runsHere(settings: RunSettings): Promise<boolean> {
  if (settings.port === 0) return false;
  return typeof (await healthAt(localAddress(settings)).catch(() => undefined)) === 'object';
}

const GIB = 1024 ** 3;

async function checkFreeSpace(folder: string): Promise<Found> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const text = `${folder} can be written to and has ${(free / GIB).toFixed(1)} GiB free`;
  if (free < LARGE_BODY_LIMITS.ofAll.bytes)
    return danger(`${text}: large requests may need 1 GiB. Make space, or set DATA_DIR to another folder.`);
  return ok(`${text}.`);
}

/** The first folder above that is there. */
function existing(folder: string): string {
  return existsSync(folder) || folder === path.dirname(folder) ? folder : existing(path.dirname(folder));
}

async function checkDataFolder(settings: RunSettings): Promise<Found> {
  const folder = settings.databaseUrl === undefined ? settings.dataFolder : settings.bodyFolder;
  const there = existing(folder);
  try {
    await access(there, constants.W_OK);
  } catch {
    return danger(
      `${there} cannot be written to: give it to the user that runs the service, or set DATA_DIR.`,
    );
  }
  const space = await checkFreeSpace(there);
  if (space.level !== 'ok') return space;
  if (there !== folder) return ok(`${folder} is made at the first start.`);
  if (settings.databaseUrl !== undefined) return space;
  const holder = await lockHolder(folder);
  if (holder !== undefined)
    return (await runsHere(settings))
      ? ok(`${folder} is in use by the service at ${localAddress(settings)}.`)
      : danger(
          `${folder} is in use by process ${holder}. Stop it before you start another, or set DATA_DIR.`,
        );
  const mark = path.join(folder, 'database', 'PG_VERSION');
  const version = existsSync(mark) ? (await readFile(mark, 'utf8')).trim() : POSTGRES_VERSION;
  if (version !== POSTGRES_VERSION)
    return danger(
      `${folder} has data of PostgreSQL ${version}, and this version of the service reads ${POSTGRES_VERSION}. Use the version that made it.`,
    );
  return space;
}

const OWNERS: Readonly<Record<StoreOwner, string>> = {
  'this database': 'it is this database’s',
  nobody: 'nobody’s yet: the first start takes it for this database',
  'another database': '',
  'unknown documents': '',
};

async function checkBucket(
  { objectStore }: RunSettings,
  database: InspectedDatabase | undefined,
): Promise<Found> {
  if (objectStore === undefined) return ok('none: documents are kept with the rest.');
  // Without tables the database knows no document.
  const queries: Database | undefined =
    database?.hasSchema === false ? { ...database.queries, query: async () => [] } : database?.queries;
  const owner = await inspectBucket(objectStore, queries && { queries, id: database?.id });
  const tried = 'An object could be written, read and removed';
  if (owner === undefined) return ok(`${tried}; whose it is could not be asked of the database.`);
  if (owner === 'this database' && !objectStore.adopts && database !== undefined) {
    if (await wasRestored(database.queries, openS3Store(objectStore)))
      return danger(
        'The bucket has seen a later state of the database than this one, which seems to be restored. Read “Restore” in the manual, then set S3_ADOPT=true for one start.',
      );
  }
  if (owner === 'this database' || owner === 'nobody') return ok(`${tried}; ${OWNERS[owner]}.`);
  if (objectStore.adopts)
    return ok(`${tried}; S3_ADOPT=true takes it from ${owner}. Remove that afterwards.`);
  return danger(foreignStore(owner));
}

const none = (settings: RunSettings, text: string): Found =>
  settings.mode === 'production' ? missing(text) : ok('the inbox of local mode.');

async function checkMail(settings: RunSettings): Promise<Found> {
  const { mail, smsGatewayUrl } = settings;
  if (mail === undefined)
    return none(
      settings,
      `SMTP_URL is not set: codes and invitations by e-mail are refused${smsGatewayUrl === undefined ? '' : ', SMS is there'}.`,
    );
  try {
    await tryMailServer(mail);
  } catch (error) {
    const why = describe(error, settings);
    return danger(`The mail server does not take the connection: ${why}. Look at SMTP_URL.`);
  }
  return ok(
    `The mail server took the connection${new URL(mail.url).username === '' ? '' : ' and the login'}.`,
  );
}

/** From when until when a certificate is valid. */
interface Validity {
  readonly from: number;
  readonly to: number;
}

/** Connects; undefined where it is this machine, by http. @throws the connection's error */
function reach(url: URL): Promise<Validity | undefined> {
  const isSecure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || (isSecure ? 443 : 80));
  return new Promise((resolve, reject) => {
    const done = (validity: Validity | undefined) => {
      socket.destroy();
      resolve(validity);
    };
    const secure = isSecure ? connectByTls({ host, port, servername: isIP(host) ? '' : host }) : undefined;
    const socket = secure ?? connectByTcp({ host, port });
    socket.setTimeout(LIMIT_MS - 2000, () => socket.destroy(new Error('It does not answer.')));
    socket.once('error', reject);
    if (secure === undefined) socket.once('connect', () => done(undefined));
    else
      secure.once('secureConnect', () => {
        const { valid_from: from, valid_to: to } = secure.getPeerCertificate();
        done({ from: Date.parse(from), to: Date.parse(to) });
      });
  });
}

/** Proxies renew a certificate when a third of its life is left, be that of hours or of months. */
const isNearlyOver = ({ from, to }: Validity): boolean => to - Date.now() < (to - from) / 10;

const daysUntil = (end: Date): number => Math.floor((end.getTime() - Date.now()) / DAY_MS);

/** The address of the gateway may hold a key, and so does what is asked there. */
async function checkSms(settings: RunSettings): Promise<Found> {
  if (settings.smsGatewayUrl === undefined)
    return none(settings, 'SMS_GATEWAY_URL is not set: codes and invitations by SMS are refused.');
  const url = new URL(settings.smsGatewayUrl);
  try {
    const validity = await reach(url);
    if (validity === undefined) return ok(`${url.host} takes connections; nothing was asked of it.`);
    return ok(`${url.host} takes connections by TLS, and nothing was asked of it.`);
  } catch (error) {
    return danger(`${url.host} cannot be reached: ${describe(error, settings)}. Look at SMS_GATEWAY_URL.`);
  }
}

async function checkTimestamps(settings: RunSettings): Promise<Found> {
  if (settings.timestamps === undefined)
    return settings.mode === 'production'
      ? missing('TSA_URL is not set: signatures have no timestamp, and the levels LT and LTA are refused.')
      : ok('the test authority of local mode.');
  try {
    const token = await openTimestamps(settings.timestamps).stamp(
      systemRandom(32),
      AbortSignal.timeout(LIMIT_MS - 2000),
    );
    return ok(`The authority gave a timestamp of ${token.length} bytes.`);
  } catch (error) {
    return danger(`${describe(error, settings)}. Look at TSA_URL.`);
  }
}

async function checkSealing({ sealing, mode }: RunSettings): Promise<Found> {
  if (sealing === undefined)
    return mode === 'production'
      ? danger(
          'Documents are sealed by a test certificate that nobody trusts. Set SEALING_CERTIFICATE and SEALING_KEY.',
        )
      : ok('the service’s own test certificate.');
  const [leaf] = (await openSealingFiles(sealing, new Date())).chain;
  if (((await stat(sealing.key)).mode & 0o077) !== 0)
    return danger(`SEALING_KEY=${sealing.key} can be read by others: chmod 600.`);
  if (leaf === undefined) return danger('There is no certificate.');
  const { holder, notAfter } = readCertificateFacts(Uint8Array.from(leaf));
  const until = `until ${notAfter.toISOString().slice(0, 10)}, ${daysUntil(notAfter)} days`;
  const text = `${holder.name ?? 'The certificate'} fits its key and its chain, ${until}`;
  return daysUntil(notAfter) < RENEW_DAYS ? danger(`${text}: renew it (operating/KEYS.md).`) : ok(`${text}.`);
}

/** @param name of the setting */
async function checkRoots(name: string, file: string): Promise<Found> {
  const facts = certificatesInPem((await readRoots(name, file)) ?? '').map(readCertificateFacts);
  const count = `${facts.length} certificate${facts.length === 1 ? '' : 's'}`;
  const ended = facts.filter(({ notAfter }) => notAfter.getTime() < Date.now());
  if (ended.length === facts.length)
    return danger(`${count} in ${name}, all of them expired: fetch the new ones.`);
  return ok(`${count}${ended.length === 0 ? '' : `, ${ended.length} of them expired`}.`);
}

async function checkTrust(settings: RunSettings): Promise<Found> {
  if (settings.trustedRoots !== undefined) return checkRoots('TRUSTED_ROOTS', settings.trustedRoots);
  return settings.mode === 'production'
    ? missing('TRUSTED_ROOTS is not set: signing with certificates is not offered.')
    : ok('the test authority of local mode.');
}

async function checkTenantsFile(settings: RunSettings, env: Environment): Promise<Found> {
  if (settings.tenantsFile === undefined)
    return ok('none besides the built-in ones and those in the database.');
  const seeds = await readTenantsFile(settings.tenantsFile, env, builtInSeeds({}));
  const warnings = checkTenants(seeds, settings.mode);
  if (warnings.length > 0) return danger(warnings.join(' '));
  const { length } = seeds.flatMap(({ clients }) => clients);
  return ok(`${seeds.length} in the file, with ${length} client${length === 1 ? '' : 's'}.`);
}

async function checkProviders({ cloudProvidersFile: file }: RunSettings, env: Environment): Promise<Found> {
  if (file === undefined) return ok('none.');
  const providers = await readProvidersFile(file, env);
  return ok(`${providers.map(({ id }) => id).join(', ')}.`);
}

const keySetSchema = z.object({ keys: z.array(z.object({ kid: z.string() })) });

/** Whether the receipts that are issued there are signed by a key of this database; undefined: it can't be told. */
async function isThisInstallation(
  address: string,
  database: InspectedDatabase | undefined,
): Promise<boolean | undefined> {
  if (database === undefined) return undefined;
  const response = await fetch(new URL('/.well-known/jwks.json', address), {
    redirect: 'manual',
    signal: AbortSignal.timeout(LIMIT_MS / 3),
  });
  const { keys } = keySetSchema.parse(await response.json());
  if (!database.hasSchema) return false;
  // Asked after them: the first key is made when it is asked for.
  const known = await database.queries.query(
    "SELECT 1 FROM signing_keys WHERE purpose = 'receipt' AND key_id = ANY($1) LIMIT 1",
    [keys.map(({ kid }) => kid)],
  );
  return known.length > 0;
}

/** What is wrong with an address before anybody answers there. */
async function unreachable(url: URL): Promise<Found | undefined> {
  if (!isConfidential(url))
    return danger(
      `${url.origin} is not https: the widget refuses its links, and others can read what is sent.`,
    );
  try {
    await lookup(url.hostname.replace(/^\[|\]$/g, ''));
    return undefined;
  } catch (error) {
    return danger(`${url.hostname} is a name that leads nowhere (${codeOf(error)}): look at the DNS.`);
  }
}

/** Codes of a connection that nobody takes. */
const NOBODY = ['ECONNREFUSED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

async function checkAddress(
  address: string,
  settings: RunSettings,
  database: InspectedDatabase | undefined,
): Promise<Found> {
  const url = new URL(address);
  const wrong = await unreachable(url);
  if (wrong !== undefined) return wrong;
  let validity: Validity | undefined;
  let health: Health | number | undefined;
  try {
    validity = await reach(url);
    health = await healthAt(address);
  } catch (error) {
    const code = codeOf(error);
    if (NOBODY.includes(code))
      return missing(
        `Nobody answers at ${address} yet (${code}): start the service and its proxy, and check again.`,
      );
    return danger(
      `${address} cannot be reached: ${describe(error, settings)}. Look at the proxy’s certificate and address.`,
    );
  }
  if (validity !== undefined && isNearlyOver(validity))
    return danger(
      `The certificate of ${address} ends at ${new Date(validity.to).toISOString()}: look why the proxy has not renewed it.`,
    );
  if (health === undefined)
    return danger(
      `What answers at ${address}/health is not this service: does the proxy lead to it, and is it up?`,
    );
  if (typeof health === 'number')
    return missing(
      `A proxy answers at ${address}, and no instance behind it yet (${health}): start the service, and check again.`,
    );
  const isOurs = await isThisInstallation(address, database);
  if (isOurs === false)
    return danger(
      `Another installation answers at ${address}, with other keys: look at the proxy, or at PUBLIC_URL.`,
    );
  const bad = Object.entries(health.services).filter(([, { status }]) => status !== 'healthy');
  if (bad.length > 0)
    return danger(
      `The service at ${address} is ${health.status}: ${bad.map(([part, { status }]) => `${part} ${status}`).join(', ')}.`,
    );
  const who = isOurs === true ? 'this installation' : 'a service of ours';
  return ok(`${address} is answered by ${who}, version ${health.version}, healthy.`);
}

async function checkPublicAddress(
  settings: RunSettings,
  database: InspectedDatabase | undefined,
): Promise<Found> {
  const { publicUrl, environmentUrls, mode } = settings;
  const urls = [...new Set([publicUrl, environmentUrls?.sandbox, environmentUrls?.production])].filter(
    url => url !== undefined,
  );
  if (mode === 'local' && urls.every(url => isLoopbackUrl(new URL(url))) && database === undefined)
    return ok(`${urls[0] ?? localAddress(settings)}, on this machine alone.`);
  if (urls.length === 0) return ok(`${localAddress(settings)}, on this machine alone.`);
  const found = await Promise.all(urls.map(url => checkAddress(url, settings, database)));
  const level = (['danger', 'missing'] as const).find(bad => found.some(each => each.level === bad)) ?? 'ok';
  return { level, text: found.map(({ text }) => text).join(' ') };
}

async function checkPages({ pages }: RunSettings): Promise<Found> {
  if (pages === undefined) return missing('PAGES_DIR and WIDGET_DIR are not set: the API alone is served.');
  const absent = [pages.site, pages.widget, pages.manual].find(
    folder => folder !== undefined && !existsSync(folder),
  );
  return absent === undefined ? ok('pages and widget are there.') : danger(`${absent} is not there.`);
}

/** What was set as a secret, or stands in one of these addresses as a password or a query. */
function secretsIn(env: Environment): string[] {
  const values = Object.entries<Setting>(SETTINGS).flatMap(([name, { secret }]) => {
    const value = env[name];
    return secret === true && value ? [value] : [];
  });
  const parts = values
    .filter(value => URL.canParse(value))
    .flatMap(value => {
      const { password, search } = new URL(value);
      return [password, decodeURIComponent(password), search];
    });
  return [...values, ...parts].filter(value => value.length > 3).toSorted((a, b) => b.length - a.length);
}

/** Everything that the settings name. */
async function checkAll(settings: RunSettings, env: Environment): Promise<Finding[]> {
  const check = (part: string, work: () => Promise<Found>) => within(settings, part, work);
  const { databaseUrl, govBrRoots } = settings;
  const limits = { connectMs: 8000, statementMs: 8000, idleInTransactionMs: 8000, unansweredMs: 3000 };
  const server = databaseUrl === undefined ? undefined : openDatabaseServer(databaseUrl, limits, 3);
  let inspected: InspectedDatabase | undefined;
  const apart = Promise.all([
    check('Data folder', () => checkDataFolder(settings)),
    check('E-mail', () => checkMail(settings)),
    check('SMS', () => checkSms(settings)),
    check('Sealing', () => checkSealing(settings)),
    check('Trusted roots', () => checkTrust(settings)),
    ...(govBrRoots === undefined
      ? []
      : [check('gov.br roots', () => checkRoots('GOV_BR_ROOTS', govBrRoots))]),
    check('Timestamps', () => checkTimestamps(settings)),
    check('Tenants', () => checkTenantsFile(settings, env)),
    check('Cloud providers', () => checkProviders(settings, env)),
    check('Pages', () => checkPages(settings)),
  ]);
  const database = await check('Database', async () => {
    if (server === undefined) return ok('the embedded one, in the data folder.');
    const found = await checkServer(settings, server);
    inspected = await inspectDatabase(server);
    return found;
  });
  const after = await Promise.all([
    check('Bucket', () => checkBucket(settings, inspected)),
    check('Public address', () => checkPublicAddress(settings, inspected)),
  ]);
  // Not awaited: a server that says nothing doesn't end its connections either.
  void server?.close().catch(() => undefined);
  return [...checkSettings(settings, env), database, ...after, ...(await apart)];
}

/**
 * Checks an installation.
 * @param say gets a line at a time
 * @returns whether nothing is dangerous
 */
export async function checkInstallation(env: Environment, say: (line: string) => void): Promise<boolean> {
  let findings: readonly Finding[];
  try {
    findings = await checkAll(readSettings(env), env);
  } catch (error) {
    findings = [{ part: 'Settings', ...danger(describeStartError(error, undefined)) }];
  }
  const secrets = secretsIn(env);
  for (const { level, part, text } of findings) {
    const line = `${level.padEnd(8)} ${part}: ${text}`.replaceAll(/\s*\n\s*/g, ' ');
    say(secrets.reduce((safe, secret) => safe.replaceAll(secret, '…'), line));
  }
  return findings.every(({ level }) => level !== 'danger');
}
