/** A PostgreSQL server as the database: its pool, its watch, and its errors. */
import { Client, type ClientConfig, DatabaseError, Pool, type PoolClient, type QueryConfig } from 'pg';
import { sha256 } from '../domain/sha256.ts';
import {
  CommitUncertainError,
  type Database,
  DatabaseAwayError,
  DatabaseReadOnlyError,
  type Queries,
  type Row,
  type SqlValue,
  TransactionAbortedError,
} from './database.ts';

/**
 * Codes of a server that is not there: class 08 (connections), 57P01 to 57P03 (shutting down, crashed, starting), 53300
 * (too many connections).
 */
const AWAY_CODES = /^(?:08...|57P0[123]|53300)$/;

/** `read_only_sql_transaction`: a standby, or a server that was told to take no changes. */
const READ_ONLY_CODE = '25006';

/** Codes of the system for connections that cannot be made, or break. */
const NETWORK_CODES =
  /^E(?:CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|HOSTDOWN|NOTFOUND|AI_AGAIN)$/;

/** What the driver says of a connection without a code. */
const BROKEN =
  /Connection terminated|timeout (?:exceeded )?when trying to connect|timeout expired|Client (?:has encountered a connection|was closed)/;

function isAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isAway);
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (error instanceof DatabaseError) return AWAY_CODES.test(code);
  return NETWORK_CODES.test(code) || BROKEN.test(error.message);
}

/**
 * @throws DatabaseAwayError instead of the driver's errors of a lost or refused connection; DatabaseReadOnlyError instead
 *   of the server's refusal to change anything
 */
async function namingAway<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof DatabaseError && cause.code === READ_ONLY_CODE)
      throw new DatabaseReadOnlyError('The database server takes no changes.', { cause });
    throw isAway(cause) ? new DatabaseAwayError('The database server is away.', { cause }) : cause;
  }
}

/** Another instance has migrated the schema since this connection planned the statement. */
function isOutdatedPlan(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '0A000' && /cached plan/.test(error.message);
}

interface ServerWatchOptions {
  /** Whether the server answers a new connection; never rejects, and takes a few seconds at most. */
  readonly answers: () => Promise<boolean>;
  /** Called when it does not: gives up the connections, on which answers might still arrive. */
  readonly onSilent: () => void;
  /** For how long something may be unanswered before the server is asked whether it is there at all. */
  readonly unansweredMs: number;
}

const silence = (): DatabaseAwayError => new DatabaseAwayError('The database server does not answer.');

/** How often a silent server is asked again. */
const AGAIN_MS = 1000;

/**
 * Notices a server that says nothing any more, not even that it refuses: its machine or the way to it is gone. Then
 * nothing waits for it, and what is asked meanwhile fails at once. A long statement alone is no reason: a server that
 * takes a new connection is there.
 */
class ServerWatch {
  readonly #options: ServerWatchOptions;
  /** Fail what is waited for. */
  readonly #waiting = new Set<() => void>();
  #isSilent = false;
  #isClosed = false;
  #isLooking = false;
  #again: NodeJS.Timeout | undefined;

  constructor(options: ServerWatchOptions) {
    this.#options = options;
  }

  /**
   * Waits for what the server has to answer, which may go on when this has failed.
   * @throws DatabaseAwayError while the server is silent, at once
   */
  async during<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isSilent) throw silence();
    const timer = setInterval(() => this.#look(), this.#options.unansweredMs).unref();
    let fail: (() => void) | undefined;
    try {
      const unanswered = new Promise<never>((_, reject) => {
        fail = () => reject(silence());
        this.#waiting.add(fail);
      });
      return await Promise.race([work(), unanswered]);
    } finally {
      clearInterval(timer);
      if (fail !== undefined) this.#waiting.delete(fail);
    }
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#again);
  }

  #look(): void {
    if (this.#isLooking) return;
    this.#isLooking = true;
    void this.#ask().finally(() => {
      this.#isLooking = false;
    });
  }

  async #ask(): Promise<void> {
    this.#isSilent = !(await this.#options.answers());
    if (!this.#isSilent || this.#isClosed) return;
    for (const fail of this.#waiting) fail();
    this.#options.onSilent();
    this.#again = setTimeout(() => this.#look(), AGAIN_MS).unref();
  }
}

/** A connection in use. */
interface Lease {
  readonly client: PoolClient;
  /** Gives it back. @param broken why it cannot be used again */
  readonly release: (broken?: Error) => void;
}

/**
 * A lost connection is reported twice: as the error of its next query, which is handled, and as an event, which
 * would end the process if nobody listened.
 */
const ignore = (): void => undefined;

/** Connections to a server, as long as it is there. */
class ServerPool {
  readonly #config: ClientConfig;
  readonly #pool: Pool;
  readonly #unansweredMs: number;
  readonly #watch: ServerWatch;
  readonly #busy = new Set<PoolClient>();
  readonly #madeAt = new WeakMap<PoolClient, number>();
  /** Connections made before are not used again. */
  #freshSince = 0;
  #isClosed = false;

