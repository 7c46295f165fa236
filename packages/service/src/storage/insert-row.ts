import type { Queries, SqlValue } from './database.ts';

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
 */
export async function insertRow(
  queries: Queries,
  table: string,
  row: Readonly<Record<string, Member>>,
): Promise<void> {
  const values = Object.values(row).map(toSql);
  const columns = Object.keys(row).map(columnOf).join(', ');
  const places = values.map(({ cast }, index) => `$${index + 1}${cast}`).join(', ');
  await queries.query(
    `INSERT INTO ${table} (${columns}) VALUES (${places})`,
    values.map(({ value }) => value),
  );
}
