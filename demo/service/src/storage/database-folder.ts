import { mkdtemp, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { runChild } from '../support/child-process.ts';
import type { Database } from './database.ts';
import { migrate } from './migrations.ts';
import { openEmbeddedDatabase } from './pglite.ts';

/** In every folder that PostgreSQL has made. */
const MARK = 'PG_VERSION';

/** Of the PostgreSQL within PGlite. No other major version can read what one has written. */
export const POSTGRES_VERSION = '18';

/** Makes one in the folder that its first argument names. */
export const PROGRAM = new URL('make-database-process.ts', import.meta.url);

/** Makes an embedded database with the service's tables in an empty folder, in this process. */
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

/** @throws Error when it holds something else */
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
  // Where it exists, not every platform lets a folder be renamed to it.
  await rmdir(folder);
  return false;
}

/** What was being made when a process was killed. */
async function removeDrafts(drafts: readonly string[]): Promise<void> {
  // The process that fills one may still be ending: then files appear while they are removed.
  const options = { recursive: true, force: true, maxRetries: 5 } as const;
  await Promise.all(drafts.map(draft => rm(draft, options)));
}

/**
 * Makes the embedded database where there is none: beside its place, so that a crash leaves no half of it, and in a
 * process of its own, because making it takes 500 MB that stay with the process. Where no process can be started, this
 * one makes it.
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
 * Opens the embedded database of a folder, and makes it first where there is none. Take the lock of the folder around it
 * before.
 * @param program what the process runs that makes it
 * @throws Error when the folder holds something else, or a database of another version of PostgreSQL
 */
export async function openDatabaseFolder(folder: string, program = PROGRAM): Promise<Database> {
  await makeDatabase(folder, program);
  return openEmbeddedDatabase(folder);
}
