import { DatabaseError } from 'pg';
import { DatabaseAwayError, DatabaseReadOnlyError } from './database.ts';

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
export async function namingAway<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof DatabaseError && cause.code === READ_ONLY_CODE)
      throw new DatabaseReadOnlyError('The database server takes no changes.', { cause });
    throw isAway(cause) ? new DatabaseAwayError('The database server is away.', { cause }) : cause;
  }
}

/** Another instance has migrated the schema since this connection planned the statement. */
export function isOutdatedPlan(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '0A000' && /cached plan/.test(error.message);
}
