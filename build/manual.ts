/**
 * `npm run manual`: builds docs/ into `dist/manual`, static files for any host. MANUAL_BASE says where they will be served
 * (default `/manual/`, as by the service), and an argument names another folder. Its playground runs the widget as npm's package has it.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vitepress';
import { compressFolder } from './compress.ts';

const root = path.join(import.meta.dirname, '..');

if (!existsSync(path.join(root, 'dist/npm/custom-elements.json'))) {
  const { status } = spawnSync('npm', ['run', '--silent', 'build:npm'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('The widget could not be built.');
}
const outDir = path.resolve(process.argv[2] ?? path.join(root, 'dist/manual'));
await build(path.join(root, 'docs'), { outDir });
await compressFolder(outDir, { quality: 5 });
