import { PGlite } from '@electric-sql/pglite';
import type { Database, Queries, Row, SqlValue } from './database.ts';

function queriesOf(runner: Pick<PGlite, 'query'>): Queries {
  return {
    async query<T extends Row>(sql: string, parameters: readonly SqlValue[] = []) {
      const { rows } = await runner.query<T>(sql, [...parameters]);
      return rows;
    },
  };
}

/**
 * PostgreSQL inside this process. With a folder the data lasts; without one it lives in memory and goes with
 * the process. One process at a time may hold a folder: take its lock first.
 */
export async function openEmbeddedDatabase(folder?: string): Promise<Database> {
  const pglite = await PGlite.create(folder === undefined ? {} : { dataDir: folder });
  return {
    kind: 'embedded',
    ...queriesOf(pglite),
    transaction: work => pglite.transaction(transaction => work(queriesOf(transaction))),
    close: () => pglite.close(),
  };
}
