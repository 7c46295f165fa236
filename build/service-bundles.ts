/** The programs of the service as `packages/service/dist` has them: production, and local mode beside it. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build as bundle, type Metafile, type Plugin } from 'esbuild';
import { builtPrograms, importedPackages, programsOf } from './service-programs.ts';

const root = path.join(import.meta.dirname, '..');
const service = path.join(root, 'packages/service');

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
async function checkDependencies(outputs: readonly Output[]): Promise<void> {
  const manifest: { dependencies: object } = JSON.parse(
    await readFile(path.join(service, 'package.json'), 'utf8'),
  );
  const imported = new Set(outputs.flatMap(({ metafile }) => importedPackages(metafile)));
  // Its files alone are read.
  if (outputs.some(({ code }) => code.includes('dejavu-fonts-ttf/'))) imported.add('dejavu-fonts-ttf');
  const expected = [...imported].toSorted().join(', ');
  const declared = Object.keys(manifest.dependencies).toSorted().join(', ');
  if (expected !== declared)
    throw new Error(`The service imports ${expected}; its package.json has ${declared}.`);
}

/** Local mode lies beside the others, and is loaded when it is asked for. */
const localModeApart: Plugin = {
  name: 'local-mode-apart',
  setup(bundler) {
    bundler.onResolve({ filter: /^@sign-session\/local$/ }, () => ({ path: './local.js', external: true }));
  },
};

/** Of its manifest the service reads the version only; the rest would name dependencies that production doesn't use. */
const versionAlone: Plugin = {
  name: 'version-alone',
  setup(bundler) {
    bundler.onLoad({ filter: /[\\/]service[\\/]package\.json$/ }, async ({ path: file }) => {
      const { version }: { version: string } = JSON.parse(await readFile(file, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};

interface Output {
  readonly metafile: Metafile;
  readonly code: string;
}

/** Writes one build: its entries by their names, and the chunks that they share with nothing else. */
async function write(
  target: string,
  entries: Readonly<Record<string, string>>,
  chunks: string,
): Promise<Output> {
  const { metafile, outputFiles } = await bundle({
    entryPoints: entries,
    outdir: target,
    chunkNames: `${chunks}-[hash]`,
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    alias: { ...WORKSPACE_SOURCES, ...BUNDLED },
    plugins: [builtPrograms, localModeApart, versionAlone],
    legalComments: 'none',
    logLevel: 'warning',
  });
  const code = outputFiles.map(({ text }) => text).join('\n');
  if (/new URL\([^)]*\.ts\b/.test(code)) throw new Error('A program keeps the address of its source.');
  await mkdir(target, { recursive: true });
  await Promise.all(outputFiles.map(({ path: file, contents }) => writeFile(file, contents)));
  return { metafile, code };
}

/**
 * Bundles the service twice: production without anything of local mode, and local mode (`local.js` and `local-*.js`) with
 * copies of what it uses of the service, so that either can be there without the other.
 */
export async function bundleService(target: string): Promise<void> {
  const entries = Object.fromEntries((await entryPoints()).map(file => [path.parse(file).name, file]));
  const local = { local: path.join(root, 'packages/local/src/index.ts') };
  const outputs = [await write(target, entries, 'chunk'), await write(target, local, 'local')];
  await checkDependencies(outputs);
}
