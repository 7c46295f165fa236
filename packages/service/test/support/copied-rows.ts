/** Many rows, as copies of those that a run of the service has made. */
import type { Database } from '../../src/storage/database.ts';

/** How many tenants copies belong to. */
const TENANTS = 1000;

/** The tables of the service's schema. */
export async function tablesOf(database: Database): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname`,
  );
  return rows.map(({ name }) => name);
}

/** A column: whether rows must differ in it, or in it and others, whether it is in an index, and whether it is one of a list. */
type Column = Readonly<
  Record<'name' | 'type', string> & Record<'isKey' | 'isIndexed' | 'isChecked', boolean>
>;

/** A copy's value: other text where it is looked up by it, and another number where rows must differ in that. */
function copied({ name, type, isKey, isIndexed, isChecked }: Column): string {
  if (name === 'tenant_id') return `tenant_id || '_' || n % ${TENANTS}`;
  if (type === 'text' && isIndexed && !isChecked) return `${name} || '_' || n`;
  return isKey && /^(?:integer|bigint)$/.test(type) ? `${name} + n * 100000` : name;
}

/**
 * Copies each row of a table. Ids get the copy's number, so that copies of several tables belong together, and tenants one of a thousand.
 * @param select the condition of the rows to copy, a constant
 */
export async function copyRows(
  database: Database,
  table: string,
  copies: number,
  select = 'true',
): Promise<void> {
  const columns = await database.query<Column>(
    `SELECT attname AS name, format_type(atttypid, NULL) AS type,
       EXISTS (SELECT 1 FROM pg_index WHERE indrelid = attrelid AND indisunique AND attnum = ANY(indkey)) AS "isKey",
       EXISTS (SELECT 1 FROM pg_index WHERE indrelid = attrelid AND attnum = ANY(indkey)) AS "isIndexed",
       EXISTS (SELECT 1 FROM pg_constraint WHERE conrelid = attrelid AND contype = 'c' AND attnum = ANY(conkey))
         AS "isChecked"
     FROM pg_attribute WHERE attrelid = '${table}'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
     ORDER BY attnum`,
  );
  const names = columns.map(({ name }) => name).join(', ');
  await database.transaction(async queries => {
    // Copies of one table come before those that they refer to.
    await queries.query('SET LOCAL session_replication_role = replica');
    await queries.query('SET LOCAL statement_timeout = 0');
    await queries.query(
      `INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE SELECT ${columns.map(copied).join(', ')}
       FROM (SELECT * FROM ${table} WHERE ${select}) AS original, generate_series(1, ${copies}) AS n
       ON CONFLICT DO NOTHING`,
    );
  });
}
