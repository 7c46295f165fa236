import { sha256 } from '../domain/sha256.ts';
import { DatabaseError, Pool, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';
import { CommitUncertainError, DatabaseAwayError, TransactionAbortedError } from './database.ts';
import type { Database, Queries, Row, SqlValue } from './database.ts';

interface Runner {
  query<T extends QueryResultRow>(query: QueryConfig<unknown[]>): Promise<QueryResult<T>>;
}

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

/** Another instance has migrated the schema since this connection planned the statement. */
function isOutdatedPlan(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '0A000' && /cached plan/.test(error.message);
}

/**
 * Codes of a server that is not there: class 08 (connections), 57P01 to 57P03 (shutting down, crashed, starting), 53300
 * (too many connections).
 */
const AWAY_CODES = /^(?:08...|57P0[123]|53300)$/;

/** Codes of the system for connections that cannot be made, or break. */
const NETWORK_CODES =
  /^E(?:CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|HOSTDOWN|NOTFOUND|AI_AGAIN)$/;

/** What the driver says of a connection without a code. */
const BROKEN =
  /Connection terminated|timeout (?:exceeded )?when trying to connect|Client has encountered a connection/;

function isAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isAway);
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (error instanceof DatabaseError) return AWAY_CODES.test(code);
  return NETWORK_CODES.test(code) || BROKEN.test(error.message);
}

/** @throws DatabaseAwayError instead of the driver's errors of a lost or refused connection */
async function namingAway<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw isAway(cause) ? new DatabaseAwayError('The database server is away.', { cause }) : cause;
  }
}

/** @param onOutdated whether to plan again if a plan is outdated, or to fail */
function queriesOf(runner: Runner, onOutdated?: 'plan anew'): Queries {
  return {
    async query<T extends Row>(text: string, parameters: readonly SqlValue[] = []) {
      const values = parameters.map(toDriver);
      const named = parameters.length === 0 ? {} : { name: nameOf(text) };
      const run = () =>
        runner.query<T>({ ...named, text, values }).catch((error: unknown) => {
          if (onOutdated === undefined || !isOutdatedPlan(error)) throw error;
          return runner.query<T>({ text, values });
        });
      return (await namingAway(run)).rows;
    },
  };
}

/**
 * A lost connection is reported twice: as the error of its next query, which is handled, and as an event, which
 * would end the process if nobody listened.
 */
const ignore = (): void => undefined;

async function inTransaction<T>(pool: Pool, work: (queries: Queries) => Promise<T>): Promise<T> {
  const client = await namingAway(() => pool.connect());
  client.on('error', ignore);
  let broken: Error | undefined;
  try {
    await namingAway(() => client.query('BEGIN'));
    const result = await work(queriesOf(client));
    const { command } = await client.query('COMMIT').catch((cause: unknown) => {
      throw new CommitUncertainError('The commit was not confirmed.', { cause });
    });
    if (command === 'ROLLBACK') throw new TransactionAbortedError('A statement failed before.');
    return result;
  } catch (error) {
    // A failed transaction cannot be repeated here; discard the connection, so that the next one plans again.
    if (isOutdatedPlan(error)) broken = new Error('A plan is outdated.', { cause: error });
    // Discard a connection that cannot roll back, too.
    await client.query('ROLLBACK').catch((cause: unknown) => {
      broken = new Error('Rolling back failed.', { cause });
    });
    throw error;
  } finally {
    client.off('error', ignore);
    client.release(broken);
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
}

/** Enough for what one process can do beside sealing. */
export const POOL_SIZE = 10;

/** No statement of a request takes seconds. The erasure of very many sessions at once may. */
const LIMITS: ServerLimits = { connectMs: 10_000, statementMs: 60_000, idleInTransactionMs: 60_000 };

/**
 * A PostgreSQL server (15 or later).
 * @param url `postgres://user:password@host/database`; its parameters, such as `?statement_timeout=120000`, go before
 *   the limits
 * @param poolSize the number of connections that it may have at once
 */
export function openDatabaseServer(url: string, limits = LIMITS, poolSize = POOL_SIZE): Database {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    keepAlive: true,
    connectionTimeoutMillis: limits.connectMs,
    statement_timeout: limits.statementMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
  });
  // The pool replaces an idle connection that the server closed.
  pool.on('error', ignore);
  return {
    kind: 'server',
    ...queriesOf(pool, 'plan anew'),
    transaction: work => inTransaction(pool, work),
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  };
}
