export type SqlValue = string | number | boolean | Date | Uint8Array | null | readonly string[];
export type Row = Readonly<Record<string, unknown>>;

export interface Queries {
  /**
   * Runs one statement with `$1…` parameters and gives back its rows. JSON goes in as text (`$1::jsonb`) and
   * comes back parsed; `timestamptz` comes back as Date; counts are cast to `int` in the statement, because the
   * drivers differ on 64-bit numbers.
   */
  query<T extends Row = Row>(sql: string, parameters?: readonly SqlValue[]): Promise<T[]>;
}

/** A statement of the transaction failed, and whoever asked for it went on: nothing of it was kept. */
export class TransactionAbortedError extends Error {
  override readonly name = 'TransactionAbortedError';
}

/** The connection broke while a transaction was being committed: it may have happened or not. */
export class CommitUncertainError extends Error {
  override readonly name = 'CommitUncertainError';
}

/**
 * The one door to storage: PostgreSQL's SQL, embedded (PGlite) or on a server. Inside `transaction` only the
 * queries that are handed in may be used: the embedded database has one connection, and a query past the
 * transaction would wait for it for ever.
 */
export interface Database extends Queries {
  /** `embedded` belongs to one process alone; `server` may be shared by several. */
  readonly kind: 'embedded' | 'server';
  /**
   * Commits when `work` resolves, rolls back and rethrows when it rejects.
   * @throws CommitUncertainError, TransactionAbortedError
   */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
