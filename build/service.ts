/**
 * Makes `packages/service/dist`, which the package `sign-session-service` has: the service as JavaScript with the types of
 * its entry, and what it serves: the pages and the widget. What begins with `local` is local mode, which production does
 * without. Run when it is packed, or by `npm run build:service`.
 */
import { spawnSync } from 'node:child_process';
import { copyFile, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import { compressFolder } from './compress.ts';
import { bundleService } from './service-bundles.ts';

const root = path.join(import.meta.dirname, '..');
const service = path.join(root, 'packages/service');
const target = path.join(service, 'dist');

/** Without checking anything, which `npm run typecheck` does: the entry's own declarations are the whole of the types. */
async function declareTypes(): Promise<void> {
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const emit = [
    '--declaration',
    '--emitDeclarationOnly',
    '--isolatedDeclarations',
    '--noCheck',
    '--noResolve',
  ];
  const language = ['--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler'];
  const entry = path.join(service, 'src/index.ts');
  const { status } = spawnSync(
    process.execPath,
    [tsc, entry, '--ignoreConfig', ...emit, ...language, '--outDir', target],
    { stdio: 'inherit' },
  );
  const types = status === 0 ? await readFile(path.join(target, 'index.d.ts'), 'utf8') : '';
  if (types === '' || /\bfrom '/.test(types))
    throw new Error('The types of the entry are not complete in it.');
}

/** What the service itself reads of what it serves: pdf.js's worker, in `pdf/second-reader.ts`. */
const READ_BY_THE_SERVICE = new Set(['assets/pdfjs/pdf-worker.mjs', 'assets/pdfjs/built-ins.mjs']);

/** Each file once, by brotli: `pages/packed-files.ts` makes of it what else a client takes. */
const compressed = (folder: string) =>
  compressFolder(folder, {
    quality: 9,
    replaces: name => !READ_BY_THE_SERVICE.has(name.replaceAll(path.sep, '/')),
  });

/** What the service serves. The widget's source maps are files beside it, which only debuggers ask for. */
async function buildPages(): Promise<void> {
  const configFile = path.join(root, 'vite.config.ts');
  for (const [mode, folder] of [
    ['script-tag', 'builds/widget'],
    ['pages', 'builds/pages'],
    ['console', 'local-console'],
  ] as const) {
    const outDir = path.join(target, folder);
    await build({
      configFile,
      mode,
      logLevel: 'warn',
      build: { outDir, emptyOutDir: true, sourcemap: mode === 'script-tag' },
    });
    await compressed(outDir);
  }
}

/** With the widget's types as they were built for npm, which comes first. */
async function buildManual(): Promise<void> {
  const folder = path.join(target, 'builds/manual');
  const steps = [
    ['run', '--silent', 'build:npm'],
    ['run', '--silent', 'manual', '--', folder, '--uncompressed'],
  ];
  for (const step of steps) {
    const { status } = spawnSync('npm', step, { cwd: root, stdio: 'inherit' });
    if (status !== 0) throw new Error('The manual could not be built.');
  }
  await compressed(folder);
}

await rm(target, { recursive: true, force: true });
await bundleService(target);
await declareTypes();
await buildPages();
await buildManual();
await copyFile(path.join(root, 'LICENSE'), path.join(service, 'LICENSE'));
