import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** A site that the signer has paired. */
interface PairedSite {
  readonly origin: string;
  /** The day, YYYY-MM-DD. */
  readonly since: string;
}

/** The bridge's folder for settings, by the system's custom. */
function configurationFolder(env: NodeJS.ProcessEnv = process.env): string {
  const name = 'sign-session-bridge';
  const home = os.homedir();
  if (process.platform === 'win32')
    return path.join(env['APPDATA'] ?? path.join(home, 'AppData/Roaming'), name);
  if (process.platform === 'darwin') return path.join(home, 'Library/Application Support', name);
  return path.join(env['XDG_CONFIG_HOME'] ?? path.join(home, '.config'), name);
}

/**
 * The paired sites, in a file that only its owner reads: origins and days, nothing of a person. It is read each time, so
 * that a site revoked by a command is revoked for the bridge that runs.
 */
export class Pairings {
  readonly #file: string;

  constructor(folder: string = configurationFolder()) {
    this.#file = path.join(folder, 'sites.json');
  }

  /** All, in the order in which they were paired. @throws Error when the file is there and can't be read */
  async list(): Promise<readonly PairedSite[]> {
    let text: string;
    try {
      text = await readFile(this.#file, 'utf8');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
      throw error;
    }
    return sitesOf(text);
  }

  async has(origin: string): Promise<boolean> {
    return (await this.list()).some(site => site.origin === origin);
  }

  async add(origin: string): Promise<void> {
    const since = new Date().toISOString().slice(0, 10);
    const others = (await this.list()).filter(site => site.origin !== origin);
    await this.#write([...others, { origin, since }]);
  }

  /** @param origin undefined: all. @returns how many were revoked */
  async remove(origin?: string): Promise<number> {
    const before = await this.list();
    const kept = origin === undefined ? [] : before.filter(site => site.origin !== origin);
    if (kept.length < before.length) await this.#write(kept);
    return before.length - kept.length;
  }

  /** Whole or not at all. */
  async #write(sites: readonly PairedSite[]): Promise<void> {
    await mkdir(path.dirname(this.#file), { recursive: true, mode: 0o700 });
    const written = `${this.#file}.${process.pid}`;
    await writeFile(written, `${JSON.stringify({ sites }, undefined, 2)}\n`, { mode: 0o600 });
    await rename(written, this.#file);
  }
}

/** What is damaged in the file counts as not paired. */
function sitesOf(text: string): PairedSite[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  const sites: unknown = typeof value === 'object' && value !== null && 'sites' in value ? value.sites : [];
  return Array.isArray(sites) ? sites.filter((site: unknown) => isSite(site)) : [];
}

function isSite(site: unknown): site is PairedSite {
  return (
    typeof site === 'object' &&
    site !== null &&
    'origin' in site &&
    typeof site.origin === 'string' &&
    'since' in site &&
    typeof site.since === 'string'
  );
}
