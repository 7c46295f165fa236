import type { Queries } from './database.ts';

/** The stored value with this name, or undefined. The caller validates it. */
export async function readSetting(queries: Queries, name: string): Promise<unknown> {
  const [row] = await queries.query<{ value: unknown }>('SELECT value FROM settings WHERE name = $1', [name]);
  return row?.value;
}

export async function writeSetting(queries: Queries, name: string, value: object): Promise<void> {
  await queries.query(
    `INSERT INTO settings (name, value) VALUES ($1, $2::jsonb)
     ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value`,
    [name, JSON.stringify(value)],
  );
}

/** Stores `value` unless another instance already stored one; returns the stored value. */
export async function settleSetting(queries: Queries, name: string, value: object): Promise<unknown> {
  await queries.query(
    'INSERT INTO settings (name, value) VALUES ($1, $2::jsonb) ON CONFLICT (name) DO NOTHING',
    [name, JSON.stringify(value)],
  );
  return readSetting(queries, name);
}
