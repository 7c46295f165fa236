import { mkdtemp, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { runChild } from '../support/child-process.ts';
import type { Database } from './database.ts';
import { migrate } from './migrations.ts';
import { openEmbeddedDatabase } from './pglite.ts';

/** Every PostgreSQL data folder contains this file. */
const MARK = 'PG_VERSION';

/** The major version of PostgreSQL in PGlite. Other major versions cannot read its data. */
export const POSTGRES_VERSION = '18';

/** The program that creates a database in the folder given as its first argument. */
export const PROGRAM = new URL('make-database-process.ts', import.meta.url);

/** Creates an embedded database with the service's tables in an empty folder, in this process. */
export async function initialize(folder: string): Promise<void> {
  const database = await openEmbeddedDatabase(folder);
  try {
    await migrate(database);
  } finally {
    await database.close();
  }
}

/** @throws Error when another version of PostgreSQL made it */
async function requireVersion(folder: string): Promise<void> {
  const version = (await readFile(path.join(folder, MARK), 'utf8')).trim();
  if (version === POSTGRES_VERSION) return;
  const difference = `is of PostgreSQL ${version}, and this version of the service has ${POSTGRES_VERSION}`;
  const advice = 'Use the version of the service that made it, or choose another folder with DATA_DIR.';
  throw new Error(`The database in ${folder} ${difference}. ${advice}`);
}

/** Whether the folder holds a database. Removes it if it is empty. @throws Error when it holds something else */
async function isMade(folder: string): Promise<boolean> {
  const names = await readdir(folder);
  if (names.includes(MARK)) {
    await requireVersion(folder);
    return true;
  }
  if (names.length > 0) {
    const advice = 'Move them elsewhere, or choose another folder with DATA_DIR.';
    throw new Error(`${folder} holds files, but no database. ${advice}`);
  }
  // Not every platform can rename a folder to one that exists.
  await rmdir(folder);
  return false;
}

/** Removes unfinished databases of killed processes. */
async function removeDrafts(drafts: readonly string[]): Promise<void> {
  // A process that is still ending may add files while they are removed.
  const options = { recursive: true, force: true, maxRetries: 5 } as const;
  await Promise.all(drafts.map(draft => rm(draft, options)));
}

/**
 * Creates the embedded database if there is none: in a draft folder, so that a crash leaves no partial one, and in
 * a child process, because creating it takes 500 MB that a process does not release. Without child processes, it is
 * created in this one.
 * @throws Error when the folder holds something else
 */
async function makeDatabase(folder: string, program: URL): Promise<void> {
  const parent = path.dirname(folder);
  const name = path.basename(folder);
  const prefix = `${name}.draft-`;
  const names = await readdir(parent);
  await removeDrafts(names.filter(each => each.startsWith(prefix)).map(each => path.join(parent, each)));
  if (names.includes(name) && (await isMade(folder))) return;
  const makeDraft = () => mkdtemp(path.join(parent, prefix));
  let draft = await makeDraft();
  try {
    await runChild(program, [draft], 'ignore');
  } catch {
    await removeDrafts([draft]);
    draft = await makeDraft();
    await initialize(draft);
  }
  await rename(draft, folder);
}

/**
 * Opens the embedded database of a folder and creates it if there is none. Lock the folder first.
 * @param program the program that creates it
 * @throws Error when the folder holds something else, or a database of another version of PostgreSQL
 */
export async function openDatabaseFolder(folder: string, program = PROGRAM): Promise<Database> {
  await makeDatabase(folder, program);
  return openEmbeddedDatabase(folder);
}
