/** Makes `packages/bridge/dist`, which the package `sign-session-bridge` has. Run when it is packed. */
import { copyFile, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { builtPrograms, importedPackages } from './service-programs.ts';

const root = path.join(import.meta.dirname, '..');
const bridge = path.join(root, 'packages/bridge');
const target = path.join(bridge, 'dist');

await rm(target, { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: ['bin.ts', 'pkcs11/token-process.ts'].map(name => path.join(bridge, 'src', name)),
  outdir: target,
  entryNames: '[name]',
  chunkNames: 'chunk-[hash]',
  bundle: true,
  splitting: true,
  metafile: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  // Their code is in the bundle: no package of their own is published.
  alias: {
    '@sign-session/bridge-protocol': path.join(root, 'packages/bridge-protocol/src/index.ts'),
    '@sign-session/certificates': path.join(root, 'packages/certificates/src/index.ts'),
  },
  plugins: [builtPrograms],
  legalComments: 'none',
  logLevel: 'warning',
});
const { dependencies }: { dependencies: object } = JSON.parse(
  await readFile(path.join(bridge, 'package.json'), 'utf8'),
);
// What it loads when a token is used, pkcs11js, is optional.
const [imported, declared] = [importedPackages(metafile), Object.keys(dependencies)].map(names =>
  names.join(),
);
if (imported !== declared)
  throw new Error(`The bridge imports ${imported}; its package.json has ${declared}.`);
await copyFile(path.join(root, 'LICENSE'), path.join(bridge, 'LICENSE'));
