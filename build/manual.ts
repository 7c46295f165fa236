/**
 * `npm run manual`: builds docs/ into `dist/manual`, static files for any host. MANUAL_BASE says where they will be served
 * (default `/manual/`, as by the service), and an argument names another folder; `--uncompressed` leaves out the files by brotli
 * and gzip. Its playground runs the widget that the service serves; for other hosts it is copied beside the pages.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vitepress';
import { compressFolder } from './compress.ts';
import { isServedByService } from './manual/widget-address.ts';

const root = path.join(import.meta.dirname, '..');

if (!existsSync(path.join(root, 'dist/npm/custom-elements.json'))) {
  const { status } = spawnSync('npm', ['run', '--silent', 'build:npm'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('The widget could not be built.');
}
const { values, positionals } = parseArgs({
  options: { uncompressed: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const outDir = path.resolve(positionals[0] ?? path.join(root, 'dist/manual'));
await build(path.join(root, 'docs'), { outDir });
if (!isServedByService) {
  const widget = path.join(root, 'dist/script-tag');
  if (!existsSync(widget)) throw new Error('Run npm run build first: the playground needs dist/script-tag.');
  await cp(widget, path.join(outDir, 'sign-session'), { recursive: true });
}
if (!values.uncompressed) await compressFolder(outDir, { quality: 5 });
