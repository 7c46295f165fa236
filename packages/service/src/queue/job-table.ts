import type { Clock } from '../domain/clock.ts';
import type { Queries, Row, SqlValue } from '../storage/database.ts';

/**
 * A table whose rows are jobs. Jobs are stored with their subject: a foreign key deletes them with their session or
 * webhook, and a delivery, which is also history, is written only once. Besides its own columns, the table has:
 *
 *     position      bigint GENERATED ALWAYS AS IDENTITY            orders jobs that are due at the same time, oldest first
 *     due_at        timestamptz NOT NULL                           by the service's clock or the database's: `clock`
 *     attempts      integer NOT NULL DEFAULT 0                     attempts that have ended
 *     claim         text                                           the id of the newest claim
 *     leased_until  timestamptz NOT NULL DEFAULT '-infinity'       end of the claim, by the database's true time
 *
 * All members are constant SQL texts.
 */
export interface JobTable {
  readonly name: string;
  /** The column with the jobs' ids, which is unique. */
  readonly key: string;
  /** Condition of rows that are still to be done. Default: all rows, because finished jobs are deleted. */
  readonly waiting?: string;
  /**
   * Condition of a job that may be claimed now; its parameters, from `$4` on, come with each claim. Default: `due`.
   * @param due the condition of a job that waits, is due and not claimed
   */
  readonly eligible?: (due: string) => string;
  /** SELECT that reads a claimed job from the relation `claimed`. Default: the table's columns. */
  readonly read?: string;
}

/** A claimed job. No other process has it until the lease expires. */
export interface Job {
  /** The job's id. */
  readonly key: string;
  readonly claim: string;
  /** Attempts that have ended before. */
  readonly attempts: number;
  /** The columns read with the claim. */
  readonly row: Row;
  /** Whether another job was due when this one was claimed. */
  readonly isFollowed: boolean;
}

/**
 * Writes a job in the transaction that causes it, so it exists if and only if that is committed. Replaces a waiting
 * job with the same key.
 * @param row its columns, including the key
 */
export async function putJob(
  queries: Queries,
  { name, key }: JobTable,
  row: Readonly<Record<string, SqlValue>>,
): Promise<void> {
  const columns = Object.keys(row);
  const values = columns.map((_, index) => `$${index + 1}`);
  const replaced = columns.map(column => `${column} = EXCLUDED.${column}`);
  await queries.query(
    `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${values.join(', ')})
     ON CONFLICT (${key}) DO UPDATE
       SET ${replaced.join(', ')}, attempts = 0, claim = NULL, leased_until = '-infinity'`,
    Object.values(row),
  );
}

/**
 * Locks the job's row until the transaction ends.
 * @returns false when the job no longer exists, or its lease has expired and another process has claimed it
 */
export async function lockJob(queries: Queries, table: JobTable, { key, claim }: Job): Promise<boolean> {
  const hold = `SELECT 1 FROM ${table.name} WHERE ${table.key} = $1 AND claim = $2 FOR UPDATE`;
  return (await queries.query(hold, [key, claim])).length > 0;
}

/** Deletes a finished job. @returns false as `lockJob` does; nothing was deleted then */
export async function finishJob(queries: Queries, table: JobTable, { key, claim }: Job): Promise<boolean> {
  const finish = `DELETE FROM ${table.name} WHERE ${table.key} = $1 AND claim = $2 RETURNING 1`;
  return (await queries.query(finish, [key, claim])).length > 0;
}

/** The jobs of a table that wait. */
export interface QueueStanding {
  readonly name: string;
  /** Those included that are not due yet. */
  readonly waiting: number;
  /** Seconds for which the oldest has been due; 0 if none is. */
  readonly oldestDueSeconds: number;
}

/**
 * @param now by the clock of the due times; undefined: the database's
 * @param only a condition of the jobs to count, a constant SQL text. Default: all
 */
export async function queueStanding(
  queries: Queries,
  { name, waiting = 'true' }: JobTable,
  { now, only = 'true' }: { readonly now?: Date | undefined; readonly only?: string },
): Promise<QueueStanding> {
  const [row] = await queries.query<{ waiting: number; due: number | null }>(
    `SELECT count(*)::int AS waiting,
       extract(epoch FROM coalesce($1::timestamptz, clock_timestamp()) - min(due_at))::float8 AS due
     FROM ${name} WHERE ${waiting} AND ${only}`,
    [now ?? null],
  );
  return { name, waiting: row?.waiting ?? 0, oldestDueSeconds: Math.max(0, row?.due ?? 0) };
}

