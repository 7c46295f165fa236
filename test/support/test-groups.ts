import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot } from './repository.ts';

/**
 * Files in one process, one after the other: each process loads the code anew, starts inspecting processes and runs
 * slowly at first. With more, the last groups would leave processors idle.
 */
const FILES_EACH = 4;

/**
 * Writes entries that each run some test files, every file in a suite of its name. Neighbours, which are often equally
 * slow, come into different groups.
 * @param files relative to the repository
 * @param folder where the entries go, absolute
 * @returns the entries, relative to the repository
 */
export async function writeGroups(files: readonly string[], folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const count = Math.ceil(files.length / FILES_EACH);
  const entries = Array.from({ length: count }, (_, index) => {
    const entry = path.join(folder, `group-${String(index + 1).padStart(2, '0')}.ts`);
    return { entry, files: files.filter((__, position) => position % count === index) };
  });
  await Promise.all(entries.map(async each => writeFile(each.entry, sourceOf(each.files, folder))));
  return entries.map(({ entry }) => path.relative(repositoryRoot, entry));
}

function sourceOf(files: readonly string[], folder: string): string {
  const suites = files.map(file => {
    const from = path.relative(folder, path.join(repositoryRoot, file));
    return `describe(${JSON.stringify(file)}, () => void require(${JSON.stringify(from)}));\n`;
  });
  return `import { describe } from 'node:test';\n${suites.join('')}`;
}
