/**
 * Makes `packages/service/dist`, which the package `sign-session-service` has: the service as JavaScript with the types of
 * its entry, and what it serves: the pages and the widget. Run when it is packed, or by `npm run build:service`.
 */
import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build as bundle, type Metafile } from 'esbuild';
import { build } from 'vite';
import { compressFolder } from './compress.ts';
import { builtPrograms, importedPackages, programsOf } from './service-programs.ts';

const root = path.join(import.meta.dirname, '..');
const service = path.join(root, 'packages/service');
const target = path.join(service, 'dist');

/** Their code is in the bundle: no package of their own is published. */
const WORKSPACE_SOURCES = {
  '@sign-session/bridge-protocol': path.join(root, 'packages/bridge-protocol/src/index.ts'),
  '@sign-session/certificates': path.join(root, 'packages/certificates/src/index.ts'),
  '@sign-session/pdf-structure': path.join(root, 'packages/pdf-structure/src/index.ts'),
  '@sign-session/session-rules': path.join(root, 'packages/session-rules/src/index.ts'),
  '@sign-session/verify/missing-built-ins': path.join(root, 'packages/verify/src/missing-built-ins.mjs'),
  '@sign-session/verify': path.join(root, 'packages/verify/src/index.ts'),
};

/** pdf.js too: its worker, fonts and tables are in the package already, with the widget. */
const BUNDLED = {
  'pdfjs-dist/legacy/build/pdf.mjs': path.join(root, 'node_modules/pdfjs-dist/legacy/build/pdf.min.mjs'),
};

async function sourcesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true });
  return entries.filter(name => /\.m?ts$/.test(name)).map(name => path.join(folder, name));
}

/** @throws Error when two programs would have the same name in the build */
async function entryPoints(): Promise<string[]> {
  const folders = [path.join(service, 'src'), path.join(root, 'packages/verify/src')];
  const files = (await Promise.all(folders.map(sourcesBelow))).flat();
  const programs = await Promise.all(files.map(async file => programsOf(await readFile(file, 'utf8'), file)));
  const entries = ['bin.ts', 'index.ts'].map(name => path.join(service, 'src', name));
  const all = [...new Set([...entries, ...programs.flat()])];
  const names = all.map(file => path.parse(file).name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`Two programs of the service have the name ${twice}.`);
  return all;
}

/** @throws Error when the package's dependencies are not what the build imports */
async function checkDependencies(metafile: Metafile, code: string): Promise<void> {
  const manifest: { dependencies: object } = JSON.parse(
    await readFile(path.join(service, 'package.json'), 'utf8'),
  );
  const imported = importedPackages(metafile);
  // Its files alone are read.
  if (code.includes('dejavu-fonts-ttf/')) imported.push('dejavu-fonts-ttf');
  const expected = imported.toSorted().join(', ');
  const declared = Object.keys(manifest.dependencies).toSorted().join(', ');
  if (expected !== declared)
    throw new Error(`The service imports ${expected}; its package.json has ${declared}.`);
}

async function bundleService(): Promise<void> {
  const { metafile, outputFiles } = await bundle({
    entryPoints: await entryPoints(),
    outdir: target,
    entryNames: '[name]',
    chunkNames: 'chunk-[hash]',
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    alias: { ...WORKSPACE_SOURCES, ...BUNDLED },
    plugins: [builtPrograms],
    legalComments: 'none',
    logLevel: 'warning',
  });
  const code = outputFiles.map(({ text }) => text).join('\n');
  if (/new URL\([^)]*\.ts\b/.test(code)) throw new Error('A program keeps the address of its source.');
  await checkDependencies(metafile, code);
  await mkdir(target, { recursive: true });
  await Promise.all(outputFiles.map(({ path: file, contents }) => writeFile(file, contents)));
}

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

/** What the service serves, compressed too, without source maps. */
async function buildPages(): Promise<void> {
  const configFile = path.join(root, 'vite.config.ts');
  for (const [mode, folder] of [
    ['script-tag', 'widget'],
    ['pages', 'pages'],
  ] as const) {
    const outDir = path.join(target, 'builds', folder);
    await build({
      configFile,
      mode,
      logLevel: 'warn',
      build: { outDir, emptyOutDir: true, sourcemap: false },
    });
    await compressFolder(outDir, { quality: 9 });
  }
}

/** With the widget as it was built for npm, which comes first. */
function buildManual(): void {
  const steps = [
    ['run', '--silent', 'build:npm'],
    ['run', '--silent', 'manual', '--', path.join(target, 'builds/manual')],
  ];
  for (const step of steps) {
    const { status } = spawnSync('npm', step, { cwd: root, stdio: 'inherit' });
    if (status !== 0) throw new Error('The manual could not be built.');
  }
}

await rm(target, { recursive: true, force: true });
await bundleService();
await declareTypes();
await buildPages();
buildManual();
await copyFile(path.join(root, 'LICENSE'), path.join(service, 'LICENSE'));
