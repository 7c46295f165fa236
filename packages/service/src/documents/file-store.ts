import { randomUUID } from 'node:crypto';
import { access, chmod, constants, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type ByteRange, type DocumentStore, LIST_PAGE, removeEach } from '../storage/document-store.ts';

/** Documents are confidential: no other user of this machine may read them. */
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

const DRAFT = '.draft';

function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** Some platforms and file systems cannot open or sync a folder; then the rename has to be enough. */
const CANNOT_SYNC = ['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP'];

async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!hasCode(error, ...CANNOT_SYNC)) throw error;
  }
}

async function writeDraft(draft: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(draft, 'w', PRIVATE_FILE);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Writes a draft, syncs it, renames it and syncs the folder, so that readers see a whole file or none. Each draft has
 * a name of its own: two that write the same file at once would mix their bytes in one.
 */
async function writeDurably(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  const draft = path.join(folder, `${name}.${randomUUID()}${DRAFT}`);
  try {
    await writeDraft(draft, bytes);
    await rename(draft, path.join(folder, name));
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(folder);
}

async function readPart(file: string, range: ByteRange | undefined): Promise<Uint8Array<ArrayBuffer>> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const { start, end } = range ?? { start: 0, end: size - 1 };
    const bytes = new Uint8Array(end - start + 1);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Milliseconds since the file was written; undefined if it was deleted meanwhile. */
async function ageOf(file: string): Promise<number | undefined> {
  try {
    return Date.now() - (await stat(file)).mtimeMs;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Restricts the folder to its owner and removes unfinished drafts. */
async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  await chmod(folder, PRIVATE_FOLDER);
  const drafts = (await readdir(folder)).filter(name => name.endsWith(DRAFT));
  await Promise.all(drafts.map(name => rm(path.join(folder, name), { force: true })));
}

/** Stores documents as files in one folder, named by their ids. No other process may use the folder. */
export async function openFileStore(folder: string): Promise<DocumentStore> {
  await prepareFolder(folder);
  const fileOf = (documentId: string): string => {
    if (!/^\w+$/.test(documentId)) throw new TypeError('A document id has only letters, digits and _.');
    return path.join(folder, documentId);
  };
  const write = (documentId: string, bytes: Uint8Array): Promise<void> =>
    writeDurably(folder, path.basename(fileOf(documentId)), bytes);
  const remove = (documentId: string): Promise<void> => rm(fileOf(documentId), { force: true });
  return {
    write,
    // Renaming replaces the earlier file in one step.
    replace: write,
    async read(documentId, range) {
      try {
        return await readPart(fileOf(documentId), range);
      } catch (error) {
        if (hasCode(error, 'ENOENT')) return undefined;
        throw error;
      }
    },
    remove,
    removeAll: (documentIds, signal) => removeEach({ remove }, documentIds, signal),
    async *listOlderThan(milliseconds) {
      const names = (await readdir(folder)).filter(name => /^\w+$/.test(name));
      for (let start = 0; start < names.length; start += LIST_PAGE) {
        const page = names.slice(start, start + LIST_PAGE);
        const ages = await Promise.all(page.map(name => ageOf(path.join(folder, name))));
        yield page.filter((_name, index) => (ages[index] ?? -Infinity) >= milliseconds);
      }
    },
    check: () => access(folder, constants.R_OK | constants.W_OK),
  };
}
