import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { repositoryRoot } from './repository.ts';

/** What runs as a process of its own: the service, and what it starts. */
const PROGRAMS = [
  'packages/bridge/src/pkcs11/token-process.ts',
  'packages/service/src/bin.ts',
  'packages/service/src/pdf/inspection-process.ts',
  'packages/service/src/sealing/sealing-worker.ts',
  'packages/service/src/storage/make-database-process.ts',
];

/** They load files that lie beside them. */
const EXTERNAL = ['@electric-sql/pglite', 'vite', 'esbuild', 'oxlint', 'playwright-core', '@web/*'];

/** Bundled CommonJS packages still call `require` for Node's own modules. */
const REQUIRE = `import { createRequire as makeRequire } from 'node:module';
const require = makeRequire(import.meta.url);`;

/** Written so that this file keeps it when it is bundled itself, with the tests that start the service. */
const META = ['import', 'meta'].join('.');

/** Keeps `import.meta` meaning the source file, but for modules that are bundled as entries of their own. */
function sourceAddresses(folder: string, root: string): Plugin {
  const bundledUrl = (source: string, name: string) => {
    const bundled = path.join(path.relative(root, path.dirname(source)), `${name}.mjs`);
    return JSON.stringify(pathToFileURL(path.join(folder, bundled)).href);
  };
  return {
    name: 'source-addresses',
    setup(bundler) {
      bundler.onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
        const source = await readFile(file, 'utf8');
        if (!source.includes(META)) return undefined;
        const contents = source
          .replaceAll(/new URL\('([\w-]+)\.ts', import\.meta\.url\)/g, (_, name: string) =>
            bundledUrl(file, name),
          )
          .replaceAll(`${META}.url`, JSON.stringify(pathToFileURL(file).href))
          .replaceAll(`${META}.dirname`, JSON.stringify(path.dirname(file)));
        return { contents, loader: 'ts' };
      });
    },
  };
}

/**
 * Bundles files with all that they import. A process that loads the service from its some 300 sources and
 * packages takes two seconds of processor time before it does anything; from a bundle, less than half a second.
 * @param files TypeScript, relative to the repository
 * @param folder where the bundles go, somewhere inside the repository: what isn't bundled is found from there
 * @param root other sources than the repository's
 * @returns the bundled files, absolute
 */
export async function bundle(
  files: readonly string[],
  folder: string,
  root = repositoryRoot,
): Promise<string[]> {
  await build({
    absWorkingDir: root,
    entryPoints: [...files, ...PROGRAMS],
    outbase: root,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: EXTERNAL,
    plugins: [sourceAddresses(folder, root)],
    banner: { js: REQUIRE },
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'warning',
  });
  return files.map(file => path.join(folder, file.replace(/\.ts$/, '.mjs')));
}
