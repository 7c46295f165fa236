import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DocumentStore } from './documents/document-store.ts';
import { movedStore } from './documents/moved-store.ts';
import { openFileStore } from './documents/file-store.ts';
import { openS3Store } from './documents/s3-store.ts';
import { openTableStore } from './documents/table-store.ts';
import type { RunSettings } from './run-settings.ts';
import type { Database } from './storage/database.ts';
import { lockFolder } from './storage/folder-lock.ts';
import { openDatabaseServer } from './storage/postgres.ts';

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
export async function takeStorage({
  databaseUrl,
  databasePoolSize,
  dataFolder,
  objectStore,
}: RunSettings): Promise<StoragePlace> {
  const withObjects = (store: DocumentStore): DocumentStore =>
    objectStore === undefined ? store : movedStore(openS3Store(objectStore), store);
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
    const { openDatabaseFolder } = await import('./storage/database-folder.ts');
    const database = await openDatabaseFolder(path.join(dataFolder, 'database'));
    const documents = withObjects(await openFileStore(path.join(dataFolder, 'documents')));
    return { database, documents, close: () => database.close() };
  };
  return { open, release: () => lock.release() };
}
