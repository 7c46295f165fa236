import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';

const holderSchema = z.object({ pid: z.int().min(0), birth: z.string() });
type LockHolder = z.infer<typeof holderSchema>;

const LOCK = 'lock.json';

const NOBODY: LockHolder = { pid: 0, birth: '' };

export interface FolderLock {
  release(): Promise<void>;
}

/** Another running process has locked the data folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/**
 * Distinguishes this process from a later one with the same pid, which is common in containers. On Linux it is the
 * start time (field 22 of /proc/pid/stat, proc(5)); elsewhere it is empty, and only the pid counts.
 */
async function birthOf(pid: number): Promise<string> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The second field, the name, may contain spaces and parentheses: count from its end.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

async function isAlive(holder: LockHolder): Promise<boolean> {
  // Signalling pid 0 would test the own process group.
  if (holder.pid === NOBODY.pid) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // EPERM: the process exists, under another user.
    if (!hasCode(error, 'EPERM')) return false;
  }
  return (await birthOf(holder.pid)) === holder.birth;
}

async function holderOf(file: string): Promise<LockHolder | undefined> {
  try {
    return holderSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    // An incomplete lock: its process died while writing it.
    return NOBODY;
  }
}

/** Moves a dead process's lock aside. Puts it back if another process has taken the lock meanwhile. */
async function clearStale(file: string, stale: LockHolder): Promise<void> {
  const aside = `${file}.${process.pid}.stale`;
  try {
    await rename(file, aside);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  const moved = await holderOf(aside);
  if (moved !== undefined && (moved.pid !== stale.pid || moved.birth !== stale.birth))
    await link(aside, file);
  await rm(aside, { force: true });
}

/** Creates the lock file atomically: writes a draft and links it to the final name. */
async function tryToTake(file: string, holder: LockHolder): Promise<boolean> {
  const draft = `${file}.${process.pid}.draft`;
  await writeFile(draft, JSON.stringify(holder), { mode: 0o600 });
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** The process that holds the folder's lock, without taking it; undefined if none does, or it no longer runs. */
export async function lockHolder(folder: string): Promise<number | undefined> {
  const holder = await holderOf(path.join(folder, LOCK));
  return holder !== undefined && (await isAlive(holder)) ? holder.pid : undefined;
}

/**
 * Locks the folder for this process. Takes over the lock of a process that no longer runs (SIGKILL, power cut).
 * @throws FolderInUseError when another process holds it
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  // Private: it holds signers' data.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, LOCK);
  const self = { pid: process.pid, birth: await birthOf(process.pid) };
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (await tryToTake(file, self)) return { release: () => rm(file, { force: true }) };
    const holder = await holderOf(file);
    if (holder === undefined) continue;
    if (await isAlive(holder)) {
      throw new FolderInUseError(`The data folder ${folder} is in use by process ${holder.pid}.`);
    }
    await clearStale(file, holder);
  }
  throw new FolderInUseError(`The data folder ${folder} is being taken by another process.`);
}
