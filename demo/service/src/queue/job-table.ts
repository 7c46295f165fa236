import type { Clock } from '../domain/clock.ts';
import type { Queries, Row, SqlValue } from '../storage/database.ts';

/**
 * A table whose rows are jobs. A job stands in the table of what it is about: it goes with its session or webhook by a
 * foreign key, and a delivery that is also history is written once. Beside columns of its own, the table has:
 *
 *     position      bigint GENERATED ALWAYS AS IDENTITY            of jobs due at the same time, the older comes first
 *     due_at        timestamptz NOT NULL                           by the service's clock or the database's: `clock`
 *     attempts      integer NOT NULL DEFAULT 0                     tries that have ended
 *     claim         text                                           the id of the newest claim
 *     leased_until  timestamptz NOT NULL DEFAULT '-infinity'       end of the claim, by the database's true time
 *
 * All members are fixed texts of SQL.
 */
export interface JobTable {
  readonly name: string;
  /** The column with the jobs' ids, which is unique. */
  readonly key: string;
  /** Condition that rows fulfil while they are to be done. Default: all rows, because a job that is done is deleted. */
  readonly waiting?: string;
  /**
   * Condition of a job that may be claimed now; its parameters, from `$4` on, come with each claim. Default: `due`.
   * @param due the condition of a job that waits, is due and nobody's
   */
  readonly eligible?: (due: string) => string;
  /** SELECT of what a claimed job's row holds, from the relation `claimed`. Default: the columns of the table. */
  readonly read?: string;
}

/** A job that was claimed: until its lease ends it is nobody else's. */
export interface Job {
  /** The job's id. */
  readonly key: string;
  readonly claim: string;
  /** Tries that have ended before. */
  readonly attempts: number;
  /** What was read with the claim. */
  readonly row: Row;
}

/**
 * Writes a job with the queries of the transaction that causes it: it exists if and only if that is committed. One
 * that waits under the same key is replaced.
 * @param row its columns, the key's among them
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
 * @returns false when the job is gone, or its lease has ended and somebody else has claimed it
 */
export async function holdJob(queries: Queries, table: JobTable, { key, claim }: Job): Promise<boolean> {
  const hold = `SELECT 1 FROM ${table.name} WHERE ${table.key} = $1 AND claim = $2 FOR UPDATE`;
  return (await queries.query(hold, [key, claim])).length > 0;
}

/** Deletes a job that is done. @returns false as `holdJob` does, and then nothing was deleted */
export async function finishJob(queries: Queries, table: JobTable, { key, claim }: Job): Promise<boolean> {
  const finish = `DELETE FROM ${table.name} WHERE ${table.key} = $1 AND claim = $2 RETURNING 1`;
  return (await queries.query(finish, [key, claim])).length > 0;
}

export interface JobClaimsOptions {
  readonly database: Queries;
  readonly table: JobTable;
  /** What jobs are due by. Default: the database's true time. */
  readonly clock?: Clock | undefined;
  /** Longer than any try takes: a job that was not reported on by then is claimed again, because its process died. */
  readonly leaseMs: number;
}

/** The statements by which a queue claims jobs of one table, and gives them back. */
export class JobClaims {
  readonly #options: JobClaimsOptions;
  /** `$3` is the time by the clock. A volatile function beside it would keep `due_at` from being looked up in an index. */
  readonly #now: string;
  /** The condition of a job that waits, is due and nobody's. */
  readonly #due: string;

  constructor(options: JobClaimsOptions) {
    this.#options = options;
    this.#now = options.clock ? '$3::timestamptz' : 'coalesce($3::timestamptz, clock_timestamp())';
    const { waiting = 'true' } = options.table;
    this.#due = `${waiting} AND due_at <= ${this.#now} AND leased_until <= clock_timestamp()`;
  }

  /**
   * Claims the job that has been due for longest, of those that are eligible.
   * @param claim the id of the claim to be made
   */
  next(claim: string, eligible: readonly SqlValue[]): Promise<Job | undefined> {
    return this.#claim(claim, this.#options.table.eligible?.(this.#due) ?? this.#due, eligible);
  }

  /** Claims this job, if it is due and nobody's. */
  one(claim: string, key: string): Promise<Job | undefined> {
    return this.#claim(claim, `${this.#options.table.key} = $4 AND ${this.#due}`, [key]);
  }

  /** Ends the claim and a try. @param pauseMs until the job is due again */
  async postpone({ key, claim }: Job, pauseMs: number): Promise<void> {
    const { database, table, clock } = this.#options;
    await database.query(
      `UPDATE ${table.name} SET attempts = attempts + 1, claim = NULL, leased_until = '-infinity',
         due_at = ${this.#now} + $4::int * interval '1 millisecond'
       WHERE ${table.key} = $1 AND claim = $2`,
      [key, claim, clock?.now() ?? null, pauseMs],
    );
  }

  /** Ends a claim as if it had not been made. */
  async release({ key, claim }: Job): Promise<void> {
    const { database, table } = this.#options;
    const release = `UPDATE ${table.name} SET claim = NULL, leased_until = '-infinity'`;
    await database.query(`${release} WHERE ${table.key} = $1 AND claim = $2`, [key, claim]);
  }

  /** Ends every claim: for a database that no other process uses, when whoever made them is gone. */
  async clear(): Promise<void> {
    const clear = `UPDATE ${this.#options.table.name} SET leased_until = '-infinity'`;
    await this.#options.database.query(`${clear} WHERE leased_until > clock_timestamp()`);
  }

  /**
   * A claim does not wait for the disk: after a power cut it is as if it had not been made, and the job is tried again,
   * as it is whenever a process dies.
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
       ${read}`,
      [claim, leaseMs, clock?.now() ?? null, ...parameters],
    );
    return row && { key: String(row[key]), claim, attempts: Number(row['attempts']), row };
  }
}
