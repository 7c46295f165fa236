import { Pool, type QueryResult, type QueryResultRow } from 'pg';
import { CommitUncertainError } from './database.ts';
import type { Database, Queries, Row, SqlValue } from './database.ts';

interface Runner {
  query<T extends QueryResultRow>(sql: string, parameters?: unknown[]): Promise<QueryResult<T>>;
}

/** The driver takes bytes as Buffer only; a view costs no copy. */
function toDriver(value: SqlValue): unknown {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
}

function queriesOf(runner: Runner): Queries {
  return {
    async query<T extends Row>(sql: string, parameters: readonly SqlValue[] = []) {
      const { rows } = await runner.query<T>(sql, parameters.map(toDriver));
      return rows;
    },
  };
}

/** A lost connection is told twice: to its next query, which is where we hear it, and as an event, which ends us. */
const ignore = (): void => undefined;

async function inTransaction<T>(pool: Pool, work: (queries: Queries) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  client.on('error', ignore);
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(queriesOf(client));
    await client.query('COMMIT').catch((cause: unknown) => {
      throw new CommitUncertainError('The commit was not confirmed.', { cause });
    });
    return result;
  } catch (error) {
    // A connection that cannot even roll back must not go back into the pool.
    await client.query('ROLLBACK').catch((cause: unknown) => {
      broken = new Error('Rolling back failed.', { cause });
    });
    throw error;
  } finally {
    client.off('error', ignore);
    client.release(broken);
  }
}

/**
 * A PostgreSQL server (15 or later).
 * @param url `postgres://user:password@host/database`
 * @param schema search path of every connection, so that tests can have a database's corner for themselves
 */
export function openDatabaseServer(url: string, schema?: string): Database {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    ...(schema === undefined ? {} : { options: `-c search_path=${schema}` }),
  });
  // An idle connection that the server drops is replaced by the next query.
  pool.on('error', ignore);
  return {
    kind: 'server',
    ...queriesOf(pool),
    transaction: work => inTransaction(pool, work),
    close: () => pool.end(),
  };
}
