/** Settings that can't be used, and reading those that are files. */
import { readFile } from 'node:fs/promises';

/** An invalid setting; the message names it and says what is valid. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** The JSON of a configuration file. @throws SettingsError, without quoting the file, which may hold secrets */
export async function readSettingsFile(file: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw new SettingsError(`${file} cannot be read.`, { cause });
  }
  try {
    return JSON.parse(text);
  } catch {
    // No cause: its message quotes the file.
    throw new SettingsError(`${file} is not JSON.`);
  }
}
