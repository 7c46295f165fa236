/** Checks of where sessions are kept: database, data folder, bucket. */
import { lookup } from 'node:dns/promises';
import { existsSync } from 'node:fs';
import { access, constants, readFile, statfs } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { foreignStore, inspectBucket, openS3Store, type StoreOwner } from '../../documents/s3-store.ts';
import { LARGE_BODY_LIMITS } from '../../http/large-bodies.ts';
import { isPublicAddress, readUrl } from '../../http/trusted-urls.ts';
import { wasRestored } from '../../monitoring/dangers.ts';
import { POSTGRES_VERSION } from '../../storage/database-folder.ts';
import type { Database, Queries } from '../../storage/database.ts';
import { lockHolder } from '../../storage/folder-lock.ts';
import { SCHEMA_STEPS } from '../../storage/schema.ts';
import { readSetting } from '../../storage/settings.ts';
import type { RunSettings } from '../run-settings.ts';
import { localAddress, runsHere } from './check-addresses.ts';
import { danger, type Found, type InspectedDatabase, ok } from './findings.ts';

const idSchema = z.object({ id: z.string() }).optional();

export async function inspectDatabase(queries: Database): Promise<InspectedDatabase> {
  const [row] = await queries.query<{ found: boolean }>(
    "SELECT to_regclass('settings') IS NOT NULL AND to_regclass('documents') IS NOT NULL AS found",
  );
  if (row?.found !== true) return { queries, hasSchema: false, id: undefined };
  return { queries, hasSchema: true, id: idSchema.parse(await readSetting(queries, 'database-id'))?.id };
}

/** How many steps of the schema were applied; undefined: it has none yet. */
async function appliedSteps(queries: Queries): Promise<number | undefined> {
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

/** Whether the way to the server leads through the internet, by the address that this machine finds for its name. */
async function isAcrossInternet(databaseUrl: string | undefined): Promise<boolean> {
  const hostname = readUrl(databaseUrl ?? '')?.hostname.replace(/^\[(.*)\]$/, '$1') ?? '';
  // A socket's folder has no name, and of a name that is not found the connection has told.
  const addresses = hostname === '' ? [] : await lookup(hostname, { all: true }).catch(() => []);
  return addresses.some(({ address }) => isPublicAddress(address));
}

export async function checkServer(
  { databasePoolSize = 10, databaseUrl }: Pick<RunSettings, 'databasePoolSize' | 'databaseUrl'>,
  database: Queries,
): Promise<Found> {
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
  if (!facts.by_tls && (await isAcrossInternet(databaseUrl)))
    return danger(
      `PostgreSQL ${version} has a public address, and signers’ data goes there without TLS: add ?sslmode=verify-full to DATABASE_URL.`,
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

export async function checkDataFolder(settings: RunSettings): Promise<Found> {
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

export async function checkBucket(
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