  constructor(config: ClientConfig, { size, unansweredMs }: { size: number; unansweredMs: number }) {
    this.#config = config;
    this.#unansweredMs = unansweredMs;
    this.#pool = new Pool({ ...config, max: size, pipeline: true });
    // The pool replaces an idle connection that the server closed.
    this.#pool.on('error', ignore);
    this.#pool.on('connect', client => void this.#madeAt.set(client, performance.now()));
    this.#watch = new ServerWatch({
      unansweredMs,
      answers: () => this.#answers(),
      onSilent: () => this.#cut(),
    });
  }

  get counts(): { readonly busy: number; readonly idle: number; readonly waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  /** @throws DatabaseAwayError */
  async acquire(): Promise<Lease> {
    for (;;) {
      const client = await this.#connect();
      if ((this.#madeAt.get(client) ?? 0) < this.#freshSince) {
        client.release(true);
        continue;
      }
      client.on('error', ignore);
      this.#busy.add(client);
      const release = (broken?: Error): void => {
        this.#busy.delete(client);
        client.off('error', ignore);
        client.release(broken);
      };
      return { client, release };
    }
  }

  async #connect(): Promise<PoolClient> {
    // The process ends, and what asks still is to ask another.
    if (this.#isClosed) throw new DatabaseAwayError('The connections are closed.');
    const connecting = this.#pool.connect();
    try {
      return await this.ask(() => connecting);
    } catch (error) {
      // It may come when nobody waits for it any more.
      connecting.then(late => late.release(true), ignore);
      throw error;
    }
  }

  /** Asks the server something. @throws DatabaseAwayError also when it does not answer; DatabaseReadOnlyError */
  ask<T>(question: () => Promise<T>): Promise<T> {
    return namingAway(() => this.#watch.during(question));
  }

  /**
   * Uses none of the present connections again. After a failover they may lead to the server that was the first one
   * before, while the address leads to another.
   */
  renew(): void {
    this.#freshSince = performance.now();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#watch.close();
    await this.#pool.end();
  }

  /** Whether it says anything, were it that it takes no connection. */
  async #answers(): Promise<boolean> {
    const client = new Client({ ...this.#config, connectionTimeoutMillis: this.#unansweredMs });
    client.on('error', ignore);
    try {
      await client.connect();
      return true;
    } catch (error) {
      return error instanceof DatabaseError;
    } finally {
      void client.end().catch(ignore);
    }
  }

  /** Fails what waits for an answer, which the system would wait for up to a quarter of an hour. */
  #cut(): void {
    for (const client of this.#busy) void client.end().catch(ignore);
  }
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

/** A stream that can hold back what it is to send. */
interface Corkable {
  cork(): void;
  uncork(): void;
}

/**
 * Sends what is asked on a connection until the running code waits for something as one packet: a packet takes as much of this
 * process's time as all else that a small statement needs.
 */
function together(client: PoolClient): void {
  // The driver's types leave its connection out.
  const { stream }: { stream: Corkable } = Object(client).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** A transaction that begins with its first statement, and in the same packet. One that asks nothing takes no connection. */
class ServerTransaction implements Queries {
  readonly #pool: ServerPool;
  #lease: Promise<Lease> | undefined;
  #begun: Promise<unknown> = Promise.resolve();
  #isOver = false;

  constructor(pool: ServerPool) {
    this.#pool = pool;
  }

  async query<T extends Row>(text: string, parameters: readonly SqlValue[] = []): Promise<T[]> {
    this.#requireOpen();
    const { client } = await (this.#lease ??= this.#begin());
    this.#requireOpen();
    together(client);
    return (await this.#pool.ask(() => client.query<T>(statement(text, parameters)))).rows;
  }

  /** @throws CommitUncertainError, TransactionAbortedError */
  async commit(): Promise<void> {
    if (this.#lease === undefined) return;
    const { client, release } = await this.#lease;
    await this.#begun;
    this.#isOver = true;
    const { command } = await this.#pool
      .ask(() => client.query('COMMIT'))
      .catch((cause: unknown) => {
        throw new CommitUncertainError('The commit was not confirmed.', { cause });
      });
    if (command === 'ROLLBACK') throw new TransactionAbortedError('A statement failed before.');
    this.#lease = undefined;
    release();
  }

  /** Statements that are still under way end before it. Never rejects. */
  async rollBack(reason: unknown): Promise<void> {
    this.#isOver = true;
    const lease = await this.#lease?.catch(ignore);
    if (lease === undefined) return;
    let broken: Error | undefined;
    // A failed transaction cannot be repeated here; discard the connection, so that the next one plans again.
    if (isOutdatedPlan(reason)) broken = new Error('A plan is outdated.', { cause: reason });
    if (reason instanceof DatabaseReadOnlyError) this.#pool.renew();
    // Discard a connection that cannot roll back, too.
    await this.#pool
      .ask(() => lease.client.query('ROLLBACK'))
      .catch((cause: unknown) => {
        broken = new Error('Rolling back failed.', { cause });
      });
    lease.release(broken);
  }

  /** What comes after the end, because one of several statements failed, would be carried out by itself. */
  #requireOpen(): void {
    if (this.#isOver) throw new TransactionAbortedError('The transaction is over.');
  }

  async #begin(): Promise<Lease> {
    const lease = await this.#pool.acquire();
    together(lease.client);
    this.#begun = this.#pool.ask(() => lease.client.query('BEGIN'));
    // The first statement fails with it.
    this.#begun.catch(ignore);
    return lease;
  }
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
  const transaction = new ServerTransaction(pool);
  try {
    const result = await work(transaction);
    await transaction.commit();
    return result;
  } catch (error) {
    await transaction.rollBack(error);
    throw error;
  }
}

/** Limits of time, each in milliseconds. */
interface ServerLimits {
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
const POOL_SIZE = 10;

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
