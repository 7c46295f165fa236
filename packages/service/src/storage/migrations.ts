import type { Database, Queries } from './database.ts';
import { SCHEMA_STEPS } from './schema.ts';

/** An arbitrary number, the same in every instance. */
const MIGRATION_LOCK = 7_316_402;

export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError';
}

async function appliedSteps(queries: Queries): Promise<number> {
  await queries.query(
    'CREATE TABLE IF NOT EXISTS schema_steps (step integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
  );
  const [row] = await queries.query<{ count: number }>('SELECT count(*)::int AS count FROM schema_steps');
  return row?.count ?? 0;
}

/** A migration may wait for another instance's, and a step may rewrite a large table: it must not be cut off. */
const WITHOUT_LIMITS = [
  'SET LOCAL statement_timeout = 0',
  'SET LOCAL idle_in_transaction_session_timeout = 0',
] as const;

/**
 * Brings the schema up to date, all steps or none. Concurrent instances wait for each other.
 * @throws NewerSchemaError when the data was written by a later version of this service
 */
export async function migrate(database: Database): Promise<void> {
  await database.transaction(async queries => {
    for (const statement of WITHOUT_LIMITS) await queries.query(statement);
    await queries.query('SELECT pg_advisory_xact_lock($1::int)', [MIGRATION_LOCK]);
    const applied = await appliedSteps(queries);
    if (applied > SCHEMA_STEPS.length) {
      throw new NewerSchemaError('The data was written by a newer version of this service.');
    }
    for (const [index, statements] of SCHEMA_STEPS.entries()) {
      if (index < applied) continue;
      for (const statement of statements) await queries.query(statement);
      await queries.query('INSERT INTO schema_steps (step) VALUES ($1)', [index + 1]);
    }
  });
}
