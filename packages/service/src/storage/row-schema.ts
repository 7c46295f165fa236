import * as z from 'zod';

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
