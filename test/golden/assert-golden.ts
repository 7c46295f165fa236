import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Compares with the file beside this one. With `UPDATE_GOLDEN=1` it writes the file instead. */
export async function assertGolden(name: string, actual: string): Promise<void> {
  const file = path.join(import.meta.dirname, name);
  if (process.env['UPDATE_GOLDEN'] === '1') await writeFile(file, actual);
  assert.equal(actual, await readFile(file, 'utf8'));
}
