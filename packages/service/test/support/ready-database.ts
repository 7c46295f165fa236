import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { openSealer } from '../../src/evidence/sealer.ts';
import type { Database } from '../../src/storage/database.ts';
import { migrate } from '../../src/storage/migrations.ts';
import { openEmbeddedDatabase } from '../../src/storage/pglite.ts';
import { openDatabaseServer } from '../../src/storage/postgres.ts';
import { WELL_KNOWN_SECRETS } from '../../../local/src/index.ts';
import { builtInSeeds } from '../../src/tenants/built-in-tenants.ts';
import { putTenantSeeds } from '../../src/tenants/tenants-file.ts';
import { makeRestorable } from './restored-copy.ts';
import { createServerDatabase } from './test-database.ts';
import { START } from './test-service.ts';

/**
 * Prepares a database as a started service leaves it: with the schema, the clients and the local authority's
 * certificates. Copying it takes a fraction of the time of making it.
 */
async function makeReady(database: Database): Promise<void> {
  await migrate(database);
  await putTenantSeeds(database, builtInSeeds(WELL_KNOWN_SECRETS));
  await openSealer(database, { now: () => START });
  if (database.kind === 'server') await makeRestorable(database);
  // A server cannot copy a database with open connections.
  await database.close();
}

/**
 * Makes a template database on a server.
 * @param server `postgres://…`
 */
export async function makeTemplate(server: string): Promise<{ name: string; drop: () => Promise<void> }> {
  const { url, drop } = await createServerDatabase(server);
  await makeReady(openDatabaseServer(url));
  return { name: new URL(url).pathname.slice(1), drop };
}

/** Writes an embedded database to a file, uncompressed because it is read often. */
export async function writeSnapshot(file: string): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sign-session-test-'));
  try {
    await makeReady(await openEmbeddedDatabase(folder));
    const made = await PGlite.create({ dataDir: folder });
    const snapshot = await made.dumpDataDir('none');
    await writeFile(file, snapshot.stream());
    await made.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