export interface JobClaimsOptions {
  readonly database: Queries;
  readonly table: JobTable;
  /** The clock for due times. Default: the database's time. */
  readonly clock?: Clock | undefined;
  /** Longer than any attempt takes. A job without an outcome by then is claimed again, because its process died. */
  readonly leaseMs: number;
}

/** The statements with which a queue claims and releases jobs of one table. */
export class JobClaims {
  readonly #options: JobClaimsOptions;
  /**
   * `$3` is the time by the clock. With `clock_timestamp()` instead, which may change within a statement, `due_at` could not be
   * looked up in an index.
   */
  readonly #now: string;
  /** The condition of a job that waits, is due and not claimed. */
  readonly #due: string;

  constructor(options: JobClaimsOptions) {
    this.#options = options;
    this.#now = options.clock ? '$3::timestamptz' : 'coalesce($3::timestamptz, statement_timestamp())';
    const { waiting = 'true' } = options.table;
    this.#due = `${waiting} AND due_at <= ${this.#now} AND leased_until <= clock_timestamp()`;
  }

  /** Whether a job is due, as a condition whose parameter `$n` is the time by the clock. */
  someDue(parameter: string): string {
    return `EXISTS (SELECT 1 FROM ${this.#options.table.name} WHERE ${this.#due.replaceAll('$3', parameter)})`;
  }

  /**
   * Claims the eligible job that has been due for longest.
   * @param claim the id of the new claim
   */
  next(claim: string, eligible: readonly SqlValue[]): Promise<Job | undefined> {
    return this.#claim(claim, this.#options.table.eligible?.(this.#due) ?? this.#due, eligible);
  }

  /** Claims this job, if it is due and not claimed. */
  one(claim: string, key: string): Promise<Job | undefined> {
    return this.#claim(claim, `${this.#options.table.key} = $4 AND ${this.#due}`, [key]);
  }

  /** Ends the claim and counts an attempt. @param pauseMs until the job is due again */
  async postpone({ key, claim }: Job, pauseMs: number): Promise<void> {
    const { database, table, clock } = this.#options;
    await database.query(
      `UPDATE ${table.name} SET attempts = attempts + 1, claim = NULL, leased_until = '-infinity',
         due_at = ${this.#now} + $4::int * interval '1 millisecond'
       WHERE ${table.key} = $1 AND claim = $2`,
      [key, claim, clock?.now() ?? null, pauseMs],
    );
  }

  /** Releases a claim as if it had not been made. */
  async release({ key, claim }: Job): Promise<void> {
    const { database, table } = this.#options;
    const release = `UPDATE ${table.name} SET claim = NULL, leased_until = '-infinity'`;
    await database.query(`${release} WHERE ${table.key} = $1 AND claim = $2`, [key, claim]);
  }

  /** Releases all claims, for a database that no other process uses, after a restart. */
  async clear(): Promise<void> {
    const clear = `UPDATE ${this.#options.table.name} SET leased_until = '-infinity'`;
    await this.#options.database.query(`${clear} WHERE leased_until > clock_timestamp()`);
  }

  /**
   * Claims a job without waiting for the disk: a claim lost in a power cut only means that the job is run again, as
   * after a crash.
   */
  async #claim(claim: string, condition: string, parameters: readonly SqlValue[]): Promise<Job | undefined> {
    const { database, table, clock, leaseMs } = this.#options;
    const { name, key, read = 'SELECT * FROM claimed' } = table;
    const [row] = await database.query(
      `WITH claimed AS (
         UPDATE ${name} SET claim = $1, leased_until = clock_timestamp() + $2::int * interval '1 millisecond'
         FROM (SELECT set_config('synchronous_commit', 'off', true)) AS this_statement_alone
         WHERE ${key} = (
           SELECT ${key} FROM ${name} WHERE ${condition}
           ORDER BY due_at, position LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING ${name}.*
       )
       SELECT job.*, EXISTS (SELECT 1 FROM ${name} WHERE ${this.#due} AND ${key} <> job.${key}) AS is_followed
       FROM (${read}) AS job`,
      [claim, leaseMs, clock?.now() ?? null, ...parameters],
    );
    if (row === undefined) return undefined;
    const isFollowed = row['is_followed'] === true;
    return { key: String(row[key]), claim, attempts: Number(row['attempts']), row, isFollowed };
  }
}
