/** Makes `packages/mcp/dist`, which the package `sign-session-mcp` has. Run when it is packed. */
import { copyFile, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { importedPackages } from './service-programs.ts';

const root = path.join(import.meta.dirname, '..');
const mcp = path.join(root, 'packages/mcp');
const target = path.join(mcp, 'dist');

await rm(target, { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: [path.join(mcp, 'src/bin.ts')],
  outdir: target,
  bundle: true,
  metafile: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  legalComments: 'none',
  logLevel: 'warning',
});
const { dependencies }: { dependencies: object } = JSON.parse(
  await readFile(path.join(mcp, 'package.json'), 'utf8'),
);
const [imported, declared] = [importedPackages(metafile), Object.keys(dependencies)].map(names =>
  names.join(),
);
if (imported !== declared)
  throw new Error(`The program imports ${imported}; its package.json has ${declared}.`);
await copyFile(path.join(root, 'LICENSE'), path.join(mcp, 'LICENSE'));
