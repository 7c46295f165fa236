/** All access to the database: queries, transactions, rows. */
import * as z from 'zod';

export type SqlValue = string | number | boolean | Date | Uint8Array | null | readonly string[];
export type Row = Readonly<Record<string, unknown>>;

export interface Queries {
  /**
   * Runs one statement with `$1…` parameters and returns its rows. JSON is passed as text (`$1::jsonb`) and
   * returned parsed; `timestamptz` is returned as Date. Cast counts to `int` in the statement, because the drivers
   * differ on 64-bit numbers.
   */
  query<T extends Row = Row>(sql: string, parameters?: readonly SqlValue[]): Promise<T[]>;
}

/** A statement of the transaction failed and its error was ignored, so the transaction was rolled back. */
export class TransactionAbortedError extends Error {
  override readonly name = 'TransactionAbortedError';
}

/** The connection broke during the commit: it may or may not have taken effect. */
export class CommitUncertainError extends Error {
  override readonly name = 'CommitUncertainError';
}

/** The server cannot be reached, is shutting down or starting, or has no connection left: it may be back soon. */
export class DatabaseAwayError extends Error {
  override readonly name: string = 'DatabaseAwayError';
}

/** The server answers, but takes no changes: it is a standby, or was told so. It may change soon. */
export class DatabaseReadOnlyError extends DatabaseAwayError {
  override readonly name = 'DatabaseReadOnlyError';
}

/** Does what a reader need not wait for; not while the database takes no changes. */
export async function skipWhileReadOnly(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof DatabaseReadOnlyError)) throw error;
  }
}

/**
 * All access to storage: PostgreSQL, embedded (PGlite) or on a server. Inside `transaction`, use only the queries
 * passed in: the embedded database has one connection, so any other query would wait forever for the transaction.
 */
export interface Database extends Queries {
  /** `embedded` is used by one process only; `server` may be shared. */
  readonly kind: 'embedded' | 'server';
  /**
   * Commits when `work` resolves; rolls back and rethrows when it rejects. Statements that need nothing of each other may be
   * asked without waiting in between: they run in their order, and a server gets them at once.
   * @throws CommitUncertainError, TransactionAbortedError
   */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /** Connections to a server, and queries that wait for one. */
  connections?(): { readonly busy: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

const columnOf = (member: string): string =>
  member.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

/** A member of a row: what a column holds, or an object or array for a column of the type jsonb. */
type Member = SqlValue | undefined | object;

function toSql(value: Member = null): { readonly value: SqlValue; readonly cast: string } {
  const isJson = typeof value === 'object' && value !== null;
  if (isJson && !(value instanceof Date) && !(value instanceof Uint8Array))
    return { value: JSON.stringify(value), cast: '::jsonb' };
  return { value, cast: '' };
}

/**
 * Inserts a row: `sessionId` into the column `session_id`, undefined as NULL, objects and arrays as JSON. Give the
 * members of one table always in the same order: a statement is planned once for each text.
 * @param table a constant
 * @param before another one, such as a WITH clause: $1 is the row's first member
 */
export async function insertRow(
  queries: Queries,
  table: string,
  row: Readonly<Record<string, Member>>,
  before = '',
): Promise<void> {
  const values = Object.values(row).map(toSql);
  const columns = Object.keys(row).map(columnOf).join(', ');
  const places = values.map(({ cast }, index) => `$${index + 1}${cast}`).join(', ');
  await queries.query(
    `${before} INSERT INTO ${table} (${columns}) VALUES (${places})`,
    values.map(({ value }) => value),
  );
}

const camelCase = (column: string): string =>
  column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * The schema of a row, or of a row as JSON inside another: its columns as members, `session_id` as `sessionId`. Columns
 * that are not named are left out.
 */
export function rowSchema<S extends z.ZodRawShape>(shape: S) {
  return z.preprocess(membersOf, z.object(shape));
}

function membersOf(row: unknown): unknown {
  if (typeof row !== 'object' || row === null) return row;
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [camelCase(name), value]));
}

/** A column that can be NULL, which is then undefined; one that was not selected is an error. */
export function nullable<S extends z.ZodType>(schema: S) {
  return schema.nullable().transform((value): z.output<S> | undefined => value ?? undefined);
}

/** A time in a row that is read as JSON. */
export const jsonTime = z.string().transform(text => new Date(text));
