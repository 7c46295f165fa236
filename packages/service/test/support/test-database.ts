import { openAsBlob } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { describe } from 'node:test';
import type { Database } from '../../src/storage/database.ts';
import { openEmbeddedDatabase } from '../../src/storage/pglite.ts';
import { openDatabaseServer } from '../../src/storage/postgres.ts';
import { isFullRun } from '../../../../test/support/test-files.ts';

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

async function openOnServer(original: string): Promise<TestDatabase> {
  const { url, drop } = await createServerDatabase(server, original);
  const database = openDatabaseServer(url);
  return {
    database,
    async drop() {
      await database.close();
      await drop();
    },
  };
}

export interface ServerDatabase {
  readonly url: string;
  drop: () => Promise<void>;
}

/** Creates a database on a server, empty or as a copy of another. */
export async function createServerDatabase(address: string, original = ''): Promise<ServerDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = new URL(address);
  url.pathname = `/${name}`;
  const main = openDatabaseServer(address);
  await main.query(`CREATE DATABASE ${name} ${original === '' ? '' : `TEMPLATE ${original}`}`);
  const drop = async () => {
    await main.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await main.close();
  };
  return { url: url.href, drop };
}
