/**
 * Run before packing: a folder for each entry of the package but the first, with a manifest that leads to its files. Parcel, and
 * TypeScript with the resolution `node10` (the default beside `module: commonjs`), know no `exports`. `entry-folders.ts
 * remove` takes them away again: they are in the package, and not in the repository. So is the folder of skills, for programs
 * that write integrations, which the manual shows as well.
 */
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');

const ENTRIES = [
  'open',
  'pure',
  'react',
  'server',
  'testing',
  'testing/cypress',
  'testing/node',
  'testing/playwright',
] as const;

/** The folders at the top, as `files` of package.json lists them. */
export const ENTRY_FOLDERS: readonly string[] = ENTRIES.filter(entry => !entry.includes('/'));

const SKILLS = 'skills';

export async function writeEntryFolders(): Promise<void> {
  for (const entry of ENTRIES) {
    const folder = path.join(root, entry);
    const file = path.join(root, 'dist/npm', entry.replace('/', '-'));
    const from = path.relative(folder, file).replaceAll(path.sep, '/');
    const manifest = { type: 'module', main: `${from}.js`, module: `${from}.js`, types: `${from}.d.ts` };
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  }
  await cp(path.join(root, 'docs/public', SKILLS), path.join(root, SKILLS), { recursive: true });
}

export async function removeEntryFolders(): Promise<void> {
  for (const folder of [...ENTRY_FOLDERS, SKILLS])
    await rm(path.join(root, folder), { recursive: true, force: true });
}

if (import.meta.filename === process.argv[1]) {
  await (process.argv[2] === 'remove' ? removeEntryFolders() : writeEntryFolders());
}
