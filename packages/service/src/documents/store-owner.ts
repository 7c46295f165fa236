import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { SettingsError } from '../support/settings-error.ts';
import type { Database } from '../storage/database.ts';
import { settleSetting } from '../storage/settings.ts';

const settingSchema = z.object({ id: z.string() });

/** A store that others could use as well: it says whose it is. */
export interface SharedStore {
  /** The id of the database that it belongs to; undefined while nobody has claimed it. */
  readOwner(): Promise<string | undefined>;
  writeOwner(databaseId: string): Promise<void>;
  /** The ids of some documents, a hundred or more if there are so many. */
  sample(): Promise<readonly string[]>;
}

/** A random id that the database keeps, and a copy of it has, too. */
async function databaseId(database: Database): Promise<string> {
  const made = { id: `db_${randomBytes(12).toString('hex')}` };
  return settingSchema.parse(await settleSetting(database, 'database-id', made)).id;
}

/** Is the store empty, or are documents of this database in it? */
async function isOurs(database: Database, store: SharedStore): Promise<boolean> {
  const found = await store.sample();
  if (found.length === 0) return true;
  const known = await database.query('SELECT 1 FROM documents WHERE document_id = ANY($1) LIMIT 1', [found]);
  return known.length > 0;
}

/**
 * Makes sure that a store is this database's alone: two databases would read nothing of each other's documents, and a
 * mistake with one would be a loss for the other. The schema must be up to date.
 * @param adopts takes the store whoever it belongs to (`S3_ADOPT=true`)
 * @throws SettingsError when it is another database's, or holds documents that this one doesn't know
 */
export async function claimStore(database: Database, store: SharedStore, adopts: boolean): Promise<void> {
  const own = await databaseId(database);
  const owner = await store.readOwner();
  if (owner === own) return;
  if (!adopts && (owner !== undefined || !(await isOurs(database, store))))
    throw new SettingsError(
      `The bucket of S3_BUCKET_URL ${
        owner === undefined
          ? 'holds documents that this database does not know'
          : 'belongs to another database'
      }. Give each database a bucket or S3_PREFIX of its own; S3_ADOPT=true takes this one for this database.`,
    );
  await store.writeOwner(own);
}
