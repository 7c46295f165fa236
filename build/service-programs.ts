/** Programs of the service and of the bridge that run as processes or threads of their own, as its sources name them. */
import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import type { Metafile, Plugin } from 'esbuild';

const ADDRESS = /(new URL\(\s*['"])([\w./-]+)\.(ts|mjs)(['"],\s*import\.meta\.url,?\s*\))/g;

/** The files of the programs that a source names: `new URL('….ts', import.meta.url)`. */
export function programsOf(source: string, file: string): string[] {
  return Array.from(source.matchAll(ADDRESS), ([, , name = '', extension = '']) =>
    path.join(path.dirname(file), `${name}.${extension}`),
  );
}

/**
 * The source with the programs' places in the build: all files lie in one folder there, so that an address means the
 * same from every chunk.
 */
export function withBuiltPrograms(source: string): string {
  return source.replaceAll(
    ADDRESS,
    (_, before: string, name: string, _extension, after: string) =>
      `${before}./${path.posix.basename(name)}.js${after}`,
  );
}

/** Puts {@link withBuiltPrograms} to work. */
export const builtPrograms: Plugin = {
  name: 'built-programs',
  setup(bundler) {
    bundler.onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
      const source = await readFile(file, 'utf8');
      const contents = withBuiltPrograms(source);
      return contents === source ? undefined : { contents, loader: 'ts' };
    });
  },
};

/** The packages that a build imports, each once, in order. */
export function importedPackages({ outputs }: Metafile): string[] {
  const imported = Object.values(outputs)
    .flatMap(({ imports }) => imports)
    .filter(({ external, path: name }) => external === true && !name.startsWith('.') && !isBuiltin(name))
    .map(({ path: name }) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
  return [...new Set(imported)].toSorted();
}
