/** Programs of the service that run as processes or threads of their own, as its sources name them. */
import path from 'node:path';

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
