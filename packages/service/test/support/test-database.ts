import { openAsBlob } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { describe } from 'node:test';
import type { Database } from '../../src/storage/database.ts';
import { openEmbeddedDatabase } from '../../src/storage/pglite.ts';
import { openDatabaseServer } from '../../src/storage/postgres.ts';
import { isFullRun } from '../../../../test/support/test-files.ts';
import { restoreCopy } from './restored-copy.ts';

/**
 * The databases for tests, as set by test/node.ts. Without these settings, tests create the embedded database from
 * scratch, which takes seconds.
 */
const {
  /** `postgres://…` of a server on which databases may be created and dropped. */
  TEST_DATABASE_URL: server = '',
  /** A database on it that is ready for the service. */
  TEST_DATABASE_TEMPLATE: template = '',
  /** A file with an embedded database that is ready for the service. */
  TEST_DATABASE_SNAPSHOT: snapshot = '',
} = process.env;

type Kind = Database['kind'];

/** Whether databases of no given kind are copies of one, with the same keys. */
export const areCopies = template !== '' || snapshot !== '';

export interface TestDatabase {
  readonly database: Database;
  drop: () => Promise<void>;
}

/**
 * Declares a suite for both kinds of database, or only the embedded one without a server. For tests that depend on
 * how they treat SQL, locks and errors.
 * @param onBoth default: with `FULL=1`. Otherwise the server alone where there is one; the embedded one, which flows
 *   use, takes several times as long.
 */
export function onEachDatabase(declare: (kind: Kind) => void, onBoth = isFullRun): void {
  const kinds = server === '' ? (['embedded'] as const) : (['server', 'embedded'] as const);
  for (const kind of onBoth ? kinds : kinds.slice(0, 1)) {
    describe(`on the ${kind} database`, () => declare(kind));
  }
}

/** A database for one suite: on the server if there is one, otherwise embedded. */
export async function openTestDatabase(
  kind: Kind = server === '' ? 'embedded' : 'server',
): Promise<TestDatabase> {
  if (kind === 'embedded') {
    const data = snapshot === '' ? undefined : await openAsBlob(snapshot);
    const database = await openEmbeddedDatabase(undefined, data);
    return { database, drop: () => database.close() };
  }
  return openOnServer(template);
}

/** A database without any tables. */
export async function openEmptyDatabase(): Promise<TestDatabase> {
  if (server !== '') return openOnServer('');
  const database = await openEmbeddedDatabase();
  return { database, drop: () => database.close() };
}

/** Copies of the template that tests of this process have given back. They are dropped with the template. */
const unused: ServerDatabase[] = [];

/** A copy is restored where that is possible: making one costs the server a tenth of a second, ten times as much. */
async function openOnServer(original: string): Promise<TestDatabase> {
  const isCopy = original !== '';
  const own = (isCopy && unused.pop()) || (await createServerDatabase(server, original));
  const database = openDatabaseServer(own.url);
  return {
    database,
    async drop() {
      const isRestored = isCopy && (await restoreCopy(database));
      await database.close();
      if (isRestored) unused.push(own);
      else await own.drop();
    },
  };
}

export interface ServerDatabase {
  readonly url: string;
  drop: () => Promise<void>;
}

async function atServer<T>(address: string, act: (database: Database) => Promise<T>): Promise<T> {
  const main = openDatabaseServer(address);
  try {
    return await act(main);
  } finally {
    await main.close();
  }
}

/** Creates a database on a server, empty or as a copy of another, whose name its own begins with. */
export async function createServerDatabase(address: string, original = ''): Promise<ServerDatabase> {
  const name = `${original === '' ? 'test' : original}_${randomBytes(6).toString('hex')}`;
  const url = new URL(address);
  url.pathname = `/${name}`;
  await atServer(address, main =>
    main.query(`CREATE DATABASE ${name} ${original === '' ? '' : `TEMPLATE ${original}`}`),
  );
  return { url: url.href, drop: () => dropDatabases(address, name) };
}

/** Drops the database of this name and its copies. */
async function dropDatabases(address: string, name: string): Promise<void> {
  await atServer(address, async main => {
    const found = await main.query<{ name: string }>(
      'SELECT datname AS name FROM pg_database WHERE datname = $1 OR starts_with(datname, $2)',
      [name, `${name}_`],
    );
    for (const each of found) await main.query(`DROP DATABASE ${each.name} WITH (FORCE)`);
  });
}
