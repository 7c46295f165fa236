import { sha256 } from '../domain/sha256.ts';
import type { PoolClient, QueryConfig } from 'pg';
import { CommitUncertainError, DatabaseReadOnlyError, TransactionAbortedError } from './database.ts';
import { isOutdatedPlan } from './server-errors.ts';
import { ServerPool } from './server-pool.ts';
import type { Database, Queries, Row, SqlValue } from './database.ts';

/**
 * Names a statement with parameters, so that each connection parses and plans it once: planning the session query
 * takes longer than running it. All statements of the service are constant texts, so there are few.
 */
function nameOf(sql: string): string {
  const known = names.get(sql);
  if (known !== undefined) return known;
  const name = sha256(sql).toString('base64url').slice(0, 32);
  names.set(sql, name);
  return name;
}
const names = new Map<string, string>();

/** The driver accepts bytes only as Buffer; a view avoids a copy. */
function toDriver(value: SqlValue): unknown {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
}

function queriesOn(pool: ServerPool, client: PoolClient): Queries {
  return {
    async query<T extends Row>(text: string, parameters: readonly SqlValue[] = []) {
      return (await pool.ask(() => client.query<T>(statement(text, parameters)))).rows;
    },
  };
}

function statement(text: string, parameters: readonly SqlValue[]): QueryConfig<unknown[]> {
  const values = parameters.map(toDriver);
  return parameters.length === 0 ? { text, values } : { name: nameOf(text), text, values };
}

/** A statement by itself. One whose plan is outdated is planned again. */
async function queryAlone<T extends Row>(pool: ServerPool, config: QueryConfig<unknown[]>): Promise<T[]> {
  const { client, release } = await pool.acquire();
  try {
    const { rows } = await pool.ask(() => client.query<T>(config));
    release();
    return rows;
  } catch (error) {
    if (error instanceof DatabaseReadOnlyError) pool.renew();
    release(new Error('The connection is not used again.', { cause: error }));
    const { name, ...unnamed } = config;
    if (name !== undefined && isOutdatedPlan(error)) return queryAlone(pool, unnamed);
    throw error;
  }
}

async function inTransaction<T>(pool: ServerPool, work: (queries: Queries) => Promise<T>): Promise<T> {
  const { client, release } = await pool.acquire();
  let broken: Error | undefined;
  try {
    await pool.ask(() => client.query('BEGIN'));
    const result = await work(queriesOn(pool, client));
    const { command } = await pool
      .ask(() => client.query('COMMIT'))
      .catch((cause: unknown) => {
        throw new CommitUncertainError('The commit was not confirmed.', { cause });
      });
    if (command === 'ROLLBACK') throw new TransactionAbortedError('A statement failed before.');
    return result;
  } catch (error) {
    // A failed transaction cannot be repeated here; discard the connection, so that the next one plans again.
    if (isOutdatedPlan(error)) broken = new Error('A plan is outdated.', { cause: error });
    if (error instanceof DatabaseReadOnlyError) pool.renew();
    // Discard a connection that cannot roll back, too.
    await pool
      .ask(() => client.query('ROLLBACK'))
      .catch((cause: unknown) => {
        broken = new Error('Rolling back failed.', { cause });
      });
    throw error;
  } finally {
    release(broken);
  }
}

/** Limits of time, each in milliseconds. */
export interface ServerLimits {
  /** For a connection, also while all are in use. */
  readonly connectMs: number;
  /** For one statement, with its waits for locks. */
  readonly statementMs: number;
  /** For a transaction in which no statement runs: its process may be gone, and it holds rows. */
  readonly idleInTransactionMs: number;
  /**
   * For an answer, before the server is asked whether it is there at all, and again for the answer to that. Default 4
   * seconds.
   */
  readonly unansweredMs?: number;
}

/** Enough for what one process can do beside sealing. */
export const POOL_SIZE = 10;

/** A statement that takes longer costs one more connection, no more. */
const UNANSWERED_MS = 4000;

/** No statement of a request takes seconds. The erasure of very many sessions at once may. */
const LIMITS: ServerLimits = { connectMs: 10_000, statementMs: 60_000, idleInTransactionMs: 60_000 };

/**
 * A PostgreSQL server (15 or later).
 * @param url `postgres://user:password@host/database`; its parameters, such as `?statement_timeout=120000`, go before
 *   the limits
 * @param poolSize the number of connections that it may have at once
 */
export function openDatabaseServer(url: string, limits = LIMITS, poolSize = POOL_SIZE): Database {
  const config = {
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: limits.connectMs,
    statement_timeout: limits.statementMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
  };
  const pool = new ServerPool(config, { size: poolSize, unansweredMs: limits.unansweredMs ?? UNANSWERED_MS });
  return {
    kind: 'server',
    query: (text, parameters = []) => queryAlone(pool, statement(text, parameters)),
    transaction: work => inTransaction(pool, work),
    connections: () => pool.counts,
    close: () => pool.close(),
  };
}
