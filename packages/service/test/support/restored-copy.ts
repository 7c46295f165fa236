/** Copies of a template database that are made like it again, for the next test. */
import type { Database } from '../../src/storage/database.ts';

/** A copy that has grown by more has slow statements, and is made anew. */
const MOST_GROWTH_BYTES = 8 * 1024 * 1024;

/** Tables with their columns, indexes and constraints. A test may have changed them. */
const SHAPE = `SELECT md5(string_agg(line, ',' ORDER BY line)) FROM (
  SELECT concat_ws(' ', relname, relkind, attname, atttypid, attnotnull, atthasdef) AS line
  FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid WHERE relnamespace = 'public'::regnamespace AND attnum > 0
  UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
  FROM pg_constraint WHERE connamespace = 'public'::regnamespace
) AS lines`;

/**
 * Functions of the template and of its copies, in a schema of their own. Foreign keys do not count while rows are
 * replaced, for which the role must be a superuser.
 */
const FUNCTIONS = [
  'CREATE SCHEMA template',
  `CREATE FUNCTION template.keep() RETURNS void LANGUAGE plpgsql AS $$
    DECLARE name text; is_filled boolean;
    BEGIN
      FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
        EXECUTE format('SELECT EXISTS (SELECT FROM public.%I)', name) INTO is_filled;
        IF is_filled THEN EXECUTE format('CREATE TABLE template.%1$I AS TABLE public.%1$I', name); END IF;
      END LOOP;
      CREATE TABLE template.sequence_values AS
        SELECT format('%I.%I', schemaname, sequencename) AS name, last_value FROM pg_sequences WHERE schemaname = 'public';
      CREATE TABLE template.state AS SELECT (${SHAPE}) AS shape, pg_database_size(current_database()) AS size;
    END $$`,
  `CREATE FUNCTION template.restore() RETURNS boolean LANGUAGE plpgsql AS $$
    DECLARE name text; value bigint;
    BEGIN
      -- What others still do ends first, or it could come after.
      PERFORM pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle';
      WHILE EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
          AND backend_type = 'client backend' AND state <> 'idle') LOOP
        PERFORM pg_sleep(0.001);
        PERFORM pg_stat_clear_snapshot();
      END LOOP;
      IF NOT EXISTS (SELECT FROM template.state WHERE shape = (${SHAPE})
          AND size + ${MOST_GROWTH_BYTES} > pg_database_size(current_database())) THEN
        RETURN false;
      END IF;
      SET LOCAL session_replication_role = replica;
      FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
        EXECUTE format('DELETE FROM public.%I', name);
        IF to_regclass(format('template.%I', name)) IS NOT NULL THEN
          EXECUTE format('INSERT INTO public.%1$I OVERRIDING SYSTEM VALUE TABLE template.%1$I', name);
        END IF;
      END LOOP;
      FOR name, value IN SELECT kept.name, kept.last_value FROM template.sequence_values AS kept
          JOIN pg_sequences ON schemaname = 'public' AND format('%I.%I', schemaname, sequencename) = kept.name
          WHERE pg_sequences.last_value IS DISTINCT FROM kept.last_value LOOP
        PERFORM setval(name, coalesce(value, 1), value IS NOT NULL);
      END LOOP;
      RETURN true;
    END $$`,
];

/** Makes a template of which copies can be restored: keeps its rows in a schema that the service does not know. */
export async function makeRestorable(database: Database): Promise<void> {
  for (const statement of FUNCTIONS) await database.query(statement);
  await database.query('SELECT template.keep()');
}

/**
 * Gives a copy the template's rows again. Nothing else may use it.
 * @returns false: it can only be dropped, because its tables were changed or have grown
 */
export async function restoreCopy(database: Database): Promise<boolean> {
  try {
    const [answer] = await database.query('SELECT template.restore() AS "isRestored"');
    return answer?.['isRestored'] === true;
  } catch {
    return false;
  }
}
