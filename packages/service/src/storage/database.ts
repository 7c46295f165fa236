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
export async function unlessReadOnly(work: () => Promise<unknown>): Promise<void> {
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
   * Commits when `work` resolves; rolls back and rethrows when it rejects.
   * @throws CommitUncertainError, TransactionAbortedError
   */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /** Connections to a server, and queries that wait for one. */
  connections?(): { readonly busy: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}
